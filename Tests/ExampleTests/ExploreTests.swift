import Foundation
import TestSupport
import Testing

/// `explore` with the built programs: its output and its status.
@Suite(.blocking, .gate) struct ExploreTests {
  private let folder = Folder()

  @Test func `without a check it is said that starts and options are not compared`() throws {
    let words = ["explore", "--check", "none", "--fail-on-unused", "--depth", "1"]
    #expect(
      try folder.run(.workout, words).errors
        == "workout: with --check none, starts and options are not compared: whether they are unused is"
        + " not known\n")
    #expect(try folder.run(.counter, words).errors == "")
  }

  @Test func `a start, the app's options and restarts change the search, the same at every run`()
    throws
  {
    let arguments = [
      "explore", "--json", "--start", "signed-in", "--strict", "--latency", "1s", "--restarts",
      "--depth", "3", "--hostile",
    ]
    let run = try folder.run(.onboarding, arguments)
    #expect(
      run.output.contains(
        """
        ,"complete":false,"depth":3,"limit":"the depth of 3 was reached","notTried":[],\
        "notYetUsed":["samples of \\"confirm\\": no screen has this field","samples of \\"email\\": no \
        screen has this field","samples of \\"first-name\\": no screen has this field","samples of \
        \\"last-name\\": no screen has this field","samples of \\"password\\": no screen has this \
        field","samples of \\"pin\\": no screen has this field","samples of \\"telephone\\": no screen \
        has this field"],"screens":["starting","main","welcome"],"start":"signed-in",\
        "states":12,
        """))
    #expect(
      run.output.hasSuffix(#"{"name":"refused means unchanged","result":"inconclusive"}"# + "\n"))
    #expect(run.errors == "" && run.status == 3)
    #expect(try folder.run(.onboarding, arguments) == run)
  }

  @Test func `--seconds ends it in time, and only a terminal shows the progress`() throws {
    let run = try folder.run(.counter, "explore", "--seconds", "1", "--states", "4000000000")
    #expect(run.output.contains("; not everything was visited: the time of 1s was over\n"))
    #expect(run.errors == "" && run.status == 3)
  }

  @Test func `random walks follow a bound, and are told as tried`() throws {
    let words = ["explore", "--states", "300", "--walks", "20", "--seed", "3", "--check", "none"]
    let run = try folder.run(.counter, words)
    #expect(
      run.output.contains(
        "\nwalks: 20, 4990 steps, seed 3: tried, and nothing is proved by them\n"),
      "\(run.output)")
    #expect(run.errors == "" && run.status == 3)
    let part = try folder.run(.counter, words + ["--shard", "2/4", "--json"])
    #expect(part.output.contains(#""walks":{"count":5,"seed":3,"steps":"#) && part.status == 3)
  }
}

/// A search at a terminal, which Ctrl-C ends. TerminalPageTests plays the graphs of the pages.
@Suite(.blocking) struct SearchTests {
  private let folder = Folder()

  @Test(arguments: [("explore", nil), ("graph", nil), ("explore", SIGTERM)] as [(String, Int32?)])
  func `a long search shows its progress in one row, and Ctrl-C or a signal ends it`(
    command: String, signal: Int32?
  ) throws {
    let window = try Window(
      .counter, command, "--states", "4000000000", in: folder, columns: 30, rows: 50)
    try window.wait(for: "a row that is cut") { $0.text.hasSuffix("…") }
    let first = window.emulator.text
    // Of so many states, the report compares a sample.
    try window.wait(for: "5,000 states") { emulator in
      let count = emulator.text.firstMatch(of: /(\d+) states/).flatMap { Int($0.1) } ?? 0
      return count >= 5_000 && emulator.text.hasSuffix("…") && emulator.text != first
    }
    if let signal {
      try window.send(signal: signal)
      try window.wait(forLast: "status \(128 + signal)")
    } else {
      try window.type("\u{3}", untilLast: "status 130")
    }
    let lines = window.emulator.text.replacing("\n", with: "")
    if command == "explore" {
      #expect(lines.hasPrefix("counter from \"new\": "))
      #expect(
        lines.contains("; not everything was visited: it was interruptedlarge: many values in "))
      #expect(lines.contains("canonicalStatetried: every input"))
    } else {
      let graph =
        "flowchart TD  s0[\"counter\"]counter: the graph is incomplete: it was interrupted"
      // The message is wrapped at a word.
      #expect(lines.replacing(" ", with: "") == (graph + "status 130").replacing(" ", with: ""))
    }
  }

  @Test func `a search that Ctrl-C ended is continued with --resume`() throws {
    let window = try Window(
      .counter, "explore", "--check", "none", "--states", "4000000000", "--resume", "part.json",
      in: folder, columns: 160, rows: 50)
    try window.wait(for: "1,000 states") { emulator in
      emulator.text.matches(of: /(\d+) states/).contains { (Int($0.1) ?? 0) >= 1_000 }
    }
    try window.type("\u{3}", untilLast: "status 130")
    #expect(window.emulator.text.contains("part.json: written"))
    let rest = try folder.run(
      .counter, "explore", "--check", "none", "--states", "1", "--resume", "part.json")
    #expect(rest.errors.hasPrefix("part.json: the search continues with ") && rest.status == 3)
  }

  @Test func `a search ends at a terminal that stops the output of background programs`() throws {
    let window = try Window(
      .timeline, "explore", "--states", "50", in: folder, columns: 160, rows: 100,
      script: #"stty tostop; "$@"; echo "status $?"; read line"#)
    try window.wait(until: "status ")
    #expect(window.emulator.text.contains("the number of 50 states was reached"))
  }

  @Test func `Ctrl-Z does not stop a search that no shell could continue`() throws {
    let window = try Window(
      .counter, "explore", "--states", "4000000000", in: folder, columns: 160,
      script: #"exec "$@""#)
    try window.wait(until: " unexplored, depth ")
    try window.type("\u{1A}\u{3}", until: "it was interrupted")
  }

  @Test func `Ctrl-C ends a search in a session, which continues`() throws {
    let window = try Window.prompt(.counter, in: folder, columns: 160)
    try window.type("increment\r:explore\r", until: " unexplored, depth ")
    try window.type("\u{3}")
    try window.wait(for: "the results so far") {
      $0.text.contains("; not everything was visited: it was interrupted\n")
        && $0.text.hasSuffix("\nnothing was checked by replay\n>")
    }
    #expect(!window.emulator.text.contains("unexplored"))
    try window.type(":state\r", shows: "\nCounter.State(count: 1)\n>")
  }
}

/// A crash of the searched app is a finding, with its shortest trail.
@Suite(.blocking, .gate, .timeLimit(.minutes(10))) struct CrashedSearchTests {
  private let folder = Folder()

  private static let illegal = "the program crashed with signal 4 (illegal instruction)"
  private static let overflow =
    "the program crashed with signal 11 (memory violation, such as a stack overflow)"
  private static let counts = ["> count", "> count"]
  private static let ask = ["> ask", "@ 1s"]

  static let cases: [(start: String, cause: String, choices: [String], steps: [String])] = [
    ("trap", illegal, [], counts + ["> count"]), ("overflow", overflow, [], counts + ["> count"]),
    ("loop", "the program did not end a step within 1s", [], counts + ["> count"]),
    ("screen", illegal, [], counts), ("property", illegal, [], counts + ["> count"]),
    ("effect", illegal, ["% choices \"index: out of range\""], ask),
    ("order", illegal, ["% choices 1/2 2/2 2/2 2/2"], ask),
  ]

  @Test(arguments: cases)
  func `a trap, a stack overflow and an endless loop are found with a shortest trail`(
    start: String, cause: String, choices: [String], steps: [String]
  ) throws {
    let arguments = ["--start", start, "--step-seconds", "1", "--trails", "found"]
    let run = try folder.run(.faller, ["explore"] + arguments)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("; not everything was visited: a step crashed"), "\(run)")
    let reported = ["refuted     no step crashes", "    \(cause)", "not proved  never three"]
    #expect(reported.allSatisfy(lines.contains) && run.status == 1, "\(run)")
    let trail = try #require(folder.texts.first).split(separator: "\n").map(String.init)
    let settings = (start == "trap" ? [] : ["% start \(start)"]) + choices
    let expected = ["% app faller"] + settings + ["% latency 0s ... 1s"] + steps
    let played = trail.filter { !$0.hasPrefix("#") }
    #expect(played.map { $0.replacing(/:"[^"]*"/, with: "") } == expected)
    if start != "loop" { #expect(try folder.run(.faller, "replay", "found").status != 0) }
    #expect(folder.names == ["found"])
  }

  /// The repetition is faster, and would explore more states in the same time.
  @Test func `a crash in a state that was not explored in time is found`() throws {
    let words = ["--start", "late", "--seconds", "1", "--trails", "found"]
    let run = try folder.run(.faller, ["explore"] + words)
    let found = "\nrefuted     no step crashes\n    \(Self.illegal)\n"
    #expect(run.output.contains(found) && run.status == 1, "\(run)")
    #expect(folder.texts.first?.hasSuffix("\n> to-400\n") == true, "\(folder.texts)")
  }

  /// In a step of a walk, or in a property while the walk is played.
  @Test(arguments: ["trap", "property"])
  func `a crash in a random walk is found`(start: String) throws {
    let arguments = ["--start", start, "--depth", "1", "--walks", "5", "--check", "none"]
    let run = try folder.run(.faller, ["explore"] + arguments + ["--trails", "found"])
    let found = "\nrefuted     no step crashes\n    \(Self.illegal)\n    found by a random walk"
    #expect(run.output.contains(found) && run.status == 1, "\(run)")
    #expect(folder.texts.count == 1)
    #expect(try folder.run(.faller, "replay", "found").status != 0)
  }

  @Test(arguments: [
    ("set", "the state is another one"),
    ("checked-trap", "the replay crashed with signal 4 (illegal instruction)"),
    ("checked-loop", "the replay did not end a step within 1s"),
  ])
  func `a replay in another process finds what depends on the process`(
    start: String, problem: String
  ) throws {
    func explore(_ amount: String) throws -> (lines: [String], status: Int32) {
      let words = ["--start", start, "--step-seconds", "1", "--states", "30", "--check", amount]
      let run = try folder.run(
        Program.faller.path, ["explore"] + words, variables: ["SWIFT_DETERMINISTIC_HASHING": "1"])
      return (run.output.split(separator: "\n").map(String.init), run.status)
    }
    let unchecked = try explore("none")
    #expect(unchecked.lines.contains("proved      never a property that crashes"), "\(unchecked)")
    #expect(unchecked.lines.dropLast().last == "nothing was checked by replay")
    #expect(unchecked.status == 0)
    let found = try explore("some")
    #expect(found.lines[2] == "a replay differs from the search: \(problem)", "\(found)")
    let reported = [
      "    % start \(start)", "    > count", "not proved  never a property that crashes",
    ]
    #expect(reported.allSatisfy(found.lines.contains) && found.status == 1, "\(found)")
    #expect(found.lines.dropLast().last?.hasPrefix("checked by replay: ") == true)
  }
}
