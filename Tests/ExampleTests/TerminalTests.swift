import Foundation
import TestSupport
import Testing

/// The programs at a terminal that supports plain lines only.
@Suite(.blocking) struct TerminalTests {
  private let folder = Folder()

  private func window(_ program: Program, _ options: String...) throws -> Window {
    try Window(
      path: program.path, arguments: options, in: folder, columns: 80, rows: 200,
      variables: Window.plainLines)
  }

  @Test func `a session has a banner, and an answer to each line until Ctrl-D`() throws {
    let window = try window(.counter)
    try window.wait(
      for: """
        counter: type a name from the screen, :help for help, :quit to exit.

        \(counter(0))
        >
        """)
    for (line, answer) in [
      (" increment", "\n\(counter(1))\n"), ("", "\n\(counter(1))\n"),
      (" :state", "Counter.State(count: 1)\n"),
      (" :undo", "undone: increment (files are left as they are)\n\n\(counter(0))\n"),
      (" decrement", "decrement is disabled: the count is zero\n"),
      (" nope", "there is no \"nope\" here; you can type: increment, decrement, reset\n"),
    ] { try window.type(line.dropFirst() + "\n", shows: "\n>\(line)\n\(answer)>") }
    let inputs = "  increment\n  decrement  (disabled: the count is zero)\n  reset\n"
    try window.type(":help\n")
    try window.wait(for: "the help") {
      $0.text.contains("> :help\nOn this screen:\n\(inputs)Everywhere:\n")
        && $0.text.hasSuffix("\n>")
    }
    try window.type("\u{4}", untilLast: "status 0")
    let interrupted = try self.window(.counter)
    try interrupted.wait(forLast: ">")
    try interrupted.type("\u{3}", untilLast: "status 130")
  }

  @Test func `changes by effects are shown when they happen`() throws {
    let window = try window(.onboarding, "--ephemeral", "--latency", "500ms")
    let shown = "\n\nStarting\n\n  … Looking for a saved session…\n\n>\n\n\(welcomeScreen)\n>"
    try window.wait(for: shown) { $0.text.hasSuffix(shown) }
  }

  @Test func `a secret is asked for without echo and means the same as after its name`()
    throws
  {
    let window = try window(.onboarding, "--ephemeral")
    try window.type("next\naccept\nnext\n", shows: "required\n  back\n\n>")
    func ask(_ keys: [UInt8], shows end: String) throws {
      try window.type("password\n", untilLast: "password:")
      #expect(try !window.isTerminalAsBefore())
      try window.type(keys)
      let shown = "> password\npassword:\n\(end)>"
      try window.wait(for: shown) { $0.text.hasSuffix(shown) }
      #expect(try window.isTerminalAsBefore())
    }
    func credentials(_ password: String, _ reason: String) -> String {
      """

      Credentials                                                                  3/7

        email     (empty)
        password  \(password)

        next      disabled: \(reason) required
        back


      """
    }
    try ask(Array("correct horse\n".utf8), shows: credentials("•••••••••••••", "email is"))
    try ask([0x03], shows: "")
    try ask(Array(#" "a" \#n"#.utf8), shows: credentials("•", "email is"))
    try ask([0x0A], shows: "password is unchanged; \"\" clears it\n")
    try ask(Array("\"\"\n".utf8), shows: credentials("(empty)", "email and password are"))
    try ask([0x61, 0x03], shows: "")
    try ask([0x04], shows: "")
    try ask([0xFF, 0x0A], shows: "the line is not valid UTF-8\n")
    try window.type(":history\n")
    try window.wait(for: "the secrets") {
      $0.text.hasSuffix("4  password •••••••••••••\n5  password •••\n6  password ••\n>")
    }
    #expect(!window.emulator.transcript.contains("horse"))
  }
}

/// Lines that wait, secrets and signals at a terminal that supports plain lines only.
@Suite(.blocking, .timeLimit(.minutes(10))) struct LineModeTests {
  private let folder = Folder()
  private let disk: SlowDisk

  init() throws { disk = try SlowDisk(in: folder) }

  private func saver(script: String = Window.jobs) throws -> Window {
    let window = try Window(
      .saver, "--plain", "--disk", disk.path, in: folder, columns: 100, rows: 200,
      variables: Child.withBlockingEffects, script: script)
    try window.wait(until: "watch, button")
    if script == Window.jobs { try window.wait(forLast: ">") }
    return window
  }

  @Test func `a line waits for the effects of its first part, and Ctrl-C discards it`() throws {
    let window = try saver()
    try window.type("save; count\n", until: "In progress: Saving…\n")
    try window.wait(forLast: ">")
    try window.type("count\n", shows: "\n> count\n>")
    try window.type(":state count\n", shows: "\n> :state count\n0\n>")
    try disk.release()
    try window.wait(until: "Saved: 1, count: 2\n")
    try window.type("save; count; pin 1\n")
    try window.wait(for: "the wait") { $0.text.components(separatedBy: "In progress").count == 3 }
    try window.wait(forLast: ">")
    // The rest of a command waits behind them.
    try window.type(":state count; watch\n", shows: "\n> :state count; watch\n2\n>")
    try window.type("\u{3}", shows: "^C\nnot run: count, pin …, watch\n>")
    try disk.release()
    try window.wait(until: "Saved: 2, count: 2\n")
  }

  @Test func `a refused line that has waited discards the lines behind it`() throws {
    let window = try saver()
    try window.type("save; count; zzz\n", until: "In progress: Saving…\n")
    try window.wait(forLast: ">")
    try window.type("count; watch\n", shows: "\n> count; watch\n>")
    try disk.release()
    try window.wait(until: "\nnot run: count, watch\n>")
    try window.type("count\n", until: "Saved: 1, count: 2\n")
  }

  @Test func `a visible secret behind a semicolon is told, and the question says what it asks for`()
    throws
  {
    let window = try saver()
    let told =
      "> count; pin 1\nthe value was visible; \"pin\" alone asks for it without showing it\n"
    try window.type("count; pin 1\n", until: told)
    try window.type("count; pin\n", untilLast: "pin:")
    try window.type("1234\n", until: "pin, secure field: 4 characters")
    #expect(window.emulator.text.contains("Saved: 0, count: 2\npin, secure field: 4 characters"))
    #expect(!window.emulator.transcript.contains("1234"))
    let piped = try saver(script: #""$@" | cat; read line"#)
    try piped.type("pin\n", untilLast: "pin:")
  }

  @Test func `time passes while a secret is asked for, and after fg there is a prompt`() throws {
    let window = try saver()
    try window.type("save\n", until: "In progress: Saving…\n")
    try window.wait(forLast: ">")
    try window.type("pin\n", untilLast: "pin:")
    try disk.release()
    try window.type("\u{3}", until: "Saved: 1, count: 0\n")
    try window.wait(forLast: ">")
    try window.type("\u{1A}", until: "status \(128 + SIGTSTP)")
    try window.type("\n", untilLast: ">")
    try window.type("count\n", until: "Saved: 1, count: 1\n")
  }
}

@Suite(.blocking) struct OutputFormTests {
  private let folder = Folder()

  @Test func `--plain prints words, and no control sequences at a terminal`() throws {
    let window = try Window.prompt(.counter, "--plain", in: folder)
    try window.type(
      "increment\n", shows: "Count: 1\nincrement, button\ndecrement, button\nreset, button\n\n>")
    #expect(window.emulator.modes == [])
  }

  @Test func `the animation leaves the same text as no animation`() throws {
    let windows = try ["--color=auto", "--no-animation"].map { option in
      let window = try Window.prompt(
        .onboarding, "--ephemeral", option, in: folder, rows: 60, variables: ["REDUCE_MOTION": ""])
      try window.type("next\raccept\r", shows: "  next\n  back\n\n>")
      try window.type("\u{4}", untilLast: "status 0")
      return window.emulator.transcript
    }
    #expect(windows[0] == windows[1])
  }
}
