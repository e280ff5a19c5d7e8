import Testing

/// The forms of output: for people, screen readers and programs.
@Suite struct OutputFormTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The page about the terminal shows the other answers, and TerminalPageTests plays them.
  @Test func `--json prints an object for each answer, and a refusal ends it`() throws {
    let zero =
      #""screen":{"elements":[{"kind":"text","text":"Count: 0"},"#
      + #"{"kind":"button","name":"increment"},"#
      + #"{"disabled":"the count is zero","kind":"button","name":"decrement"},"#
      + #"{"kind":"button","name":"reset"}],"id":"counter","title":"Counter"}}"#
    let first = #"{"event":"screen","# + zero + "\n"
    let refused =
      #"{"event":"refused","line":2,"reason":"decrement is disabled: the count is zero"}"#
    try folder.run(.counter, "--json", lines: ["", "decrement", "increment"]).expect(
      first + #"{"event":"screen","line":1,"# + zero + "\n" + refused + "\n", status: 1)
  }

  @Test func `--plain prints words, and no control sequences at a terminal`()
    throws
  {
    let window = try Window.prompt(.counter, "--plain", in: folder)
    try window.type(
      "increment\n", shows: "Count: 1\nincrement, button\ndecrement, button\nreset, button\n\n>")
    #expect(window.emulator.modes == [])
  }

  @Test func `a terminal has color, and a script only with an option`() throws {
    #expect(try !folder.run(.counter).output.contains("\u{1B}"))
    #expect(
      try folder.run(.counter, "--color=always").output.hasPrefix("\u{1B}[1mCounter\u{1B}[0m\n"))
    let colored = try Window.prompt(.counter, in: folder, variables: ["NO_COLOR": ""])
    #expect(colored.emulator.modes.contains("1m"))
    for plain in [
      try Window.prompt(.counter, in: folder, variables: ["NO_COLOR": "1"]),
      try Window.prompt(.counter, "--color", "never", in: folder, variables: ["NO_COLOR": ""]),
    ] {
      #expect(plain.emulator.modes == ["?2004h"])
      #expect(plain.emulator.text == colored.emulator.text)
    }
  }

  @Test func `with virtual time a script passes at once, and a terminal by :advance`() throws {
    let run = try folder.run(
      .onboarding, "--ephemeral", "--latency", "999m", "--virtual-time", lines: ["next"])
    #expect(run.status == 0 && run.output.contains("Terms of Service  "))
    let window = try Window.prompt(
      .onboarding, "--ephemeral", "--latency", "999m", "--virtual-time", in: folder)
    try window.type(":advance 61.5s\r", shows: "\n… 61 s\n>")
    try window.type(":advance 998m\r", shows: "\n  next\n\n>")
  }

  @Test func `the animation leaves the same text as no animation`() throws {
    let moving = try Window.prompt(
      .onboarding, "--ephemeral", in: folder, rows: 60, variables: ["REDUCE_MOTION": ""])
    let still = try Window.prompt(
      .onboarding, "--ephemeral", "--no-animation", in: folder, rows: 60)
    for window in [moving, still] {
      try window.type("next\raccept\r", shows: "  next\n  back\n\n>")
      try window.type("\u{4}")
      try window.wait(forLast: "status 0")
    }
    #expect(moving.emulator.transcript == still.emulator.transcript)
  }
}
