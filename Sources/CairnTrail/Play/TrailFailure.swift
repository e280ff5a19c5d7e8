import CairnScreen

/// A line of a trail that did not hold, and how the app came there.
public struct TrailFailure: Error, Equatable, CustomStringConvertible {
  /// The name of the file, as it was given to the parser.
  public let file: String
  /// The number of the line, from 1; of a run of `|` lines, that of the first.
  public let line: Int
  /// The line, with secrets as bullets.
  public let source: String
  /// What was expected and what is.
  public let problem: String
  /// The phases before the one that failed, a line for each. A comment begins a phase.
  public let phases: [String]
  /// The lines of this phase that led there, inputs and time, with secrets as bullets.
  public let route: [String]
  /// The screen as it was.
  public let screen: [String]
  /// The seed that the order of unordered things was drawn from, if it was.
  public let seed: UInt64?

  /// The place and the line, the problem, the lines that led there, and the screen.
  public var description: String {
    var lines = ["\(file):\(line): failed: \(source)"]
    lines += indented(problem.split(separator: "\n", omittingEmptySubsequences: false), by: "  ")
    if let seed { lines.append("  under the seed \(seed)") }
    if !phases.isEmpty { lines += ["  before:"] + indented(phases, by: "    ") }
    if !route.isEmpty { lines += ["  after:"] + indented(route, by: "    ") }
    lines += ["  on the screen:"] + indented(screen, by: "    | ")
    return lines.joined(separator: "\n")
  }

  private func indented(_ lines: [some StringProtocol], by indent: String) -> [String] {
    lines.map { (indent + $0).withoutTrailingBlanks }
  }
}
