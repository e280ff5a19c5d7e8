import Foundation
import Testing

/// The programs at a terminal that supports plain lines only.
@Suite struct TerminalTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a session begins with a banner, the screen and a prompt`() throws {
    let terminal = try Dialogue(atTerminal: .counter, in: folder)
    #expect(
      try terminal.read(to: "\n> ") == """
        counter: type a name from the screen, :help for help, :quit to exit.

        \(counter(0))
        >\u{20}
        """)
    #expect(try terminal.answer(to: "increment") == "increment\n\n\(counter(1))\n> ")
    #expect(try terminal.answer(to: "") == "\n\n\(counter(1))\n> ")
    try terminal.send(":quit\n")
    #expect(try terminal.readToStatus() == ":quit\nstatus 0\n")
  }

  @Test func `Ctrl-D on an empty line ends with status 0, even after refused lines`() throws {
    let terminal = try Dialogue(atTerminal: .counter, in: folder)
    _ = try terminal.read(to: "\n> ")
    #expect(
      try terminal.answer(to: "decrement") == """
        decrement
        decrement is disabled: the count is zero
        >\u{20}
        """)
    #expect(
      try terminal.answer(to: "nope") == """
        nope
        there is no "nope" here; you can type: increment, decrement, reset
        >\u{20}
        """)
    try terminal.send("\u{4}")
    #expect(try terminal.readToStatus() == "\nstatus 0\n")
  }

  @Test func `Ctrl-C at the prompt ends the program as interrupted`() throws {
    let terminal = try Dialogue(atTerminal: .counter, in: folder)
    _ = try terminal.read(to: "\n> ")
    try terminal.send("\u{3}")
    #expect(try terminal.readToStatus().hasSuffix("status 130\n"))
  }

  @Test func `colon commands are answered`() throws {
    let terminal = try Dialogue(atTerminal: .counter, in: folder)
    _ = try terminal.read(to: "\n> ")
    _ = try terminal.answer(to: "increment")
    #expect(try terminal.answer(to: ":help").hasPrefix(":help\nOn this screen:\n  increment\n"))
    #expect(try terminal.answer(to: ":state") == ":state\nCounter.State(count: 1)\n> ")
    #expect(
      try terminal.answer(to: ":undo")
        == ":undo\nundone: increment (files are left as they are)\n\n\(counter(0))\n> ")
    #expect(try terminal.answer(to: ":history") == ":history\n1  increment  (undone)\n> ")
    #expect(
      try terminal.answer(to: ":redo")
        == ":redo\nredone: increment (files are left as they are)\n\n\(counter(1))\n> ")
    #expect(try terminal.answer(to: ":redo") == ":redo\nthere is nothing to redo\n> ")
    #expect(
      try terminal.answer(to: ":frob") == """
        :frob
        there is no command ":frob"; the commands are: \(colonCommands)
        >\u{20}
        """)
    try terminal.send(":quit\n")
    #expect(try terminal.readToStatus() == ":quit\nstatus 0\n")
  }

  @Test func `a line that is not UTF-8 is refused`() throws {
    let terminal = try Dialogue(atTerminal: .counter, in: folder)
    _ = try terminal.read(to: "\n> ")
    try terminal.send([0xFF, 0x0A])
    #expect(try terminal.read(to: "\n> ").hasSuffix("\nthe line is not valid UTF-8\n> "))
  }

  @Test func `changes by effects are shown when they happen`() throws {
    let terminal = try Dialogue(
      atTerminal: .onboarding, "--ephemeral", "--latency", "500ms", in: folder)
    let shown = try terminal.read(to: "\n> ") + terminal.read(to: "\n> ")
    #expect(
      shown == """
        onboarding: type a name from the screen, :help for help, :quit to exit.

        Starting

          … Looking for a saved session…

        >\u{20}

        \(welcomeScreen)
        >\u{20}
        """)
  }
}
