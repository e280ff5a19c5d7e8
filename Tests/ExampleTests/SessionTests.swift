import Foundation
import TestSupport
import Testing

/// The session file of the onboarding between runs.
@Suite(.blocking) struct SessionTests {
  private let folder = Folder()

  private func run(_ lines: [String] = []) throws -> Run {
    try folder.run(.onboarding, "--state", "session.json", lines: lines)
  }

  private func signIn() throws {
    let run = try run(signUp)
    #expect(run.output.hasSuffix("\n\n" + mainScreen) && run.status == 0)
  }

  @Test func `a session is kept from one run to the next, until a sign-out`() throws {
    try signIn()
    #expect(folder.names == [".session.json.lock", "session.json"])
    try run().expect(mainScreen)
    try run(["sign-out"]).expect(mainScreen + "\n" + welcomeScreen)
    #expect(folder.names == [".session.json.lock"])
    #expect(folder.text(".session.json.lock") == "")
    try run().expect(welcomeScreen)
  }

  @Test func `without an option the user's state folder has the session`() throws {
    _ = try folder.run(.onboarding, "--ephemeral", lines: signUp)
    #expect(folder.names == [])
    _ = try folder.run(.onboarding, lines: signUp)
    #expect(folder.text("cairn/onboarding.json") != nil)
    try folder.run(.onboarding).expect(mainScreen)
    try folder.run(.onboarding, "--ephemeral").expect(welcomeScreen)
  }

  @Test(arguments: [.onboarding, .workout, .accounts, .dance, .timeline] as [Program])
  func `another file is refused before the first screen and stays, and a damaged one is renamed`(
    program: Program
  ) throws {
    let isOther = program != .onboarding
    _ =
      try isOther
      ? run(signUp)
      : folder.run(
        .workout, "--state", "session.json", "--virtual-time",
        lines: ["email ada@example.com", "next", "password s3cret", "gender female", "signup"])
    for name in ["README.md", "new.json.previous"] { try folder.write("# README\n", to: name) }
    let (names, texts) = (folder.names, folder.texts)
    for (file, problem) in [
      ("README.md", "README.md: It is not a file of this program."),
      (folder["new.json"], "\(folder.path)/new.json.previous: It is not a file of this program."),
      ("session.json", "session.json: It is a file of \(isOther ? "onboarding" : "workout")."),
    ] {
      let run = try folder.run(program, "--state", file)
      #expect(run.output == "" && run.status == 2 && run.errors.contains(problem), "\(run)")
    }
    #expect(folder.names == names && folder.texts == texts)

    try folder.write(#"{"storage":1"#, to: "a.json")
    let run = try folder.run(program, "--state", "a.json")
    #expect(run.errors == "a.json: the file is damaged, and is kept under another name\n")
    #expect(folder.names == ([".a.json.lock", "a.json.damaged"] + names).sorted())
  }

  @Test func `a path is bytes`() throws {
    try folder.write(signUp.map { $0 + "\n" }.joined(), to: "lines.txt")
    let run = try folder.run(
      "/bin/sh",
      [
        "-c",
        #"""
        f=$(printf 'bad\377\364\217\277\277.json')
        "$0" --state "$f" < lines.txt > /dev/null && test -f "$f" && test -f ".$f.lock" &&
        "$0" --state "$f" < /dev/null && ls -A | wc -l
        """#, Program.onboarding.path,
      ])
    #expect(run.output.hasPrefix(mainScreen) && run.status == 0)
    // The file, its lock, the lines and the two streams of this test.
    #expect(run.output.hasSuffix("\n5\n"), "\(run.output)")
  }

  @Test(.asRoot)
  func `in a sticky folder a failed save over the file of another owner leaves nothing`() throws {
    try signIn()
    for (name, mode) in [(".", 0o1777), ("session.json", 0o666), (".session.json.lock", 0o666)] {
      #expect(chmod(folder[name], mode_t(mode)) == 0)
    }
    let names = folder.names
    try folder.write("lock\n", to: "lines.txt")
    for _ in 0..<2 {
      let run = try folder.runAsOther(
        .onboarding, "--state", "session.json", input: folder["lines.txt"])
      let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("Operation not permitted (saving session.json)"), "\(run)")
      #expect(run.status == 1)
      #expect(folder.names == (names + ["lines.txt"]).sorted())
    }
  }
}

/// The lock screen and the sign-out of the onboarding, with a real file and a real hash.
@Suite(.blocking) struct LockedTests {
  private let folder = Folder()
  private let personal = [
    "Lovelace", "ada@example.com", "7946", "$y$", "correct horse", "94170358",
  ]

  init() throws {
    _ = try folder.run(.onboarding, "--state", "session.json", lines: signUp + ["lock"])
  }

  private func run(_ lines: [String], options: [String] = []) throws -> Run {
    try folder.run(
      .onboarding, ["--state", "session.json", "--keep-going"] + options, lines: lines)
  }

  @Test(arguments: [[], ["--json"], ["--journal", "a.journal"]])
  func `the lock screen tells nothing of the user`(options: [String]) throws {
    let run = try run(
      [
        ":state", ":diff", ":history", ":effects", ":stack", ":actions", ":explore", ":graph",
        ":save a.trail", ":load a.trail", "pin 4711", "unlock", ":state", ":undo", ":goto 0",
      ], options: options)
    #expect(run.output.contains("Wrong PIN"))
    for text in personal {
      #expect(!run.output.contains(text) && !run.errors.contains(text), "\(text)")
      #expect(folder.text("a.journal")?.contains(text) != true, "\(text)")
    }
  }

  @Test func `after a sign-out nothing brings the user back`() throws {
    let run = try run([
      "pin 94170358", "unlock", "details", "sign-out", ":undo", ":goto 1", ":redo", ":diff 1",
      ":history", "lock", ":state", ":save a.trail",
    ])
    let rest = try #require(run.output.components(separatedBy: "Welcome").last)
    for text in personal { #expect(!rest.contains(text) && !run.errors.contains(text), "\(text)") }
    #expect(run.output.contains("E-mail: ada@example.com"))
    #expect(run.errors.contains("there is nothing to undo; the app has sealed what was before"))
    #expect(folder.text("session.json") == nil && folder.text("a.trail") == nil)
  }

  /// The user is signed in by the right PIN, or signs up.
  @Test(arguments: [[], ["--latency=10ms"]])
  func `a journal has nothing of a user who has signed out, and is replayed`(
    options: [String]
  ) throws {
    for number in 1...2 {
      let lines = (number == 1 ? ["pin 94170358", "unlock"] : signUp) + ["details", "sign-out"]
      let name = "\(number).journal"
      let before = try run(
        lines.dropLast(), options: options + ["--virtual-time", "--journal", "0\(name)"])
      #expect(before.output.contains("E-mail: ada@example.com"))
      #expect(folder.text("0\(name)")?.contains("ada@example.com") == true)
      _ = try run(
        lines + ["next", "accept", ":undo"],
        options: options + ["--virtual-time", "--journal", name])
      let journal = try #require(folder.text(name))
      for text in personal + ["Ada"] { #expect(!journal.contains(text), "\(text)") }
      let replay = try folder.run(.onboarding, "journal", name)
      #expect(replay.status == 0, "\(replay.output)")
      let last = "\(name): 5 of 5 entries; the last is entry 5, back to the state after 3 "
      #expect(replay.output.hasPrefix(last))
      #expect(replay.output.contains("Terms"))
      let remark = "the app has sealed inputs, and the journal begins after them\n"
      #expect(replay.errors == "\(name): \(remark)")
      #expect(try folder.run(.onboarding, "journal", "0\(name)").errors == "")
      if number == 1 { #expect(folder.text("session.json") == nil) }
    }
  }

  @Test func `the placeholders of a journal begin anew after a sign-out`() throws {
    _ = try run(
      ["pin 94170358", "unlock", "sign-out", "next", "accept", "next", "password other"],
      options: ["--virtual-time", "--journal", "a.journal"])
    let journal = try #require(folder.text("a.journal"))
    #expect(journal.firstMatch(of: #/\{secret-\d+\}/#)?.output == "{secret-1}", "\(journal)")
  }
}
