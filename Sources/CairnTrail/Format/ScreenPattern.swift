import CairnScreen

/// What a whole screen must look like: a run of `|` lines.
///
///     let pattern = ScreenPattern([.exactly("Terms"), .anyLines, .exactly("[next]")])
///     pattern.mismatch(against: ["Terms", "", "[next]  "])  // nil
///
/// White space at the end of a line does not count. A line of the screen that is exactly `...` cannot be
/// asked for: that text stands for any lines.
public struct ScreenPattern: Equatable, Sendable {
  /// The lines from top to bottom, without the white space at their ends.
  public let lines: [ScreenLine]

  /// A pattern of these lines, from top to bottom.
  public init(_ lines: [ScreenLine]) {
    self.lines = lines.map { line in
      switch line {
      case .exactly(let text): .exactly(text.withoutTrailingBlanks)
      case .anyLines: .anyLines
      }
    }
  }

  /// Says how a screen differs from the pattern, or `nil` if it does not.
  ///
  /// Without `| ...` the report is a difference line by line, with a caret under the first
  /// character that differs; with it, the report shows both in full and marks where they part.
  ///
  /// - Complexity: O(*n* · *m*) for *n* lines of the pattern and *m* of the screen.
  public func mismatch(against screen: [String]) -> String? {
    let actual = screen.map(\.withoutTrailingBlanks)
    guard let parting = parting(from: actual) else { return nil }
    let expected = lines.compactMap(\.exactText)
    return expected.count == lines.count
      ? LineDifference(expected: expected, actual: actual).description
      : report(of: parting, from: actual)
  }
}

extension ScreenPattern {
  /// Where the pattern and a screen part: the first line of each that found no partner.
  private struct Parting {
    var line = 0
    var screenLine = 0
  }

  /// Matches greedily and, when stuck, lets the last `...` take one line more. Going back further
  /// than the last `...` could not help: it already stands at the earliest place.
  private func parting(from screen: [String]) -> Parting? {
    var here = Parting()
    var afterLastAnyLines: Parting?
    var furthest = Parting()
    while here.line < lines.count || here.screenLine < screen.count {
      if here.line < lines.count {
        switch lines[here.line] {
        case .anyLines:
          here.line += 1
          afterLastAnyLines = here
          continue
        case .exactly(let text):
          if here.screenLine < screen.count, text == screen[here.screenLine] {
            here.line += 1
            here.screenLine += 1
            continue
          }
        }
      }
      if here.line >= furthest.line { furthest = here }
      guard var retry = afterLastAnyLines, retry.screenLine < screen.count else { return furthest }
      retry.screenLine += 1
      afterLastAnyLines = retry
      here = retry
    }
    return nil
  }

  private func report(of parting: Parting, from screen: [String]) -> String {
    let screenGoesOn = parting.line == lines.count
    func row(_ text: String, isMarked: Bool) -> String {
      ((isMarked ? "  > | " : "    | ") + text.terminalSafe).withoutTrailingBlanks
    }
    let expected = lines.enumerated().map { index, line in
      row(line.exactText ?? "...", isMarked: index == parting.line)
    }
    let actual = screen.enumerated().map { index, text in
      row(text, isMarked: screenGoesOn && index == parting.screenLine)
    }
    let reason =
      screenGoesOn
      ? "the screen goes on where the trail expects its end (marked >)"
      : "the screen has no line for the marked one (>) where it is expected"
    return ([reason + ":", "  expected:"] + expected + ["  actual:"] + actual)
      .joined(separator: "\n")
  }
}

extension ScreenLine {
  /// The line after the mark and its space.
  init(parsing content: Substring) {
    self = String(content).withoutTrailingBlanks == "..." ? .anyLines : .exactly(String(content))
  }

  fileprivate var exactText: String? {
    switch self {
    case .exactly(let text): text
    case .anyLines: nil
    }
  }
}
