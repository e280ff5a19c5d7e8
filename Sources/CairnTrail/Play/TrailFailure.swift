/// A line of a trail that did not hold, and how the app came there.
public struct TrailFailure: Error, Equatable, CustomStringConvertible {
  public let file: String
  public let line: Int
  /// The line, with secrets as bullets.
  public let source: String
  /// What was expected and what is.
  public let problem: String
  /// The inputs that led there, with secrets as bullets.
  public let inputs: [String]
  /// The screen as it was.
  public let screen: [String]

  public var description: String {
    var lines = ["\(file):\(line): failed: \(source)"]
    lines += indented(problem.split(separator: "\n", omittingEmptySubsequences: false), by: "  ")
    if !inputs.isEmpty { lines += ["  after:"] + indented(inputs, by: "    > ") }
    lines += ["  on the screen:"] + indented(screen, by: "    | ")
    return lines.joined(separator: "\n")
  }

  private func indented(_ lines: [some StringProtocol], by indent: String) -> [String] {
    lines.map { $0.isEmpty ? String(indent.trimmed) : indent + $0 }
  }
}

extension String {
  /// Without the spaces at its end.
  fileprivate var trimmed: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
