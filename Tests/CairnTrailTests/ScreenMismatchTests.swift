import CairnTrail
import Testing

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

  @Test func `an expected screen against none is all missing`() {
    #expect(
      ScreenPattern("a|b").mismatch(against: []) == """
        the screen is not as expected (- expected, + actual):
          - a
          - b
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
