import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

/// Lines from a pipe: the output, the errors and the status of a program.
@Suite(.blocking) struct ScriptTests {
  private let folder = Folder()

  private static func nope(_ word: String = "nope") -> String {
    #"there is no "\#(word)" here; you can type: increment, decrement, reset"#
  }

  private static let zero = "decrement is disabled: the count is zero"

  @Test(
    arguments: [
      ([], "", [0], []),
      (["run"], "increment\nincrement\ndecrement\n", [0, 1, 2, 1], []),
      // The last line needs no line feed, and a carriage return at the end of a line is dropped.
      ([], "\u{FEFF}increment\r\nincrement\r\n\r\nreset\r", [0, 1, 2, 2, 0], []),
      ([], "increment\n\n \n\t\u{A0}\nnope\n", [0, 1, 1, 1, 1], ["line 5: \(nope())"]),
      ([], "decrement\nincrement\n", [0], ["line 1: \(zero)"]),
      (
        ["--keep-going"], "decrement\nincrement\n\nincremnt\nincrement 2\nincrement\n",
        [0, 1, 1, 2],
        [
          "line 1: \(zero)", #"line 4: there is no "incremnt" here; did you mean "increment"?"#,
          "line 5: increment takes no value",
        ]
      ),
      ([], "increment\n:quit\nnope\n", [0, 1], []),
      (["--keep-going"], "nope\n :quit\nnope\n", [0], ["line 1: \(nope())"]),
    ] as [([String], String, [Int], [String])])
  func `each line is answered once, and a refused line ends the run unless it keeps going`(
    options: [String], lines: String, counts: [Int], refusals: [String]
  ) throws {
    try folder.run(.counter, options, input: Array(lines.utf8)).expect(
      counter(counts), errors: refusals.map { $0 + "\n" }.joined(), status: refusals.isEmpty ? 0 : 1
    )
  }

  @Test func `a refused command or name is repeated with escapes, with the reason`() throws {
    let long = String(repeating: "x", count: 50)
    let commands = ColonCommand.allCases.map(\.rawValue).joined(separator: ", ")
    func unknown(_ command: String) -> String {
      #"there is no command "\#(command)"; the commands are: \#(commands)"#
    }
    let refusals: [(line: String, reason: String)] = [
      ("quit", "commands begin with a colon: type :quit"),
      (" help ", "commands begin with a colon: type :help"),
      ("?", "commands begin with a colon: type :help"),
      ("undo", "commands begin with a colon: type :undo"),
      (":undo 2", "0 inputs can be undone, and not 2"),
      (":undo", "there is nothing to undo"), (":redo", "there is nothing to redo"),
      (":frob 1", unknown(":frob")), (":", unknown(":")), (":\u{1B}c", unknown(#":\u{1B}c"#)),
      (":" + long, unknown(":" + long.prefix(38) + "…")),
      ("a\u{0}b", Self.nope(#"a\u{0}b"#)), ("a\u{9B}m", Self.nope(#"a\u{9B}m"#)),
      ("\u{1B}[2J\u{7}", Self.nope(#"\u{1B}[2J\u{7}"#)),
    ]
    let errors = refusals.enumerated().map { "line \($0 + 1): \($1.reason)\n" }
    try folder.run(.counter, "--keep-going", lines: refusals.map(\.line)).expect(
      counter(0), errors: errors.joined(), status: 1)
  }

  @Test(arguments: [
    (0, "not valid UTF-8"), (1 << 20 + 1, "longer than 1 MiB"), (3 << 20, "longer than 1 MiB"),
  ])
  func `a line that cannot be read is refused once, and the lines after it are not`(
    length: Int, reason: String
  ) throws {
    // A line of 1 MiB is read.
    let first = "increment" + String(repeating: " ", count: 1 << 20 - 9) + "\n"
    let second = length == 0 ? [0xFF, 0xFE] : [UInt8](repeating: 0x78, count: length)
    for (rest, counts) in [("", [0, 1]), ("\nincrement\n", [0, 1, 2])] {
      let input = Array(first.utf8) + second + Array(rest.utf8)
      try folder.run(.counter, ["--keep-going"], input: input).expect(
        counter(counts), errors: "line 2: the line is \(reason)\n", status: 1)
    }
  }

  @Test func `a line without end is refused as soon as it is too long`() throws {
    try folder.run(Program.counter.path, input: .file("/dev/zero", 0)).expect(
      counter(0), errors: "line 1: the line is longer than 1 MiB\n", status: 1)
  }

  @Test func `a named pipe is not loaded, and ~ is the home`() throws {
    #expect(mkfifo(folder["a.trail"], 0o600) == 0)
    try folder.run(
      .counter, "--keep-going",
      lines: ["increment", ":load a.trail", ":save ~/b.trail", ":load ~/b.trail"]
    ).expect(
      counter(0, 1) + "\n1 input written to \(folder.path)/b.trail\n\n"
        + "1 input of \(folder.path)/b.trail typed\n" + counter(2),
      errors: "line 2: a.trail: cannot be read: it is not a regular file\n", status: 1)
    #expect(folder.text("b.trail")?.contains("> increment") == true)
  }

  /// The page about the terminal shows the other answers, and TerminalPageTests plays them.
  @Test func `--json prints an object for each answer, and a refusal ends it`() throws {
    let zero =
      #""screen":{"elements":[{"kind":"text","text":"Count: 0"},"#
      + #"{"kind":"button","name":"increment"},"#
      + #"{"disabled":"the count is zero","kind":"button","name":"decrement"},"#
      + #"{"kind":"button","name":"reset"}],"id":"counter","title":"Counter"}}"#
    try folder.run(.counter, "--json", lines: ["", "decrement", "increment"]).expect(
      """
      {"event":"screen",\(zero)
      {"event":"screen","line":1,\(zero)
      {"event":"refused","line":2,"reason":"\(Self.zero)"}

      """, status: 1)
    let undone = try folder.run(.counter, "--json", lines: ["increment; :undo; :stack"])
    #expect(undone.output.contains(#""remark":"undone: increment"#), "\(undone)")
  }

  @Test func `a refused :load ends a script below the screen of what it has typed`() throws {
    try folder.write("% app counter\n\n> increment\n> next\n", to: "a.trail")
    let refusal =
      "1 input of a.trail typed; line 4: there is no \"next\" here; you can type: increment, decrement,"
      + " reset; not run: reset"
    try folder.run(.counter, lines: [":load \"a.trail\"; reset", "increment"]).expect(
      counter(0, 1), errors: "line 1: \(refusal)\n", status: 1)
    let records = try folder.run(.counter, "--json", lines: [":load a.trail"])
    let events = records.output.matches(of: /"event":"(\w+)"/).map(\.output.1)
    #expect(events == ["screen", "screen", "refused"] && records.status == 1)
  }

  @Test func `a whole sign-up prints a screen for each line, after the wait for slow storage`()
    throws
  {
    let lines = signUp + ["lock", "sign-out"]
    let quick = try folder.run(.onboarding, "--ephemeral", lines: lines)
    let steps = quick.output.matches(of: #/(?m)^\w.*(\d)/7$/#).map(\.output.1)
    #expect(steps.joined() == "12233344445566771")
    #expect(quick.output.hasPrefix(welcomeScreen + "\nTerms of Service "))
    #expect(quick.output.contains("\n\n\(mainScreen)\n"))
    #expect(quick.output.hasSuffix("\n\n" + welcomeScreen))
    #expect(quick.errors == "" && quick.status == 0)
    // The effects of the last line, which has no line feed.
    let slow = try folder.run(
      .onboarding, ["--ephemeral", "--latency", "50ms"],
      input: Array(lines.joined(separator: "\n").utf8))
    #expect(slow == quick)
    let run = try folder.run(
      .onboarding, "--ephemeral", "--latency", "999m", "--virtual-time", lines: ["next"])
    #expect(run.status == 0 && run.output.contains("Terms of Service  "))
  }

  @Test(arguments: [false, true])
  func `secrets are neither printed nor saved`(isJSON: Bool) throws {
    let again = ["lock", ":state", ":history", ":undo", ":undo", ":undo", ":state", ":redo"]
    let mistyped = ["pin 94170358", "confirm 94170358 x", "correct horse", "passwrd correct horse"]
    let run = try folder.run(
      .onboarding, ["--state", "session.json", "--keep-going"] + (isJSON ? ["--json"] : []),
      lines: signUp + again + mistyped)
    let shown =
      isJSON
      ? [#""secure":true,"value":"•••••••••••••""#] : ["password •••••••••••••", "pin ••••••••"]
    #expect(shown.allSatisfy(run.output.contains) && run.status == 1)
    for text in folder.texts + [run.output, run.errors] {
      #expect(!signUpSecrets.contains(where: text.contains))
    }
    // The session, its copy and its lock.
    #expect(folder.names == [".session.json.lock", "session.json", "session.json.previous"])
  }
}

/// Standard streams that cannot be used.
@Suite(.blocking) struct StreamTests {
  private let folder = Folder()
  private let program = Program.counter.path

  @Test func `an unreadable input or a closed stream is reported with status 1`() throws {
    try folder.run(program, input: .file(folder.path, O_RDONLY))
      .expect(counter(0), errors: "cannot read the input: Is a directory\n", status: 1)
    // It is not confused with a file that is opened later.
    try folder.run(program, input: .closed)
      .expect(counter(0), errors: "cannot read the input: Bad file descriptor\n", status: 1)
    try folder.run(program, output: .closed)
      .expect("", errors: "cannot write the output: Bad file descriptor\n", status: 1)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [[], ["--help"], ["explore", "--states", "1"]])
  func `a full disk is reported with status 1`(arguments: [String]) throws {
    try folder.run(program, arguments, output: .file("/dev/full", O_WRONLY))
      .expect("", errors: "cannot write the output: No space left on device\n", status: 1)
    if arguments == [] {
      try folder.run(program, ["--journal", "/dev/full"]).expect(
        "", errors: "/dev/full: cannot be written: No space left on device\n", status: 1)
    }
  }

  @Test func `a trail that does not fit on the disk leaves no file`() throws {
    try folder.write("increment\n:save a.trail\n", to: "lines.txt")
    let run = try folder.run(
      "/bin/sh", ["-c", #"(trap "" XFSZ; ulimit -f 0; exec "$0" < lines.txt) 2>&1 | cat"#, program])
    #expect(run.output.contains("a.trail: cannot be written: File too large"), "\(run)")
    #expect(folder.text("a.trail") == nil)
  }

  @Test func `a refusal has its status even if it cannot be reported`() throws {
    try folder.write("nope\nincrement\n", to: "lines.txt")
    for (words, counts, status) in [
      ([], [0], 1), (["--keep-going"], [0, 1], 1), (["frob"], [], 2),
    ]
      as [([String], [Int], Int32)]
    {
      try folder.run(
        program, words, input: .file(folder["lines.txt"], O_RDONLY), errors: .closed
      ).expect(counter(counts), status: status)
    }
  }

  @Test func `a lack of descriptors and a closed pipe end the program`() throws {
    // One descriptor suffices to load the program's libraries, but not for a pipe.
    try folder.run("/bin/sh", ["-c", #"ulimit -n 4; exec "$0""#, program])
      .expect("", errors: "cannot open a pipe: Too many open files\n", status: 1)
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: folder)
    readEnd.close()
    try folder.run(program, output: .descriptor(writeEnd)).expect("", status: 128 + SIGPIPE)
    // The message is printed only if the signal is ignored.
    try folder.run(
      "/bin/sh", ["-c", #"trap "" PIPE; exec "$0""#, program], output: .descriptor(writeEnd)
    ).expect("", errors: "cannot write the output: Broken pipe\n", status: 1)
  }

  @Test func `the program waits for input that another program has made non-blocking`() throws {
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: folder)
    _ = fcntl(readEnd.number, F_SETFL, O_NONBLOCK)
    let dialogue = try Dialogue(.counter, in: folder, input: (readEnd, writeEnd))
    #expect(try dialogue.read(to: "reset\n") == counter(0))
    try dialogue.send("increment\n")
    #expect(try dialogue.read(to: "reset\n") == "\n" + counter(1))
  }
}
