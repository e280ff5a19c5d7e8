import CairnApp
import CairnDump

/// A failed line of a trail, and the path to it.
public struct TrailFailure: Error, Equatable, CustomStringConvertible {
  /// The name of the file, as given to the parser.
  public let file: String
  /// The number of the line, from 1; of a run of `|` lines, the number of the first.
  public let line: Int
  /// The line, with secrets as bullets.
  public let source: String
  /// Expected and actual.
  public let problem: String
  /// The phases before the failed one, a line for each. A comment begins a phase.
  public let phases: [String]
  /// The inputs and times of the failed phase, with secrets as bullets.
  public let route: [String]
  /// The screen at the failure.
  public internal(set) var screen: [String]
  /// The seed of the simulation, if it had one.
  public let seed: UInt64?
  /// The name of the property that the line violates; `nil` if it fails otherwise.
  package var property: String?

  /// The columns before each line of the screen in the description.
  package static var indentOfScreen: Int { 6 }

  /// The location and the line, the problem, the lines before it, and the screen.
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

/// The played lines of a trail for a failure report: those of the failed phase in full, each earlier
/// phase as one line.
///
/// A phase begins with a comment that follows another line; the comment is its title.
struct TrailRoute {
  private let trail: Trail
  /// The lines that are steps of the app, in order, by index. Only a failure formats them.
  private var moves: [Int] = []
  /// The texts of those whose value is a secret.
  private var redacted: [Int: String] = [:]

  init(of trail: Trail) {
    self.trail = trail
  }

  /// Records a step of the app.
  ///
  /// - Parameter text: the line with bullets, if its value is a secret.
  mutating func append(_ index: Int, as text: String? = nil) {
    moves.append(index)
    redacted[index] = text
  }

  /// The phases before the phase of a line, each with its location, title and length.
  func phases(before index: Int) -> [String] {
    let starts = starts(upTo: index)
    return zip(starts, starts.dropFirst()).map { start, end in
      let count = trail.lines[start..<end].count { !$0.isComment }
      return "\(trail.file):\(trail.lines[start].number): \(title(of: start)), "
        + counted(count, "line")
    }
  }

  /// The steps of the app in the phase of a line, with secrets as bullets.
  func moves(inPhaseOf index: Int) -> [String] {
    let start = starts(upTo: index).last ?? 0
    return moves.filter { start <= $0 && $0 < index }.map { move in
      redacted[move] ?? trail.lines[move].text.terminalSafe
    }
  }

  /// The first lines of phases, up to a line. Comments at the end begin no phase.
  private func starts(upTo index: Int) -> [Int] {
    let lines = trail.lines.prefix(index + 1)
    let last = lines.lastIndex { !$0.isComment } ?? 0
    return [0]
      + lines.indices.dropFirst().prefix { $0 <= last }.filter {
        lines[$0].isComment && !lines[$0 - 1].isComment
      }
  }

  private func title(of start: Int) -> String {
    guard case .comment(let text) = trail.lines[start].step else { return "the beginning" }
    return RunningText(lines: [text]).text.terminalSafe
  }
}

extension TrailLine {
  fileprivate var isComment: Bool { if case .comment = step { true } else { false } }
}
