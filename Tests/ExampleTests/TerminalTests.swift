import Foundation
import Testing

/// The programs at a terminal that supports plain lines only.
@Suite struct TerminalTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a session has a banner, and an answer to each line until Ctrl-D`() throws {
    let terminal = try Dialogue(atTerminal: .counter, in: folder)
    #expect(
      try terminal.read(to: "\n> ") == """
        counter: type a name from the screen, :help for help, :quit to exit.

        \(counter(0))
        >\u{20}
        """)
    for (line, answer) in [
      ("increment", "\n\(counter(1))\n"), ("", "\n\(counter(1))\n"),
      (":state", "Counter.State(count: 1)\n"),
      (":undo", "undone: increment (files are left as they are)\n\n\(counter(0))\n"),
      ("decrement", "decrement is disabled: the count is zero\n"),
      ("nope", "there is no \"nope\" here; you can type: increment, decrement, reset\n"),
    ] {
      #expect(try terminal.answer(to: line) == "\(line)\n\(answer)> ")
    }
    let inputs = "  increment\n  decrement  (disabled: the count is zero)\n  reset\n"
    #expect(
      try terminal.answer(to: ":help").hasPrefix(":help\nOn this screen:\n\(inputs)Everywhere:\n"))
    try terminal.send([0xFF, 0x0A])
    #expect(try terminal.read(to: "\n> ").hasSuffix("\nthe line is not valid UTF-8\n> "))
    try terminal.send("\u{4}")
    #expect(try terminal.readToStatus() == "\nstatus 0\n")
  }

  @Test func `Ctrl-C at the prompt ends the program as interrupted`() throws {
    let terminal = try Dialogue(atTerminal: .counter, in: folder)
    _ = try terminal.read(to: "\n> ")
    try terminal.send("\u{3}")
    #expect(try terminal.readToStatus().hasSuffix("status 130\n"))
  }

  @Test func `changes by effects are shown when they happen`() throws {
    let terminal = try Dialogue(
      atTerminal: .onboarding, "--ephemeral", "--latency", "500ms", in: folder)
    let shown = try terminal.read(to: "\n> ") + terminal.read(to: "\n> ")
    #expect(
      shown.hasSuffix(
        """


        Starting

          … Looking for a saved session…

        >\u{20}

        \(welcomeScreen)
        >\u{20}
        """))
  }

  // MARK: - A secure field without a value, whose value is asked for without echo

  /// The screen Credentials after `password`. The prompt appears after the echo is off.
  private func atQuestion() throws -> Dialogue {
    let terminal = try Dialogue(atTerminal: .onboarding, "--ephemeral", in: folder)
    _ = try terminal.read(to: "\n> ")
    for line in ["next", "accept", "next"] { _ = try terminal.answer(to: line) }
    try ask(terminal)
    return terminal
  }

  private func ask(_ terminal: Dialogue) throws {
    try terminal.send("password\n")
    #expect(try terminal.read(to: "password: ") == "password\npassword: ")
    #expect(try !terminal.isTerminalAsBefore())
  }

  private func credentials(password: String, next: String = "email is") -> String {
    """


    Credentials                                                                  3/7

      email     (empty)
      password  \(password)

      next      disabled: \(next) required
      back

    >\u{20}
    """
  }

  @Test func `the typed secret is used as it is and not shown, and an empty one clears the field`()
    throws
  {
    let terminal = try atQuestion()
    for (secret, password) in [("correct horse", "•••••••••••••"), (#" "a" "#, "•••••")] {
      #expect(try terminal.answer(to: secret) == credentials(password: password))
      #expect(try terminal.isTerminalAsBefore())
      try ask(terminal)
    }
    let empty = credentials(password: "(empty)", next: "email and password are")
    #expect(try terminal.answer(to: "") == empty)
    for keys in ["\u{3}", "correct horse\u{3}", "\u{4}"] {
      try ask(terminal)
      try terminal.send(keys)
      #expect(try terminal.read(to: "> ") == "\n> ")
      #expect(try terminal.isTerminalAsBefore())
    }
    #expect(try terminal.answer(to: "") == empty)
    try ask(terminal)
    try terminal.send([0xFF, 0x0A])
    #expect(try terminal.read(to: "> ") == "\nthe line is not valid UTF-8\n> ")
    let history = try terminal.answer(to: ":history").split(separator: "\n").dropFirst(4)
    #expect(
      history == ["4  password •••••••••••••", "5  password •••••", "6  password ", "> "])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal that ends the program leaves the secret to nobody`(signal: Int32) throws {
    let terminal = try atQuestion()
    try terminal.send("correct")
    terminal.send(signal: signal)
    let rest = try terminal.readToStatus()
    #expect(try terminal.isTerminalAsBefore())
    #expect(rest.hasSuffix("status \(128 + signal)\n") && !rest.contains("correct"))
    #expect(try terminal.readToEndOfShellLine() == "\nline []\n")
  }
}
