import Foundation
import Testing

/// The edited line at a terminal: keys, and the window after them.
@Suite struct EditingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The screen Credentials with an empty line.
  private func window(columns: Int = 60, rows: Int = 24) throws -> Window {
    let window = try Window(.onboarding, "--ephemeral", in: folder, columns: columns, rows: rows)
    try window.wait(forLast: ">")
    try window.type("next\raccept\rnext\r")
    try window.wait(for: "Credentials") { $0.text.hasSuffix("  back\n\n>") }
    return window
  }

  @Test(
    arguments: [
      ("abc\u{1B}[D\u{1B}[DX", "aXbc", 2),
      ("abc\u{1B}OD\u{1B}[D\u{1B}[C\u{1B}[3~", "ab", 2),
      ("abc\u{1B}[HX\u{1B}[FY", "XabcY", 5),
      ("abc\u{1B}[1~X\u{1B}[4~Y", "XabcY", 5),
      ("abc\u{1}X\u{5}Y", "XabcY", 5),
      ("abc\u{2}\u{2}X\u{6}Y", "aXbYc", 4),
      ("one two\u{1B}b\u{1B}bX", "Xone two", 1),
      ("one two\u{1}\u{1B}fX", "oneX two", 4),
      ("one two\u{1B}[1;5DX", "one Xtwo", 5),
      ("one two\u{1}\u{1B}[1;5C\u{1B}[1;5CX", "one twoX", 8),
      ("abc\u{7F}\u{8}", "a", 1),
      ("abc\u{1}\u{4}", "bc", 0),
      ("one two\u{1}\u{6}\u{B}", "o", 1),
      ("one two\u{2}\u{15}", "o", 0),
      ("one t-w\u{17}X", "one X", 5),
      ("one t-w\u{1B}\u{7F}X", "one t-X", 7),
      ("one two\u{1}\u{1B}d", " two", 0),
      ("one two\u{17}\u{1}\u{19}", "twoone", 3),
      ("de\u{301}\u{1B}[D\u{7F}", "é", 0),
      ("日本\u{1B}[D\u{1B}[Dx", "x日本", 1),
      ("👩‍👩‍👧x\u{2}\u{7F}", "x", 0),
      ("a\u{1B}[99~b\u{1B}qc", "abc", 3),
    ] as [(String, String, Int)])
  func `keys edit the line and move the cursor`(keys: String, line: String, place: Int) throws {
    let window = try window()
    try window.type(keys)
    let expected = "> " + line
    try window.wait(for: expected) {
      $0.text.hasSuffix("\n" + expected) && $0.cursor.column == 2 + place
    }
  }

  @Test func `a line that is longer than the window continues in the next row`() throws {
    let window = try window(columns: 40)
    try window.type("email " + String(repeating: "ab日", count: 12) + "\u{1B}[D\u{1B}[D")
    try window.wait(for: "two rows") {
      $0.text.hasSuffix("\n> email ab日ab日ab日ab日ab日ab日ab日ab日\nab日ab日ab日ab日")
        && $0.cursor == (23, 13)
    }
    try window.type("\r")
    try window.wait(for: "the e-mail") {
      $0.text.hasSuffix(
        """
        > email ab日ab日ab日ab日ab日ab日ab日ab日
        ab日ab日ab日ab日

        Credentials                          3/7

          email     ab日ab日ab日ab日ab日ab日ab日
                    ab日ab日ab日ab日ab日
          ! this does not look like an e-mail
            address (you can go on; --strict
            insists)
          password  (empty)

          next      disabled: password is
                    required
          back

        >
        """)
    }
  }

  @Test func `the arrows recall earlier lines, and return to the new line`()
    throws
  {
    let window = try window()
    try window.type("dra\u{1B}[A")
    try window.wait(forLast: "> next")
    try window.type("\u{10}")
    try window.wait(forLast: "> accept")
    // Before the first line there is none.
    try window.type("\u{1B}[A\u{1B}[A\u{1B}[A")
    try window.wait(forLast: "> next")
    try window.type("\u{1B}[B\u{E}")
    try window.wait(forLast: "> next")
    try window.type("\u{1B}[B")
    try window.wait(forLast: "> dra")
  }

  @Test func `Ctrl-R finds an earlier line, and Enter runs it`() throws {
    let window = try window()
    try window.type("back\r")
    try window.wait(for: "Terms") { $0.text.hasSuffix("  next\n  back\n\n>") }
    try window.type("\u{12}c")
    try window.wait(forLast: "(search: c) back")
    try window.type("c")
    try window.wait(forLast: "(search: cc) accept")
    try window.type("x")
    try window.wait(forLast: "(no match: ccx) accept")
    try window.type("\u{7F}\u{7F}\u{7F}e")
    try window.wait(forLast: "(search: e) next")
    try window.type("\u{12}")
    try window.wait(forLast: "(search: e) accept")
    try window.type("\u{7}")
    try window.wait(forLast: ">")
    try window.type("\u{12}acc\r")
    try window.wait(for: "not accepted") {
      $0.text.hasSuffix("  next    disabled: accept the terms first\n  back\n\n>")
        && $0.text.contains("\n> accept\n")
    }
  }

  @Test func `Ctrl-L clears the window and shows the screen`() throws {
    let window = try window()
    try window.type("ab\u{C}")
    try window.wait(
      for: """

        Credentials                                              3/7

          email     (empty)
          password  (empty)

          next      disabled: email and password are required
          back

        > ab
        """)
  }

  @Test func `a resized window shows the screen in its new width`() throws {
    let window = try window()
    try window.type("email " + String(repeating: "a", count: 40))
    try window.wait(for: "the line") { $0.text.hasSuffix("aaaa") }
    window.resize(columns: 40, rows: 20)
    try window.wait(
      for: """

        Credentials                          3/7

          email     (empty)
          password  (empty)

          next      disabled: email and password
                    are required
          back

        > email aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        aaaaaaaa
        """)
    window.resize(columns: 100, rows: 30)
    try window.wait(
      for: """

        Credentials                                                                                      3/7

          email     (empty)
          password  (empty)

          next      disabled: email and password are required
          back

        > email aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        """)
  }

  @Test func `a resized window keeps the last answer`() throws {
    let window = try window()
    try window.type(":stack\r")
    try window.wait(for: "the stack") { $0.text.hasSuffix("<- shown\n>") }
    try window.type("email " + String(repeating: "b", count: 50))
    try window.wait(for: "the line") { $0.text.hasSuffix("bbb") }
    window.resize(columns: 45, rows: 30)
    try window.wait(for: "the stack and the line") {
      $0.text.hasSuffix(
        """
        > :stack
          1  welcome      Welcome  1/7
          2  terms        Terms of Service  2/7
          3  credentials  Credentials  3/7  <- shown
        > email bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
        bbbbbbbbbbbbb
        """)
    }
  }
}
