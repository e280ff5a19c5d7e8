import CairnSimulation
import CairnTrail
import Testing

struct ScreenPatternTests {
  @Test(arguments: [("a", " a"), ("a", "A")])
  func `case and spaces at the beginning of a line count`(pattern: String, screen: String) {
    #expect(ScreenPattern(pattern).mismatch(against: [screen]) != nil)
  }

  @Test func `spaces at the end of a line do not count`() {
    let pattern = ScreenPattern([.exactly("a  "), .anyLines, .exactly("b")])
    #expect(pattern.mismatch(against: ["a", "b   "]) == nil)
    #expect(pattern.mismatch(against: ["a ", "  ", "b"]) == nil)
  }

  @Test(arguments: 0..<2000 as Range<UInt64>)
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
    self.init(text.split(separator: "|").map { $0 == "..." ? .anyLines : .exactly(String($0)) })
  }
}

/// The reports of unexpected screens, word for word.
struct ScreenMismatchTests {
  @Test func `a changed line is shown with a caret at the first difference`() {
    let pattern = ScreenPattern("Credentials   3/7|email  ada|[next]")
    #expect(
      pattern.mismatch(against: ["Credentials   3/7", "email  bob", "[next]"]) == """
        the screen is not as expected (- expected, + actual):
            Credentials   3/7
          - email  ada
          + email  bob
                   ^
            [next]
        """)
  }

  @Test func `missing and additional lines are marked`() {
    let pattern = ScreenPattern([.exactly("a"), .exactly(""), .exactly("b"), .exactly("c")])
    #expect(
      pattern.mismatch(against: ["a", "b", "", "c", "d"]) == """
        the screen is not as expected (- expected, + actual):
            a
          -
            b
          +
            c
          + d
        """)
  }

  @Test func `equally many removed and added lines are paired, and carets respect wide characters`()
  {
    #expect(
      ScreenPattern("名前 x|y").mismatch(against: ["名前 z", "yy"]) == """
        the screen is not as expected (- expected, + actual):
          - 名前 x
          + 名前 z
                 ^
          - y
          + yy
             ^
        """)
  }

  @Test func `unequally many removed and added lines are grouped`() {
    #expect(
      ScreenPattern("a|b|z").mismatch(against: ["c", "z"]) == """
        the screen is not as expected (- expected, + actual):
          - a
          - b
          + c
            z
        """)
  }

  @Test func `with any lines, the line without a partner is marked`() {
    let pattern = ScreenPattern("Credentials|...|[next]|...")
    #expect(
      pattern.mismatch(against: ["Credentials", "", "[back]"]) == """
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
        """)
  }

  @Test func `with any lines, the first superfluous line is marked`() {
    #expect(
      ScreenPattern("...|[next]").mismatch(against: ["[next]", "a", "[next]", "[back]"]) == """
        the screen continues after the end that the trail expects (marked >):
          expected:
            | ...
            | [next]
          actual:
            | [next]
            | a
            | [next]
          > | [back]
        """)
  }

  @Test func `invisible characters are escaped`() {
    #expect(
      ScreenPattern("a").mismatch(against: ["\u{1B}[2J\u{202E}"]) == """
        the screen is not as expected (- expected, + actual):
          - a
          + \\u{1B}[2J\\u{202E}
            ^
        """)
  }
}
