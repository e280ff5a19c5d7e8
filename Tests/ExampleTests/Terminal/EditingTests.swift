import Foundation
import TestSupport
import Testing

/// The edited line at a terminal: keys, and the window after them.
@Suite(.blocking) struct EditingTests {
  private let folder = Folder()

  /// The screen Credentials with an empty line.
  private func window() throws -> Window {
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type("next\raccept\rnext\r", shows: "required\n  back\n\n>")
    return window
  }

  @Test func `Tab completes a word with one candidate, and lists several`() throws {
    try folder.makeFolder("notes")
    for name in ["notes/a b.trail", "notes/b.trail", ".hidden", "n\u{1B}"] {
      try folder.write("", to: name)
    }
    let window = try Window.prompt(.counter, in: folder)
    for (keys, line) in [
      ("inc\t", "> increment"), (":save no\t", "> :save notes/"),
      (":load notes/a \t", "> :load notes/a b.trail"), (":load .h\t", "> :load .hidden"),
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
    // Above it the terminal shows rows of its history again.
    let narrow = """


      Credentials                          3/7

        email     (empty)
        password  (empty)

        next      disabled: email and password
                  are required
        back

      > email aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
      aaaaaaaa
      """
    try window.wait(for: narrow) { $0.text.hasSuffix(narrow) }
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

  // MARK: - Secure fields, typed as bullets, and stored nowhere

  private func credentials(_ line: String, password: String) -> String {
    """
    \(line)

    Credentials                                              3/7

      email     (empty)
      password  \(password)

      next      disabled: email is required
      back

    >
    """
  }

  @Test func `a secure value is edited as bullets, after a question or after the name`() throws {
    let window = try window()
    try window.type("password\r")
    try window.wait(forLast: "password:")
    try window.type("hunter2\u{1B}[D\u{1B}[Dx\u{1}y\u{5}z\u{7F}")
    try window.wait(forLast: "password: •••••••••")
    try window.type("\r", shows: credentials("password: •••••••••", password: "•••••••••"))
    try window.type("password hunt er")
    try window.wait(forLast: "> password •••••••")
    try window.type("2\r", shows: credentials("> password ••••••••", password: "••••••••"))
    // The line is not recalled.
    try window.type("\u{1B}[A")
    try window.wait(forLast: "> next")
  }

  @Test func `a pasted secret is one line, and the lines after it are not run`() throws {
    let window = try window()
    try window.type("password\r")
    try window.wait(forLast: "password:")
    try window.type("\u{1B}[200~hunter2\nback\n\u{1B}[201~")
    let told = "\n1 pasted line was not run\npassword: •••••••"
    try window.wait(for: told) { $0.text.hasSuffix(told) }
    try window.type("\r", shows: credentials("password: •••••••", password: "•••••••"))
  }

  @Test func `Ctrl-C and Ctrl-D discard the value, and what was cut cannot be pasted elsewhere`()
    throws
  {
    let window = try window()
    try window.type("back\u{1}", shows: "\n> back")
    try window.type("\u{3}", shows: "\n> back^C\npress Ctrl-C again to quit\n>")
    for (key, end) in [("hunter2\u{3}", "^C\n>"), ("\u{4}", "password:\n>")] {
      try window.type("password\r")
      try window.wait(forLast: "password:")
      try window.type(key, shows: end)
    }
    try window.type("password hunter2\u{15}email x\u{19}")
    try window.wait(forLast: "> email x")
    try window.type("\u{15}password\r")
    try window.wait(forLast: "password:")
    try window.type("hunter2\u{15}\r\u{19}y")
    try window.wait(forLast: "> y")
  }

  @Test func `no output and no file contains the secret`() throws {
    let window = try window()
    try window.type("password tooth fairy\rpassword\rhunter2\rpasword hunter2\r")
    try window.type("email ada\r:state\r:diff\r:diff 4\r:history\r:actions\r:save s.trail\r:undo\r")
    try window.type("next\r:effects\r")
    try window.wait(forLast: ">")
    try window.type("bye")
    try window.wait(forLast: "> bye")
    try window.type("\u{15}\u{4}")
    try window.wait(forLast: "status 0")
    for text in folder.texts + [window.emulator.transcript.replacing("pasword hunter2", with: "")] {
      #expect(!text.contains("hunter2") && !text.contains("fairy"))
    }
    let inputs = [
      "next", "accept", "next", "password {secret-1}", "password {secret-2}", "email ada",
    ]
    #expect(
      folder.text("s.trail") == "% app onboarding\n% options --ephemeral\n\n"
        + inputs.map { "> \($0)\n" }.joined() + "? screen credentials\n")
  }

  // MARK: - Several pasted lines

  private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test func `each line is run in turn, and the text after the last line break can be edited`()
    throws
  {
    let window = try Window.prompt(.counter, in: folder, rows: 60)
    try window.type("inc" + paste("rement\nincrement\r\nincrement\rres\tet") + "x")
    let banner = """
      counter: type a name from the screen, :help for help, :quit
      to exit.

      """
    try window.wait(
      for: """
        \(banner.dropLast())
        > increment
        > increment
        > increment

        \(counter(3))
        > res\\tetx
        """)
    // A refused line discards the lines after it.
    try window.type("\u{15}reset\r")
    try window.type(
      paste("decrement\nincrement\nincrement\n"),
      shows: """
        > decrement
        decrement is disabled: the count is zero
        2 pasted lines were not run
        >
        """)
  }

  @Test func `each line waits for the effects of the one before`() throws {
    let window = try Window.prompt(
      .onboarding, "--ephemeral", "--latency", "5s", "--virtual-time", in: folder, rows: 60)
    try window.type(paste("next\n") + "x")
    try window.wait(forLast: "> x")
    try window.type("\u{15}:advance 5s\r", shows: "  back\n\n>")
    #expect(
      window.emulator.text.contains(
        """
        > :advance 5s
        5 s passed

        Welcome                                                  1/7

          This takes seven short screens. You can go back at any
          time.

          next

        > next

        Terms of Service                                         2/7
        """))
  }
}
