import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct RecordTests {
  private let folder = Folder()

  @Test func `a session from a pipe is recorded for its owner alone, and replays`() throws {
    try folder.run(
      .counter, "record", "a.trail", "--journal", "a.journal",
      lines: ["increment", "", "increment", ":save b.trail"]
    ).expect(counter(0, 1, 1, 2) + "\n2 inputs written to b.trail\n")
    #expect(
      folder.text("a.trail") == "% app counter\n\n> increment\n> increment\n? screen counter\n")
    for name in ["a.trail", "a.journal", "b.trail"] {
      #expect(folder.permissions(name) == 0o600, "\(name)")
    }
    try folder.run(.counter, "replay", "a.trail").expect("a.trail: passed\n1 passed, 0 failed\n")
  }

  @Test(arguments: [
    ["--journal", "j", "--color", "foo"], ["record", "new.trail", "--json", "--plain"],
    ["record", "old.trail", "--journal", "j"], ["record", "new.trail", "--journal", "old.trail"],
    ["record", "j", "--journal", "j"], ["record", "new.trail", "--start", "none"],
    ["web", "--record", "old.trail", "--journal", "j"],
    ["web", "--record", "new.trail", "--journal", "old.trail"],
    ["replay", "old.trail", "--journal", "j"],
  ])
  func `a refused command line leaves no file, so that its correction is not refused`(
    words: [String]
  ) throws {
    try folder.write("% app timeline\n> next\n", to: "old.trail")
    let run = try folder.run(.counter, words)
    #expect(run.status == 2 && folder.names == ["old.trail"], "\(run)")
  }

  @Test func `a recording needs a file, because :undo removes lines`() throws {
    for (path, kind) in [("/dev/null", "a device"), (".", "a folder")] {
      let errors = "counter: \(path) is \(kind); give the name of a file\nTry: counter --help\n"
      try folder.run(.counter, "record", path, lines: ["increment", ":undo"])
        .expect("", errors: errors, status: 2)
    }
  }

  /// The stand-ins take time for what the real world ended at once.
  @Test func `a saved session of the real world waits for the end of its start`() throws {
    let run = try folder.run(.dance, "--ephemeral", lines: ["go-signup", ":save a.trail"])
    #expect(run.output.hasSuffix("\n1 input written to a.trail\n"), "\(run)")
    #expect(
      folder.text("a.trail")
        == "% app dance\n% options --ephemeral\n\n@ idle\n> go-signup\n? screen signup\n")
    try folder.run(.dance, "replay", "a.trail").expect("a.trail: passed\n1 passed, 0 failed\n")
  }

  @Test func `screens are recorded on request, and secrets never`() throws {
    let run = try folder.run(
      .onboarding, "record", "new.trail", "--screens", "--latency", "0.05s", "--journal",
      "a.journal", lines: signUp + [":undo", "next", "lock", "details"])
    #expect(run.errors == "" && run.status == 0)
    let text = try #require(folder.text("new.trail"))
    for text in folder.texts { #expect(!signUpSecrets.contains(where: text.contains)) }
    #expect(text.hasPrefix("% app onboarding\n% options --latency=0.05s\n\n| Starting\n"))
    // The undone input is not recorded.
    #expect(text.ranges(of: "\n> next\n").count == signUp.count { $0 == "next" })
    for part in [
      "> password {secret-1}\n", "> confirm {secret-2}\n", "> next\n| Confirm PIN ",
      "@ idle\n| Main ",
    ] { #expect(text.contains(part), "\(part)") }
    try folder.write("secret-1 correct horse\nsecret-2 94170358\n", to: "secrets.txt")
    for options in [[], ["--secrets", "secrets.txt"]] {
      try folder.run(.onboarding, ["replay", "new.trail"] + options)
        .expect("new.trail: passed\n1 passed, 0 failed\n")
    }
    let pin = try folder.run(
      .onboarding, "journal", "a.journal", "--secrets", "secrets.txt", "--to", "16")
    #expect(pin.output.contains("\n  pin   ••••••••\n") && pin.status == 0, "\(pin)")
  }

  @Test func `the recording and the journal of a killed program are complete`() throws {
    let dialogue = try Dialogue(
      .counter, "record", "new.trail", "--journal", "a.journal", in: folder)
    try dialogue.send("increment\n")
    _ = try dialogue.read(to: "Count: 1")
    dialogue.kill()
    #expect(folder.text("new.trail") == "% app counter\n\n> increment\n")
    // The last line is incomplete, as after a power failure.
    try folder.write((folder.text("a.journal") ?? "") + #"{"action":{"incr"#, to: "a.journal")
    let run = try folder.run(.counter, "journal", "a.journal")
    #expect(run.output.hasSuffix(counter(1)) && run.status == 0)
    let errors =
      #/
      a\.journal:\ the\ last\ line\ is\ incomplete\ and\ left\ out\n
      a\.journal:\ the\ program\ did\ not\ end\ normally;\ the\ last\ is\ action\ 1,\ at\ .*
      \ from\ a\ person:\ \.increment;\ to\ stop\ before\ it,\ give\ --to\ 0\n
      /#
    #expect(run.errors.wholeMatch(of: errors) != nil, "\(run.errors)")
  }

  /// A limit for the size of files takes the place of a full disk. Some shells count it in 512 bytes, others in 1,024.
  @Test(arguments: ["0", "1"], [["record", "new"], ["--journal", "new"]])
  func `a file that cannot be written further has whole lines, or is removed`(
    limit: String, arguments: [String]
  ) throws {
    try folder.write(String(repeating: "increment\n", count: 100), to: "lines.txt")
    let run = try folder.run(
      "/bin/sh",
      ["-c", #"trap '' XFSZ; ulimit -f "$1"; shift; exec "$0" "$@""#, Program.counter.path, limit]
        + arguments,
      input: .file(folder["lines.txt"], O_RDONLY),
      output: .file("/dev/null", O_WRONLY), errors: .file("/dev/null", O_WRONLY))
    #expect(run.status == 1)
    let text = folder.text("new")
    guard limit == "1" else {
      #expect(text == nil)
      return
    }
    let written = try #require(text)
    #expect(written.hasSuffix(arguments[0] == "record" ? "\n> increment\n" : "}\n"))
    let replay = arguments[0] == "record" ? ["replay", "new"] : ["journal", "new"]
    #expect(try folder.run(.counter, replay).status == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `the recording of a program that a signal ends replays`(signal: Int32) throws {
    let dialogue = try Dialogue(.counter, "record", "new.trail", in: folder)
    try dialogue.send("increment\n")
    _ = try dialogue.read(to: "Count: 1")
    dialogue.send(signal: signal)
    #expect(dialogue.wait() == 128 + signal)
    #expect(folder.text("new.trail") == "% app counter\n\n> increment\n? screen counter\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP], [[:], ["TERM": "dumb"]])
  func `a recording at a terminal ends likewise`(
    signal: Int32, variables: [String: String]
  ) throws {
    let window = try Window.prompt(
      .counter, "record", "new.trail", in: folder, variables: variables)
    try window.type(variables.isEmpty ? "increment\r" : "increment\n")
    try window.wait(until: "Count: 1")
    try window.send(signal: signal)
    try window.wait(until: "status \(128 + signal)")
    #expect(try window.isTerminalAsBefore())
    #expect(folder.text("new.trail") == "% app counter\n\n> increment\n? screen counter\n")
  }

  @Test func `a run is replayed from its journal, to the end or to any entry`() throws {
    _ = try folder.run(
      .counter, "--journal", "a.journal", lines: ["increment", "increment", ":undo", "reset"])
    let run = try folder.run(.counter, "journal", "a.journal")
    #expect(run.output.hasPrefix("a.journal: 4 of 4 entries; the last is action 4, at "))
    #expect(run.output.hasSuffix(" from a person: .reset\n\n" + counter(0)))
    #expect(run.errors == "" && run.status == 0)
    for (number, count) in [("0", 0), ("2", 2), ("3", 1)] {
      let run = try folder.run(.counter, "journal", "a.journal", "--to", number)
      #expect(run.output.hasPrefix("a.journal: \(number) of 4 entries"))
      #expect(run.output.hasSuffix("\n\n" + counter(count)))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends the replay of a journal, even in an endless action, and says where`(
    signal: Int32
  ) throws {
    _ = try folder.run(
      .faller, "record", "a.trail", "--start", "loop", "--journal", "a.journal",
      lines: ["count", "count"])
    // The third action, in place of the end, does not end.
    let journal = try #require(folder.text("a.journal"))
    let third = #""action":{"count":{}},"from":"person","#
    try folder.write(journal.replacing(#""end":true,"#, with: third), to: "a.journal")
    let dialogue = try Dialogue(.faller, "journal", "a.journal", in: folder)
    _ = try dialogue.read(to: "give --to 2\n")
    dialogue.send(signal: signal)
    let count = #/a\.journal: [0-2] of 3 entries; interrupted\n/#
    #expect(try dialogue.read(to: "\n").wholeMatch(of: count) != nil)
    #expect(dialogue.wait() == 128 + signal)
  }

  @Test func `a journal of the real world or of a trail is replayed without touching the world`()
    throws
  {
    _ = try folder.run(
      .onboarding, "--state", "session.json", "--journal", "real.journal", lines: signUp)
    try folder.write(#"{"storage":1"#, to: "session.json")
    try folder.write(signUp.map { "> \($0)\n" }.joined(), to: "sign-up.trail")
    _ = try folder.run(.onboarding, "replay", "sign-up.trail", "--journal", "replay.journal")
    let names = folder.names
    for name in ["real.journal", "replay.journal"] {
      let run = try folder.run(.onboarding, "journal", name)
      #expect(run.output.hasSuffix("\n\n" + mainScreen) && run.status == 0)
      let text = try #require(folder.text(name))
      #expect(!signUpSecrets.contains(where: text.contains))
    }
    #expect(folder.names == names && folder.text("session.json") == #"{"storage":1"#)
  }

  @Test func `a journal without an end that differs before names no other end`() throws {
    _ = try folder.run(
      .counter, "--journal", "a.journal", lines: ["increment", "reset", "increment"])
    let lines = try #require(folder.text("a.journal")).split(separator: "\n").dropLast()
    let text = lines.joined(separator: "\n") + "\n"
    try folder.write(text.replacing("reset", with: "increment"), to: "b.journal")
    let run = try folder.run(.counter, "journal", "b.journal")
    #expect(run.errors == "" && run.status == 1)
  }

  @Test func `a journal that does not fit the app fails with the entry, and another is refused`()
    throws
  {
    _ = try folder.run(.counter, "--journal", "a.journal", lines: ["increment", "reset"])
    let text = try #require(folder.text("a.journal"))
    try folder.write(text.replacing("reset", with: "increment"), to: "b.journal")
    let run = try folder.run(.counter, "journal", "b.journal")
    #expect(run.output.contains("\nb.journal:3: action 2, at "))
    #expect(
      run.output.hasSuffix(
        " from a person: .increment leads to another state than the recorded one\n"))
    #expect(run.status == 1)
    try folder.run(.onboarding, "journal", "a.journal").expect(
      "",
      errors: "a.journal:1: this journal is of \"counter\", and this program is \"onboarding\"\n",
      status: 2)
    try folder.run(.counter, "journal", "no.journal").expect(
      "", errors: "no.journal: cannot be read: No such file or directory\n", status: 2)
  }
}
