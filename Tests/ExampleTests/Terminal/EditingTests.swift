import Foundation
import Testing

/// The edited line at a terminal: keys, and the window after them.
@Suite struct EditingTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The screen Credentials with an empty line.
  private func window() throws -> Window {
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type("next\raccept\rnext\r", shows: "required\n  back\n\n>")
    return window
  }

  @Test func `keys edit the line and move the cursor`() throws {
    let window = try window()
    for (keys, line, place) in [
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
    ] as [(String, String, Int)] {
      try window.type(keys)
      let expected = "> " + line
      try window.wait(for: expected) {
        $0.text.hasSuffix("\n" + expected) && $0.cursor.column == 2 + place
      }
      // An empty line for the next keys.
      try window.type("\u{5}\u{15}")
      try window.wait(forLast: ">")
    }
  }

  @Test func `Tab completes a word with one candidate, and lists several`() throws {
    try folder.makeFolder("notes")
    for name in ["notes/a b.trail", "notes/b.trail", ".hidden", "n\u{1B}"] {
      try folder.write("", to: name)
    }
    let window = try Window.prompt(.counter, in: folder)
    for (keys, line) in [
      ("inc\t", "> increment"), ("  r\t", ">   reset"), (":hi\t", "> :history"),
      (":und\t", "> :undo"), (":help :ef\t", "> :help :effects"), (":save no\t", "> :save notes/"),
      (":load notes/a \t", "> :load notes/a b.trail"), (":load .h\t", "> :load .hidden"),
      (":ad\tx", "> :advance x"), ("x\ty", "> xy"),
      (":s\t", "\n> :s\n:state  :stack  :save\n> :s"),
      ("t\t\t", "\n> :sta\n:state  :stack\n> :sta"),
    ] {
      try window.type(keys, shows: line)
      if !line.hasSuffix(":s") {
        try window.type("\u{15}")
        try window.wait(forLast: ">")
      }
    }
  }

  @Test func `the arrows recall earlier lines, and Ctrl-R finds one`() throws {
    let window = try window()
    for (keys, line) in [
      ("dra\u{1B}[A", "> next"), ("\u{10}", "> accept"),
      // Before the first line there is none.
      ("\u{1B}[A\u{1B}[A\u{1B}[A", "> next"), ("\u{1B}[B\u{1B}[B\u{E}", "> dra"),
      ("\u{12}c", "(search: c) accept"), ("x", "(no match: cx) accept"),
      ("\u{7F}\u{7F}e", "(search: e) next"), ("\u{12}", "(search: e) accept"),
      ("\u{7}", "> dra"),
    ] {
      try window.type(keys)
      try window.wait(forLast: line)
    }
    // Enter runs the found line.
    try window.type("\u{15}back\r", shows: "  next\n  back\n\n>")
    try window.type("\u{12}acc\r", shows: "disabled: accept the terms first\n  back\n\n>")
    #expect(window.emulator.text.contains("\n> accept\n"))
  }

  @Test func `Ctrl-L and a new width show the screen again, or the last answer`() throws {
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
    let line = "email " + String(repeating: "a", count: 40)
    try window.type("\u{15}" + line, shows: "\n> " + line)
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
    window.resize(columns: 60, rows: 24)
    try window.wait(for: "one row") { $0.text.hasSuffix("\n> " + line) }
    try window.type("\u{15}:stack\r", shows: "<- shown\n>")
    try window.type("email " + String(repeating: "b", count: 50), shows: "bbb")
    window.resize(columns: 45, rows: 30)
    let answer = """
      > :stack
        1  welcome      Welcome  1/7
        2  terms        Terms of Service  2/7
        3  credentials  Credentials  3/7  <- shown
      > email bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
      bbbbbbbbbbbbb
      """
    try window.wait(for: answer) { $0.text.hasSuffix(answer) }
  }
}
