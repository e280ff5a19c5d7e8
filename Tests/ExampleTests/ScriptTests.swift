import Foundation
import Testing

/// The Counter with lines from a pipe: its output, its errors and its status.
@Suite struct ScriptTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let nope =
    #"there is no "nope" here; you can type: increment, decrement, reset"#

  @Test(
    arguments: [
      ([], "", [0], []),
      (["run"], "increment\nincrement\ndecrement\n", [0, 1, 2, 1], []),
      // The last line needs no line feed, and a carriage return at the end of a line is dropped.
      ([], "\u{FEFF}increment\r\nincrement\r\n\r\nreset\r", [0, 1, 2, 2, 0], []),
      ([], "increment\n\n \n\t\u{A0}\nnope\n", [0, 1, 1, 1, 1], ["line 5: \(nope)"]),
      (
        [], "decrement\nincrement\n", [0], ["line 1: decrement is disabled: the count is zero"]
      ),
      (
        ["--keep-going"], "decrement\nincrement\n\nincremnt\nincrement 2\nincrement\n",
        [0, 1, 1, 2],
        [
          "line 1: decrement is disabled: the count is zero",
          #"line 4: there is no "incremnt" here; did you mean "increment"?"#,
          "line 5: increment takes no value",
        ]
      ),
      ([], "increment\n:quit\nnope\n", [0, 1], []),
      (["--keep-going"], "nope\n :quit\nnope\n", [0], ["line 1: \(nope)"]),
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
    var refusals: [(line: String, reason: String)] = []
    for line in ["quit", "exit", "q"] {
      refusals.append((line, "commands begin with a colon: type :quit"))
    }
    for line in [" help ", "?"] {
      refusals.append((line, "commands begin with a colon: type :help"))
    }
    for (line, shown) in [
      (":frob 1", ":frob"), (":", ":"), (":\u{1B}c", #":\u{1B}c"#),
      (":" + long, ":" + long.prefix(38) + "…"),
    ] as [(String, String)] {
      refusals.append(
        (line, #"there is no command "\#(shown)"; the commands are: \#(colonCommands)"#))
    }
    for (line, shown) in [
      ("a\u{0}b", #"a\u{0}b"#), ("\u{1B}[2J\u{7}", #"\u{1B}[2J\u{7}"#),
      ("a\u{9B}m", #"a\u{9B}m"#),
    ] as [(String, String)] {
      refusals.append((line, Self.nope.replacing("nope", with: shown)))
    }
    refusals += [
      ("undo", "commands begin with a colon: type :undo"),
      (":undo 2", "0 inputs can be undone, and not 2"),
      (":undo", "there is nothing to undo"), (":redo", "there is nothing to redo"),
    ]
    let errors = refusals.enumerated().map { number, refusal in
      "line \(number + 1): \(refusal.reason)\n"
    }
    try folder.run(.counter, "--keep-going", lines: refusals.map(\.line)).expect(
      counter(0), errors: errors.joined(), status: 1)
  }

  @Test func `commands answer between the screens`() throws {
    try folder.run(
      .counter, lines: [":history", "increment", ":state", "reset", ":undo", ":history", ":redo"]
    ).expect(
      """
      \(counter(0))
      no input was typed yet

      \(counter(1))
      Counter.State(count: 1)

      \(counter(0))
      undone: reset (files are left as they are)
      \(counter(1))
      1  increment
      2  reset  (undone)

      redone: reset (files are left as they are)
      \(counter(0))
      """)
  }

  @Test func `a line that is not UTF-8 is refused, and the lines after it are not`() throws {
    let input = Array("increment\n".utf8) + [0xFF, 0xFE, 0x0A] + Array("increment\n".utf8)
    try folder.run(.counter, ["--keep-going"], input: input).expect(
      counter(0, 1, 2), errors: "line 2: the line is not valid UTF-8\n", status: 1)
  }

  @Test(arguments: [((1 << 20) + 1, false), ((1 << 20) + 100_000, true), (5 << 20, false)])
  func `a line over 1 MiB is refused once, and the lines after it are not`(
    length: Int, endsInput: Bool
  ) throws {
    // A line of 1 MiB is read.
    let padding = String(repeating: " ", count: 1 << 20 - 9)
    let long = String(repeating: "x", count: length)
    let lines = "increment\(padding)\n\(long)" + (endsInput ? "" : "\nincrement\n")
    try folder.run(.counter, ["--keep-going"], input: Array(lines.utf8)).expect(
      endsInput ? counter(0, 1) : counter(0, 1, 2),
      errors: "line 2: the line is longer than 1 MiB\n", status: 1)
  }

  @Test func `a line without end is refused as soon as it is too long`() throws {
    try folder.run(Program.counter.path, input: .file("/dev/zero", 0)).expect(
      counter(0), errors: "line 1: the line is longer than 1 MiB\n", status: 1)
  }

  @Test func `thousands of lines are answered in order`() throws {
    let run = try folder.run(.counter, lines: Array(repeating: "increment", count: 2000))
    #expect(run.output.hasSuffix("\n\n" + counter(1999, 2000)))
    #expect(run.status == 0)
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
}
