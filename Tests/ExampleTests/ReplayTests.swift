import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

@Suite(.blocking) struct ReplayTests {
  private let folder = Folder()

  init() throws {
    let trails = [
      "good": "% app counter\n> increment\n? text Count: 1\n! reset 1\n",
      "failing": "# First\n> increment\n# Second\n> reset\n? text Count: 3\n> reset\n",
      "unparsable": "? scren counter\n> increment\n?? x\n", "other": "% app onboarding\n> next\n",
      "empty": "", "comment": "# nothing\n", "setting": "% app counter\n",
    ]
    for (name, text) in trails { try folder.write(text, to: "\(name).trail") }
  }

  private func replay(_ words: String..., input: String = "") throws -> Run {
    try folder.run(.counter, ["replay"] + words, input: Array(input.utf8))
  }

  private let failure = """
    failing.trail:5: failed: ? text Count: 3
      the screen does not show this text
      before:
        failing.trail:1: First, 1 line
      after:
        > reset
      on the screen:
        | Counter
        |
        |   Count: 0
        |
        |   increment
        |   decrement  disabled: the count is zero
        |   reset

    """

  private let unparsable = """
    unparsable.trail:1:3: unknown check "scren"; did you mean "screen"?
      ? scren counter
        ^
    unparsable.trail:3:2: write a space after "?"
      ?? x
       ^

    """

  private let otherApp = """
    other.trail:1:7: this trail is for "onboarding", and this program is "counter"
      % app onboarding
            ^

    """

  @Test func `each trail is reported, and the status 2 of one that cannot be played precedes 1`()
    throws
  {
    try replay("failing.trail", "good.trail", "./good.trail").expect(
      failure + "good.trail: passed\n./good.trail: passed\n2 passed, 1 failed\n", status: 1)
    try replay("other.trail", "failing.trail", "none.trail", "unparsable.trail", "good.trail", "")
      .expect(
        failure + "good.trail: passed\n1 passed, 1 failed, 4 not played\n",
        errors: "none.trail: cannot be read: No such file or directory\n" + unparsable
          + ": cannot be read: No such file or directory\n" + otherApp, status: 2)
    try replay("failing.trail", "other.trail")
      .expect(failure + "0 passed, 1 failed, 1 not played\n", errors: otherApp, status: 2)
    for name in ["empty", "comment", "setting"] {
      try replay("\(name).trail").expect(
        "0 passed, 0 failed, 1 not played\n",
        errors: "\(name).trail: the trail has no steps, and nothing was checked\n", status: 2)
    }
  }

  /// Most rules of the screens of the examples are in their trails.
  @Test func `the trails of each example pass`() throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Examples").standardizedFileURL
    var count = 0
    for example in try FileManager.default.contentsOfDirectory(atPath: examples.path) {
      let trails = examples.appending(path: "\(example)/Trails").path
      guard FileManager.default.fileExists(atPath: trails) else { continue }
      let run = try folder.run(#require(Program(rawValue: example.lowercased())), "replay", trails)
      #expect(run.errors == "" && run.status == 0, "\(run.output)\(run.errors)")
      count += 1
    }
    #expect(count >= 6)
  }

  @Test func `a trail can come from a pipe`() throws {
    try folder.run(
      "/bin/sh", ["-c", #"cat good.trail | "$0" replay /dev/stdin"#, Program.counter.path]
    ).expect("/dev/stdin: passed\n1 passed, 0 failed\n")
  }

  @Test func `the name of a file is escaped in the output`() throws {
    try folder.write("? text Count: 1\n", to: "\u{1B}c.trail")
    try folder.write("?\n", to: "\u{1B}d.trail")
    let run = try replay("\u{1B}c.trail", "\u{1B}d.trail", "\u{1B}e.trail")
    #expect(run.output.hasPrefix("\\u{1B}c.trail:1: failed: ? text Count: 1\n"))
    #expect(run.errors.hasPrefix("\\u{1B}d.trail:1:"))
    #expect(run.errors.hasSuffix("\\u{1B}e.trail: cannot be read: No such file or directory\n"))
    #expect(run.status == 2)
  }

  @Test func `an app's own options apply to every trail, and nothing is written to disk`() throws {
    try folder.write(
      "% app onboarding\n> next\n> accept\n> next\n> email foo\n> password x\n! next\n",
      to: "strict.trail")
    let names = folder.names
    try folder.run(.onboarding, "replay", "strict.trail", "--strict").expect(
      "strict.trail: passed\n1 passed, 0 failed\n")
    let run = try folder.run(.onboarding, "replay", "strict.trail")
    #expect(run.output.hasPrefix("strict.trail:7: failed: ! next\n"))
    #expect(run.status == 1 && folder.names == names)
  }

  @Test func `all trails of a folder and its subfolders are played in sorted order`() throws {
    for name in ["trails", "trails/more", "trails/.hidden", "no"] { try folder.makeFolder(name) }
    for name in ["b.trail", "a.trail", "more/c.trail", ".hidden/x.trail", "notes.txt"] {
      try folder.write("> increment\n", to: "trails/\(name)")
    }
    try replay("trails", "good.trail").expect(
      """
      trails/a.trail: passed
      trails/b.trail: passed
      trails/more/c.trail: passed
      good.trail: passed
      4 passed, 0 failed

      """)
    try replay("no").expect(
      "", errors: "counter: no: the folder contains no *.trail files\nTry: counter --help\n",
      status: 2)
  }

  @Test(.asRoot) func `a folder that cannot be read is not taken for one without trails`() throws {
    for name in ["all", "all/closed"] { try folder.makeFolder(name) }
    try folder.write("> increment\n", to: "all/a.trail")
    for (name, mode) in [(".", 0o755), ("all", 0o755), ("all/closed", 0o700)] {
      #expect(chmod(folder[name], mode_t(mode)) == 0)
    }
    let run = try folder.runAsOther(.counter, "replay", "all")
    let reason = "counter: all/closed/: cannot be read: Permission denied\n"
    #expect(run.status == 2 && run.output == "" && run.errors.hasPrefix(reason), "\(run)")
  }

  @Test func `--json prints one object a line, without times and absolute paths`() throws {
    try replay("--json", folder["good.trail"], "failing.trail", "unparsable.trail", "none.trail")
      .expect(
        #"""
        {"errors":[{"column":3,"line":1,"message":"unknown check \"scren\"; did you mean \"screen\"?"},{"column":2,"line":3,"message":"write a space after \"?\""}],"file":"unparsable.trail","result":"not played"}
        {"file":"none.trail","reason":"cannot be read: No such file or directory","result":"not played"}
        {"file":"good.trail","result":"passed"}
        {"file":"failing.trail","line":5,"phases":["failing.trail:1: First, 1 line"],"problem":"the screen does not show this text","result":"failed","route":["> reset"],"screen":["Counter","","  Count: 0","","  increment","  decrement  disabled: the count is zero","  reset"],"source":"? text Count: 3"}
        {"failed":1,"passed":1,"unplayed":2}

        """#,
        errors: unparsable + "none.trail: cannot be read: No such file or directory\n", status: 2)
  }

  @Test func `--update rewrites only the screens that do not match`() throws {
    try folder.write("> increment\n| Old\n\n| Counter\n| ...\n", to: "old.trail")
    try replay("--update", "old.trail", "good.trail").expect(
      "old.trail: updated at line 2\ngood.trail: passed\n2 passed, 0 failed\n")
    let screen = counter(1).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map { ("| " + $0).trimmingCharacters(in: .whitespaces) + "\n" }.joined()
    #expect(folder.text("old.trail") == "> increment\n\(screen)\n| Counter\n| ...\n")
    #expect(!folder.names.contains { $0.hasSuffix(".new") })
  }

  /// A person may save it in an editor while its screens are computed.
  @Test func `--update leaves a file that has changed since it was read`() throws {
    for (present, isReplaced) in [("old\n", true), ("new\n", true), ("mine\n", false)] {
      try folder.write(present, to: "a.trail")
      #expect(
        try Descriptor.replaceContents(of: folder["a.trail"], from: "old\n", with: "new\n")
          == isReplaced)
      #expect(folder.text("a.trail") == (isReplaced ? "new\n" : present))
    }
  }

  @Test func `--update is refused where CI is set, and follows a link to a file`() throws {
    try folder.run(
      .counter, ["replay", "--update", "good.trail"], variables: ["CI": "true"], input: []
    ).expect(
      "",
      errors: """
        counter: --update rewrites trails and is not allowed where CI is set
        Try: counter replay --help

        """, status: 2)
    try folder.write("| Old\n", to: "old.trail")
    try folder.run(
      Program.counter.path, ["replay", "--update", "/dev/stdin"], variables: ["CI": ""],
      input: .file(folder["old.trail"], O_RDONLY)
    ).expect("/dev/stdin: updated at line 1\n1 passed, 0 failed\n")
    try folder.run(
      "/bin/sh",
      ["-c", #"echo '| Old' | CI= "$0" replay --update /dev/stdin"#, Program.counter.path]
    ).expect("", errors: "/dev/stdin is a named pipe; give the name of a file\n", status: 1)
  }

  @Test func `--step shows the next line and waits, goes back, and quits`() throws {
    let (zero, one) = ("\n\(counter(0))\n", "\n\(counter(1))\n")
    let line = "failing.trail:2: > increment\n"
    try replay("--step", "failing.trail", input: "\nb\nb\n?\n\n\n\n").expect(
      "failing.trail: Enter continues, b goes back, q quits\n" + zero + "# First\n" + line + one
        + "# Second\nfailing.trail:4: > reset\n" + zero + line + "this is the first line\n" + line
        + "Enter continues, b goes back, q quits\n" + line + one
        + "# Second\nfailing.trail:4: > reset\n" + zero + "failing.trail:5: ? text Count: 3\n"
        + failure + "0 passed, 1 failed\n", status: 1)
    for input in ["q\n", "\nq\n", ""] {
      let run = try replay("--step", "good.trail", input: input)
      #expect(!run.output.contains("passed") && run.status == 0)
    }
    let both = try replay("--step", "good.trail", "good.trail", input: "\n\n\n\n\n\n")
    #expect(both.output.hasSuffix("good.trail: passed\n2 passed, 0 failed\n"), "\(both)")
    #expect(both.status == 0)
    let run = try replay("--step", "failing.trail", "good.trail", input: "\n\n\nq\n")
    #expect(run.output.hasSuffix("\n0 passed, 1 failed; interrupted, 1 not played\n"))
    #expect(run.status == 1)
  }

  @Test func `--real-time uses the wall clock`() throws {
    try folder.write("% app onboarding\n% options --latency 0.1s\n@ idle\n", to: "slow.trail")
    let start = ContinuousClock.now
    try folder.run(.onboarding, "replay", "--real-time", "slow.trail")
      .expect("slow.trail: passed\n1 passed, 0 failed\n")
    #expect(start.duration(to: .now) > .milliseconds(100))
  }

  @Test(arguments: [SIGINT, SIGTERM], [[], ["--json"]])
  func `a signal ends a replay, even of an endless line, with a report on the trails before`(
    signal: Int32, options: [String]
  ) throws {
    for (name, count) in [("one", 1), ("endless", 3), ("later", 1)] {
      let inputs = String(repeating: "> count\n", count: count)
      try folder.write("% start loop\n\(inputs)", to: "\(name).trail")
    }
    let dialogue = try Dialogue(
      .faller, ["replay", "one.trail", "endless.trail", "later.trail"] + options, in: folder)
    let isText = options.isEmpty
    _ = try dialogue.read(to: isText ? "one.trail: passed\n" : "\"passed\"}\n")
    dialogue.send(signal: signal)
    let summary =
      isText
      ? "1 passed, 0 failed; interrupted, 2 not played"
      : #"{"failed":0,"isInterrupted":true,"passed":1,"unplayed":2}"#
    #expect(try dialogue.read(to: "\n") == summary + "\n")
    #expect(dialogue.wait() == 128 + signal)
  }

  @Test(arguments: [[], ["--step"]])
  func `at a terminal screens are laid out for its width`(options: [String]) throws {
    let window = try Window(
      path: Program.counter.path, arguments: ["replay", "failing.trail"] + options, in: folder,
      columns: 40, rows: 60)
    for _ in options.isEmpty ? 0..<0 : 0..<4 { try window.type("\n") }
    try window.wait(until: "status 1")
    let screen = "|   decrement  disabled: the count\n    |              is zero\n"
    #expect(window.emulator.text.contains(screen), "\(window.emulator.text)")
  }

  @Test func `a journal in place of a trail is named`() throws {
    _ = try replay("good.trail", "--journal", "a.journal")
    let error = "a.journal: this is a journal: counter journal a.journal\n"
    try replay("a.journal").expect("0 passed, 0 failed, 1 not played\n", errors: error, status: 2)
  }

  @Test func `the journal of a failed replay has an end`() throws {
    #expect(try replay("failing.trail", "--journal", "a.journal").status == 1)
    let run = try folder.run(.counter, "journal", "a.journal")
    #expect(run.errors == "" && run.status == 0)
  }

  @Test(.gate) func `a long replay shows its progress in a terminal and erases it`() throws {
    let inputs = String(repeating: "> increment\n", count: 60_000)
    try folder.write(inputs + "? text Count: 60000\n", to: "long.trail")
    let window = try Window(
      .counter, "replay", "long.trail", in: folder, variables: ["TERM": "xterm"])
    try window.wait(until: " %, playing long.trail")
    try window.wait(for: "long.trail: passed\n1 passed, 0 failed\nstatus 0")
  }
}
