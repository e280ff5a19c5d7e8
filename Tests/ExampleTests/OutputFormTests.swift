import Testing

/// The forms of output: for people, screen readers and programs.
@Suite struct OutputFormTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

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
    let run = try folder.run(
      .counter, "--json", "--keep-going", lines: ["increment", "nope now", ":undo", ":stack"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(
      lines[2].hasPrefix(#"{"event":"refused","line":2,"reason":"there is no \"nope\" here;"#))
    #expect(
      lines[3] == #"{"event":"screen","line":3,"#
        + #""remark":"undone: increment (files are left as they are)","# + zero)
    #expect(lines[4] == #"{"event":"text","line":4,"lines":["  1  counter  Counter  <- shown"]}"#)
    #expect(run.errors == "" && run.status == 1)
  }

  @Test func `--json has bullets for a secret`() throws {
    let run = try folder.run(
      .onboarding, "--ephemeral", "--json", lines: signUp + [":state", ":history"])
    #expect(run.status == 0)
    #expect(run.output.contains(#""secure":true,"value":"•••••••••••••""#))
    for secret in signUpSecrets { #expect(!run.output.contains(secret)) }
  }

  @Test func `--plain prints every element in words`() throws {
    try folder.run(.counter, "--plain", lines: ["increment", "x"]).expect(
      """
      Counter
      Count: 0
      increment, button
      decrement, button, disabled: the count is zero
      reset, button

      Counter
      Count: 1
      increment, button
      decrement, button
      reset, button

      """, errors: "line 2: there is no \"x\" here; you can type: increment, decrement, reset\n",
      status: 1)
  }

  @Test func `--plain at a terminal sends no control sequences`() throws {
    let window = try Window(.counter, "--plain", in: folder)
    try window.wait(forLast: ">")
    try window.type("increment\n")
    try window.wait(for: "1") { $0.text.contains("Count: 1\n") && $0.text.hasSuffix("button\n\n>") }
    #expect(window.emulator.modes == [])
  }

  @Test func `a dumb terminal gets plain lines in its width`() throws {
    let window = try Window(
      .onboarding, "--ephemeral", in: folder, columns: 40, variables: ["TERM": "dumb"])
    try window.wait(forLast: ">")
    try window.type("nxt\n")
    try window.wait(for: "a refusal") {
      $0.text.hasSuffix(
        """
        Welcome                              1/7

          This takes seven short screens. You
          can go back at any time.

          next

        > nxt
        there is no "nxt" here; did you mean "ne
        xt"?
        >
        """)
    }
    #expect(window.emulator.modes == [])
  }

  @Test func `a script has color only with an option`() throws {
    #expect(try !folder.run(.counter).output.contains("\u{1B}"))
    #expect(
      try folder.run(.counter, "--color=always").output.hasPrefix("\u{1B}[1mCounter\u{1B}[0m\n"))
  }

  @Test func `a terminal has color, and none with NO_COLOR or --color never`() throws {
    let colored = try Window(.counter, in: folder, variables: ["NO_COLOR": ""])
    try colored.wait(forLast: ">")
    #expect(colored.emulator.modes.contains("1m"))
    for (arguments, variables) in [
      ([], ["NO_COLOR": "1"]), (["--color", "never"], ["NO_COLOR": ""]),
    ] {
      let plain = try Window(.counter, arguments: arguments, in: folder, variables: variables)
      try plain.wait(forLast: ">")
      #expect(plain.emulator.modes == ["?2004h"])
      #expect(plain.emulator.text == colored.emulator.text)
    }
  }

  @Test func `with virtual time a script passes at once, and a terminal by :advance`() throws {
    let run = try folder.run(
      .onboarding, "--ephemeral", "--latency", "999m", "--virtual-time", lines: ["next"])
    #expect(run.status == 0 && run.output.contains("Terms of Service  "))
    let window = try Window(
      .onboarding, "--ephemeral", "--latency", "999m", "--virtual-time", in: folder)
    try window.wait(forLast: ">")
    try window.type(":advance 61.5s\r")
    try window.wait(for: "progress") { $0.text.hasSuffix("\n… 61 s\n>") }
    try window.type(":advance 998m\r")
    try window.wait(for: "Welcome") { $0.text.hasSuffix("\n  next\n\n>") }
  }

  @Test(arguments: ["next\r", "next\raccept\r"])
  func `the animation leaves the same text as no animation`(keys: String) throws {
    let moving = try Window(
      .onboarding, "--ephemeral", in: folder, rows: 60, variables: ["REDUCE_MOTION": ""])
    let still = try Window(.onboarding, "--ephemeral", "--no-animation", in: folder, rows: 60)
    for window in [moving, still] {
      try window.wait(forLast: ">")
      try window.type(keys)
      try window.wait(for: "Terms") { $0.text.hasSuffix("  back\n\n>") }
      try window.type("\u{4}")
      try window.wait(forLast: "status 0")
    }
    #expect(moving.emulator.transcript == still.emulator.transcript)
  }
}
