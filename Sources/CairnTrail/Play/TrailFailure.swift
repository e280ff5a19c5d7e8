import CairnApp

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

/// The lines of a trail that were played, as a failure tells them: those of the phase that failed
/// one by one, each phase before as one line.
///
/// A phase begins with a comment that follows another line; that comment is its title.
struct TrailRoute {
  private let trail: Trail
  /// The lines that moved the app, in order. Lines are made into text only for a failure.
  private var moves: [Int] = []
  /// Those whose value is a secret.
  private var secrets: Set<Int> = []

  init(of trail: Trail) {
    self.trail = trail
  }

  /// Notes that a line, by its index, has moved the app.
  mutating func append(_ index: Int, isSecret: Bool) {
    moves.append(index)
    if isSecret { secrets.insert(index) }
  }

  /// The phases before that of a line, each with its place, its title and its length.
  func phases(before index: Int) -> [String] {
    let starts = starts(upTo: index)
    return zip(starts, starts.dropFirst()).map { start, end in
      let count = trail.lines[start..<end].count { !$0.isComment }
      return "\(trail.file):\(trail.lines[start].number): \(title(of: start)), "
        + (count == 1 ? "1 line" : "\(count) lines")
    }
  }

  /// The lines that moved the app in the phase of a line, with secrets as bullets.
  func moves(inPhaseOf index: Int) -> [String] {
    let start = starts(upTo: index).last ?? 0
    return moves.filter { start <= $0 && $0 < index }.map { move in
      let line = trail.lines[move]
      guard secrets.contains(move), case .input(let text) = line.step else {
        return line.text.terminalSafe
      }
      // Any screen takes this for a secret: it has no such name.
      return "> " + (SecretPlaceholder.line(text) ?? Screen<Never>("", "") {}.redacted(text))
    }
  }

  /// Where phases begin, up to a line. Comments that nothing follows begin none.
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
    return RunningText(lines: [text]).description.terminalSafe
  }
}

extension TrailLine {
  fileprivate var isComment: Bool {
    switch step {
    case .comment: true
    case .input, .refusedInput, .screen, .check, .time, .idle, .restart: false
    }
  }
}
