import Foundation
import Testing

/// A secure field without a value, whose value is asked for without echo.
@Suite struct TerminalSecretTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The screen Credentials after `password`. The prompt appears after the echo is off.
  private func atQuestion() throws -> Dialogue {
    let terminal = try Dialogue(atTerminal: .onboarding, "--ephemeral", in: folder)
    _ = try terminal.read(to: "\n> ")
    for line in ["next", "accept", "next"] { _ = try terminal.answer(to: line) }
    try terminal.send("password\n")
    #expect(try terminal.read(to: "password: ") == "password\npassword: ")
    #expect(try !terminal.isTerminalAsBefore())
    return terminal
  }

  private func credentials(password: String, next: String = "email and password are") -> String {
    """
    Credentials                                                                  3/7

      email     (empty)
      password  \(password)

      next      disabled: \(next) required
      back

    >\u{20}
    """
  }

  @Test func `the typed value is used and not shown`() throws {
    let terminal = try atQuestion()
    #expect(
      try terminal.answer(to: "correct horse")
        == "\n\n" + credentials(password: "•••••••••••••", next: "email is"))
    #expect(try terminal.isTerminalAsBefore())
    #expect(
      try terminal.answer(to: ":history")
        == ":history\n1  next\n2  accept\n3  next\n4  password •••••••••••••\n> ")
    try terminal.send(":quit\n")
    let rest = try terminal.readToStatus()
    #expect(try terminal.isTerminalAsBefore())
    #expect(rest == ":quit\nstatus 0\n")
  }

  @Test func `the value is used as it is, with quotes and spaces`() throws {
    let terminal = try atQuestion()
    #expect(
      try terminal.answer(to: #" "a" "#)
        == "\n\n" + credentials(password: "•••••", next: "email is"))
  }

  @Test func `an empty answer clears the field`() throws {
    let terminal = try atQuestion()
    _ = try terminal.answer(to: "correct horse")
    try terminal.send("password\n")
    _ = try terminal.read(to: "password: ")
    #expect(try terminal.answer(to: "") == "\n\n" + credentials(password: "(empty)"))
  }

  @Test(arguments: ["\u{3}", "correct horse\u{3}", "\u{4}"])
  func `Ctrl-C, and Ctrl-D at its beginning, discard the line`(keys: String) throws {
    let terminal = try atQuestion()
    try terminal.send(keys)
    #expect(try terminal.read(to: "> ") == "\n> ")
    #expect(try terminal.isTerminalAsBefore())
    #expect(try terminal.answer(to: "") == "\n\n" + credentials(password: "(empty)"))
    #expect(try terminal.answer(to: ":history") == ":history\n1  next\n2  accept\n3  next\n> ")
  }

  @Test func `bytes that are not UTF-8 are refused`() throws {
    let terminal = try atQuestion()
    try terminal.send([0xFF, 0x0A])
    #expect(try terminal.read(to: "> ") == "\nthe line is not valid UTF-8\n> ")
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func `a signal that ends the program leaves the terminal as it was, and the secret to nobody`(
    signal: Int32
  ) throws {
    let terminal = try atQuestion()
    try terminal.send("correct")
    terminal.send(signal: signal)
    let rest = try terminal.readToStatus()
    #expect(try terminal.isTerminalAsBefore())
    #expect(rest.hasSuffix("status \(128 + signal)\n"))
    #expect(!rest.contains("correct"))
    #expect(try terminal.readToEndOfShellLine() == "\nline []\n")
  }
}
