import CairnApp

/// The expected lines of a whole screen: a run of `|` lines.
///
/// White space at the end of a line is ignored. A screen line that is exactly `...` cannot be expected,
/// because that text stands for any lines.
package struct ScreenPattern: Equatable, Sendable {
  /// The lines from top to bottom, without the white space at their ends.
  package let lines: [ScreenLine]

  package init(_ lines: [ScreenLine]) {
    self.lines = lines.map { line in
      if case .exactly(let text) = line { .exactly(text.withoutTrailingBlanks) } else { .anyLines }
    }
  }

  /// The difference between a screen and the pattern; `nil` if the screen matches.
  ///
  /// Without `| ...` the report is a line-by-line difference, with a caret under the first character
  /// that differs. With `| ...` the report shows both in full and marks the first mismatch.
  ///
  /// - Complexity: O(*n* · *m*) for *n* lines of the pattern and *m* of the screen.
  package func mismatch(against screen: [String]) -> String? {
    let actual = screen.map(\.withoutTrailingBlanks)
    guard let firstMismatch = firstMismatch(from: actual) else { return nil }
    let expected = lines.compactMap(\.exactText)
    return expected.count == lines.count
      ? LineDifference(expected: expected, actual: actual).description
      : report(of: firstMismatch, from: actual)
  }
}

extension ScreenPattern {
  /// The first mismatch: the first line of each that has no partner.
  private struct Mismatch {
    var line = 0
    var screenLine = 0
  }

  /// Matches greedily and, after a mismatch, extends the last `...` by one line. Backtracking further
  /// could not help, because each `...` already matches as early as possible.
  private func firstMismatch(from screen: [String]) -> Mismatch? {
    var here = Mismatch()
    var retryPoint: Mismatch?
    var furthest = Mismatch()
    while here.line < lines.count || here.screenLine < screen.count {
      if here.line < lines.count {
        switch lines[here.line] {
        case .anyLines:
          here.line += 1
          retryPoint = here
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
      guard var retry = retryPoint, retry.screenLine < screen.count else { return furthest }
      retry.screenLine += 1
      retryPoint = retry
      here = retry
    }
    return nil
  }

  private func report(of firstMismatch: Mismatch, from screen: [String]) -> String {
    let screenContinues = firstMismatch.line == lines.count
    func row(_ text: String, isMarked: Bool) -> String {
      ((isMarked ? "  > | " : "    | ") + text.terminalSafe).withoutTrailingBlanks
    }
    let expected = lines.enumerated().map { index, line in
      row(line.exactText ?? "...", isMarked: index == firstMismatch.line)
    }
    let actual = screen.enumerated().map { index, text in
      row(text, isMarked: screenContinues && index == firstMismatch.screenLine)
    }
    let reason =
      screenContinues
      ? "the screen continues after the end that the trail expects (marked >)"
      : "the screen has no match for the marked line (>)"
    return ([reason + ":", "  expected:"] + expected + ["  actual:"] + actual)
      .joined(separator: "\n")
  }
}

extension ScreenLine {
  /// The content of the line, after the mark and its space.
  init(parsing content: Substring) {
    self = String(content).withoutTrailingBlanks == "..." ? .anyLines : .exactly(String(content))
  }

  fileprivate var exactText: String? { if case .exactly(let text) = self { text } else { nil } }
}

/// One `|` line of a trail.
package enum ScreenLine: Equatable, Sendable {
  /// `| TEXT`: a line of the screen, without white space at its end.
  case exactly(String)
  /// `| ...`: zero or more lines of the screen.
  case anyLines
}

/// A difference between the lines of an expected and an actual screen.
struct LineDifference: CustomStringConvertible {
  let expected: [String]
  let actual: [String]

  /// The maximum number of lines of both screens, between equal beginnings and ends, that are compared. The comparison
  /// takes time and memory in proportion to the square of this number. Above it, all these lines count as different.
  private static let lineLimit = 2_000

  var description: String {
    let start = zip(expected, actual).prefix { $0 == $1 }.count
    let rest = (expected: expected.dropFirst(start), actual: actual.dropFirst(start))
    let end = zip(rest.expected.reversed(), rest.actual.reversed()).prefix { $0 == $1 }.count
    let (old, new) = (rest.expected.dropLast(end), rest.actual.dropLast(end))
    var (missing, added) = (Set(old.indices), Set(new.indices))
    if old.count + new.count <= Self.lineLimit {
      let changes = new.difference(from: old)
      missing = Set(changes.removals.map { start + $0.lineIndex })
      added = Set(changes.insertions.map { start + $0.lineIndex })
    }
    var rows = ["the screen is not as expected (- expected, + actual):"]
    var next = (expected: 0, actual: 0)
    while next.expected < expected.count || next.actual < actual.count {
      let onlyExpected = expected[next.expected...].prefixOfIndices(in: missing)
      let onlyActual = actual[next.actual...].prefixOfIndices(in: added)
      rows += Self.rows(of: onlyExpected, against: onlyActual)
      next.expected += onlyExpected.count
      next.actual += onlyActual.count
      if next.expected < expected.count {
        rows.append(Self.row(" ", expected[next.expected]))
        next.expected += 1
        next.actual += 1
      }
    }
    return rows.joined(separator: "\n")
  }

  /// Pairs removed and added lines if there are equally many.
  private static func rows(
    of expected: ArraySlice<String>, against actual: ArraySlice<String>
  ) -> [String] {
    guard expected.count == actual.count else {
      return expected.map { row("-", $0) } + actual.map { row("+", $0) }
    }
    return zip(expected, actual).flatMap { expected, actual in
      let common = String(zip(expected, actual).prefix { $0 == $1 }.map(\.0))
      return [row("-", expected), row("+", actual), "    " + common.caretAfter]
    }
  }

  private static func row(_ mark: Character, _ text: String) -> String {
    "  \(mark) \(text.terminalSafe)".withoutTrailingBlanks
  }
}

extension CollectionDifference.Change {
  fileprivate var lineIndex: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

extension ArraySlice {
  fileprivate func prefixOfIndices(in marked: Set<Int>) -> ArraySlice {
    self[startIndex..<(indices.first { !marked.contains($0) } ?? endIndex)]
  }
}
