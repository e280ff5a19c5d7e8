import Testing

/// The Counter with lines from a pipe: its output, its errors and its status.
@Suite struct ScriptTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `without any input the first screen is printed`() throws {
    try folder.run(.counter).expect(counter(0))
  }

  @Test func `the word run is optional`() throws {
    try folder.run(.counter, "run", lines: ["increment"]).expect(counter(0, 1))
  }

  @Test func `each line is answered once by the screen`() throws {
    try folder.run(.counter, lines: ["increment", "increment", "decrement"])
      .expect(counter(0, 1, 2, 1))
  }

  @Test(arguments: ["", " ", "\t\u{A0}"])
  func `a blank line prints the screen again and is counted`(blank: String) throws {
    try folder.run(.counter, lines: ["increment", blank, "nope"]).expect(
      counter(0, 1, 1),
      errors: """
        line 3: there is no "nope" here; you can type: increment, decrement, reset

        """, status: 1)
  }

  @Test func `the last line needs no line feed`() throws {
    try folder.run(.counter, input: Array("increment\nincrement".utf8)).expect(counter(0, 1, 2))
  }

  @Test func `a carriage return at the end of a line is dropped`() throws {
    try folder.run(.counter, input: Array("increment\r\nincrement\r\n\r\nreset\r".utf8))
      .expect(counter(0, 1, 2, 2, 0))
    try folder.run(.counter, input: Array("increment\r\n:history\r\n".utf8))
      .expect(counter(0, 1) + "\n1  increment\n")
  }

  @Test func `a refused line prints no screen and ends the run`() throws {
    try folder.run(.counter, lines: ["decrement", "increment"]).expect(
      counter(0), errors: "line 1: decrement is disabled: the count is zero\n", status: 1)
  }

  @Test func `with --keep-going all refused lines are reported, and the status is still 1`() throws
  {
    try folder.run(
      .counter, "--keep-going",
      lines: ["decrement", "increment", "", "incremnt", "increment 2", "increment"]
    ).expect(
      counter(0, 1, 1, 2),
      errors: """
        line 1: decrement is disabled: the count is zero
        line 4: there is no "incremnt" here; did you mean "increment"?
        line 5: increment takes no value

        """, status: 1)
  }

  @Test func `:quit ends without another screen`() throws {
    try folder.run(.counter, lines: ["increment", ":quit", "nope"]).expect(counter(0, 1))
    try folder.run(.counter, "--keep-going", lines: ["nope", " :quit", "nope"]).expect(
      counter(0),
      errors: "line 1: there is no \"nope\" here; you can type: increment, decrement, reset\n",
      status: 1)
  }

  @Test(arguments: [
    ("quit", ":quit"), ("exit", ":quit"), ("q", ":quit"), (" help ", ":help"), ("?", ":help"),
    ("undo", ":undo"),
  ])
  func `a command without its colon is refused with the command`(line: String, command: String)
    throws
  {
    try folder.run(.counter, lines: [line]).expect(
      counter(0), errors: "line 1: commands begin with a colon: type \(command)\n", status: 1)
  }

  @Test func `an unknown colon command is refused with a list of the commands`() throws {
    let long = String(repeating: "x", count: 50)
    try folder.run(.counter, "--keep-going", lines: [":frob 1", ":", ":\u{1B}c", ":\(long)"])
      .expect(
        counter(0),
        errors: [":frob", ":", ":\\u{1B}c", ":\(long.prefix(38))…"].enumerated().map {
          """
          line \($0 + 1): there is no command "\($1)"; the commands are: \(colonCommands)

          """
        }.joined(), status: 1)
  }

  @Test func `a colon command takes no value`() throws {
    try folder.run(.counter, lines: [":undo 2"])
      .expect(counter(0), errors: "line 1: :undo takes no value\n", status: 1)
  }

  @Test func `:help lists inputs and commands`() throws {
    try folder.run(.counter, lines: [":help"]).expect(
      counter(0) + """

        On this screen:
          increment
          decrement  (disabled: the count is zero)
          reset
        Everywhere:
          :help [COMMAND]  list all inputs and commands, or explain one command
          :state           print the whole state, with secrets as bullets
          :diff [N]        print the change of state by the last input, or by input N
          :stack           list the live screens, from the root up
          :actions         list the inputs, and why some are disabled
          :effects         list the effects in flight, their start and their cause
          :undo            undo the last input and all that it caused in the state
          :redo            redo the last undone input
          :goto N          go to the state after N inputs; 0 is the start
          :history         list the inputs so far
          :advance TIME    move time ahead, as in 1.5s, 200ms or 2m
          :save FILE       write the inputs so far to a new trail
          :load FILE       type the inputs of a trail, up to the first refused one
          :explore         check the app's properties from this state on
          :graph           draw the screens from here on as a Mermaid flow chart
          :quit            quit, as Ctrl-D on an empty line does
        A VALUE is the rest of the line; "" clears the field. An empty line shows the
        screen.

        """)
  }

  @Test func `:state prints the whole state`() throws {
    try folder.run(.counter, lines: ["increment", ":state"]).expect(
      counter(0, 1) + """

        Counter.State(count: 1)

        """)
  }

  @Test func `:undo and :redo go back and forth, and :history shows the position`() throws {
    try folder.run(
      .counter, lines: [":history", "increment", "reset", ":undo", ":history", ":redo"]
    ).expect(
      counter(0) + "\nno input was typed yet\n\n" + counter(1, 0) + """

        undone: reset (files are left as they are)
        \(counter(1))
        1  increment
        2  reset  (undone)

        redone: reset (files are left as they are)
        \(counter(0))
        """)
  }

  @Test func `undo and redo without a step are refused`() throws {
    try folder.run(.counter, "--keep-going", lines: [":undo", ":redo"]).expect(
      counter(0),
      errors: """
        line 1: there is nothing to undo
        line 2: there is nothing to redo

        """, status: 1)
  }

  @Test func `neither prompt nor banner nor color is printed`() throws {
    let run = try folder.run(.onboarding, "--ephemeral", lines: signUp)
    #expect(!run.output.contains("> "))
    #expect(!run.output.contains(":help"))
    #expect(!run.output.contains("\u{1B}"))
  }
}
