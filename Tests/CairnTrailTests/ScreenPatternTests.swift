import CairnSimulation
import CairnTrail
import TestSupport
import Testing

struct ScreenPatternTests {
  @Test func `case and spaces at the beginning of a line count, and spaces at its end do not`() {
    #expect(ScreenPattern("a").mismatch(against: [" a"]) != nil)
    #expect(ScreenPattern("a").mismatch(against: ["A"]) != nil)
    #expect(ScreenPattern("a  |...|b").mismatch(against: ["a", "b   "]) == nil)
    #expect(ScreenPattern("a  |...|b").mismatch(against: ["a ", "  ", "b"]) == nil)
  }

  @Test(arguments: seeds(2_000))
  func `matching agrees with trying everything`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let choices: [ScreenLine] = [.exactly("a"), .exactly("b"), .anyLines]
    let pattern = (0..<Int.random(in: 0...6, using: &generator))
      .compactMap { _ in choices.randomElement(using: &generator) }
    let screen = (0..<Int.random(in: 0...8, using: &generator))
      .compactMap { _ in ["a", "b"].randomElement(using: &generator) }
    let matches = ScreenPattern(pattern).mismatch(against: screen) == nil
    #expect(matches == tryEverything(pattern[...], screen[...]), "\(pattern) against \(screen)")
  }

  @Test func `a pattern with many gaps and no match is refused at once`() {
    let gaps = Array(repeating: [ScreenLine.anyLines, .exactly("a")], count: 500).flatMap(\.self)
    let screen = Array(repeating: "a", count: 1000)
    #expect(ScreenPattern(gaps + [.exactly("b")]).mismatch(against: screen) != nil)
    #expect(ScreenPattern(gaps + [.anyLines]).mismatch(against: screen) == nil)
  }

  private func tryEverything(_ pattern: ArraySlice<ScreenLine>, _ screen: ArraySlice<String>)
    -> Bool
  {
    switch pattern.first {
    case nil: screen.isEmpty
    case .exactly(let text):
      screen.first == text && tryEverything(pattern.dropFirst(), screen.dropFirst())
    case .anyLines:
      tryEverything(pattern.dropFirst(), screen)
        || (!screen.isEmpty && tryEverything(pattern, screen.dropFirst()))
    }
  }
}

extension ScreenPattern {
  /// A pattern whose lines are separated by `|`.
  init(_ text: String) {
    self.init(
      text.split(separator: "|", omittingEmptySubsequences: false).map {
        $0 == "..." ? .anyLines : .exactly(String($0))
      })
  }
}

/// The reports of unexpected screens, word for word.
struct ScreenMismatchTests {
  @Test func `a short block is not compared with a long screen`() throws {
    let pattern = ScreenPattern(["a", "same", "b"].map { .exactly($0) })
    let screen = (0..<3_000).map { "c\($0)" } + ["same", "d"]
    let report = try #require(pattern.mismatch(against: screen))
    #expect(report.contains("\n  - same\n") && report.contains("\n  + same\n"))
  }

  private static let heading = "the screen is not as expected (- expected, + actual):"

  @Test(arguments: [10, 1_100])
  func `lines between equal beginnings and ends are compared if they are not too many`(
    count: Int
  ) throws {
    func lines(_ mark: String, _ after: Int) -> [String] {
      let before = (0..<count).map { "\(mark)\($0)" }
      return ["head"] + before + ["same"] + (0..<after).map { "\(mark)-\($0)" } + ["tail"]
    }
    let pattern = ScreenPattern(lines("a", count).map { .exactly($0) })
    let report = try #require(pattern.mismatch(against: lines("b", count + 1)))
    let rows = report.split(separator: "\n").map(String.init)
    #expect(rows[1] == "    head" && rows.last == "    tail")
    #expect(rows.contains("    same") == (count == 10))
    #expect(rows.contains("  - same") == (count == 1_100))
    #expect(rows.contains("  + same") == (count == 1_100))
  }

  @Test(arguments: [
    // A changed line has a caret at the first difference.
    (
      "Credentials   3/7|email  ada|[next]", ["Credentials   3/7", "email  bob", "[next]"],
      """
      \(heading)
          Credentials   3/7
        - email  ada
        + email  bob
                 ^
          [next]
      """
    ),
    // Missing and additional lines are marked.
    (
      "a||b|c", ["a", "b", "", "c", "d"],
      """
      \(heading)
          a
        -
          b
        +
          c
        + d
      """
    ),
    // Equally many removed and added lines are paired, and carets respect wide characters.
    (
      "名前 x|y", ["名前 z", "yy"],
      """
      \(heading)
        - 名前 x
        + 名前 z
               ^
        - y
        + yy
           ^
      """
    ),
    // Unequally many removed and added lines are grouped.
    (
      "a|b|z", ["c", "z"],
      """
      \(heading)
        - a
        - b
        + c
          z
      """
    ),
    // With any lines, the line without a partner is marked.
    (
      "Credentials|...|[next]|...", ["Credentials", "", "[back]"],
      """
      the screen has no match for the marked line (>):
        expected:
          | Credentials
          | ...
        > | [next]
          | ...
        actual:
          | Credentials
          |
          | [back]
      """
    ),
    // With any lines, the first superfluous line is marked.
    (
      "...|[next]", ["[next]", "a", "[next]", "[back]"],
      """
      the screen continues after the end that the trail expects (marked >):
        expected:
          | ...
          | [next]
        actual:
          | [next]
          | a
          | [next]
        > | [back]
      """
    ),
    // Invisible characters are escaped.
    (
      "a", ["\u{1B}[2J\u{202E}"],
      """
      \(heading)
        - a
        + \\u{1B}[2J\\u{202E}
          ^
      """
    ),
  ])
  func `the difference is shown`(pattern: String, screen: [String], report: String) {
    #expect(ScreenPattern(pattern).mismatch(against: screen) == report)
  }
}
