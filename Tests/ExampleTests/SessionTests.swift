import Foundation
import Testing

/// The session file of the onboarding between runs.
@Suite struct SessionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func signIn() throws {
    let run = try folder.run(.onboarding, "--state", "session.json", lines: signUp)
    #expect(run.output.hasSuffix("\n\n" + mainScreen))
    #expect(run.status == 0)
  }

  @Test func `a session is kept from one run to the next`() throws {
    try signIn()
    #expect(folder.names == [".session.json.lock", "session.json"])
    try folder.run(.onboarding, "--state", "session.json").expect(mainScreen)
  }

  @Test func `an ephemeral session is not kept`() throws {
    let run = try folder.run(.onboarding, "--ephemeral", lines: signUp)
    #expect(run.output.hasSuffix("\n\n" + mainScreen))
    #expect(folder.names == [])
    try folder.run(.onboarding, "--ephemeral").expect(welcomeScreen)
  }

  @Test func `without an option the session is kept in the user's state folder`() throws {
    _ = try folder.run(.onboarding, lines: signUp)
    #expect(folder.text("cairn/onboarding.json") != nil)
    try folder.run(.onboarding).expect(mainScreen)
  }

  @Test func `a program that is killed on Main starts on Main with the user's name`() throws {
    let dialogue = try Dialogue(.onboarding, "--state", "session.json", in: folder)
    for line in signUp { try dialogue.send(line + "\n") }
    _ = try dialogue.read(to: "Hello, Ada Lovelace!")
    dialogue.send(signal: SIGKILL)
    #expect(dialogue.wait() == 128 + SIGKILL)
    try folder.run(.onboarding, "--state", "session.json").expect(mainScreen)
  }

  @Test func `a lock is kept, and asks for the PIN`() throws {
    let details = ["details", "details", "lock"]
    _ = try folder.run(.onboarding, "--state", "session.json", lines: signUp + details)
    let run = try folder.run(
      .onboarding, "--state", "session.json",
      lines: ["pin 1", "unlock", "pin 94170358", "unlock"])
    #expect(run.output.hasPrefix("Unlock\n\n  pin       (empty)\n"))
    #expect(run.output.contains("\n\n  pin       (empty)\n  × Wrong PIN\n"))
    #expect(
      run.output.hasSuffix("\n\n" + mainScreen.replacing("[ ]", with: "[x]")))
    #expect(run.status == 0)
  }

  @Test func `signing out removes the file`() throws {
    try signIn()
    try folder.run(.onboarding, "--state", "session.json", lines: ["sign-out"])
      .expect(mainScreen + "\n" + welcomeScreen)
    #expect(folder.names == [".session.json.lock"])
    #expect(folder.text(".session.json.lock") == "")
    try folder.run(.onboarding, "--state", "session.json").expect(welcomeScreen)
  }

  @Test(arguments: [.onboarding, .workout, .accounts, .dance, .timeline] as [Program])
  func `a file of another kind or another app is refused before the first screen, and stays`(
    program: Program
  ) throws {
    let other: Program = program == .onboarding ? .workout : .onboarding
    if other == .onboarding {
      try signIn()
    } else {
      let lines = [
        "email ada@example.com", "next", "password s3cret", "gender female", "signup",
      ]
      _ = try folder.run(.workout, "--state", "session.json", "--virtual-time", lines: lines)
    }
    try folder.write("# README\n", to: "README.md")
    try folder.write("# README\n", to: "new.json.previous")
    let names = folder.names
    let app = try #require(folder.text("session.json"))
    for (file, problem) in [
      ("README.md", "README.md: It is not a file of this program."),
      ("new.json", "\(folder.path)/new.json.previous: It is not a file of this program."),
      ("session.json", "session.json: It is a file of \(other.rawValue)."),
    ] {
      let path = file == "new.json" ? folder[file] : file
      let run = try folder.run(program, "--state", path)
      #expect(run.output == "" && run.status == 2)
      #expect(run.errors.contains(problem), "\(run.errors)")
    }
    #expect(folder.names == names)
    #expect(folder.text("README.md") == "# README\n" && folder.text("session.json") == app)
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

  @Test(
    .enabled(
      if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"),
      "only root can be another user"))
  func `in a sticky folder a failed save over the file of another owner leaves nothing`() throws {
    try signIn()
    for (name, mode) in [(".", 0o1777), ("session.json", 0o666), (".session.json.lock", 0o666)] {
      #expect(chmod(folder[name], mode_t(mode)) == 0)
    }
    let names = folder.names
    try folder.write("lock\n", to: "lines.txt")
    for _ in 0..<2 {
      let run = try folder.run(
        "/usr/bin/setpriv",
        [
          "--reuid=65534", "--regid=65534", "--clear-groups", Program.onboarding.path,
          "--state", "session.json",
        ], input: .file(folder["lines.txt"], O_RDONLY))
      #expect(run.unwrapped.contains("Operation not permitted (saving session.json)"), "\(run)")
      #expect(run.status == 1)
      #expect(folder.names == (names + ["lines.txt"]).sorted())
    }
  }

  @Test(arguments: [.onboarding, .workout, .accounts, .dance, .timeline] as [Program])
  func `every app tells that its file is damaged`(program: Program) throws {
    try folder.write(#"{"storage":1"#, to: "a.json")
    let run = try folder.run(program, "--state", "a.json")
    #expect(run.errors == "a.json: the file is damaged, and is kept under another name\n")
    #expect(folder.names == [".a.json.lock", "a.json.damaged"])
  }

  @Test func `a damaged file is renamed, and a note names both`() throws {
    for kept in ["session.json.damaged", "session.json.damaged-2"] {
      try folder.write(#"{"storage":1"#, to: "session.json")
      let run = try folder.run(.onboarding, "--state", "session.json")
      #expect(
        run.unwrapped.contains(
          "! The saved session session.json could not be understood and was kept as \(kept)."))
      #expect(run.output.hasPrefix("Welcome "))
      #expect(folder.text(kept) == #"{"storage":1"#)
    }
    #expect(
      folder.names == [".session.json.lock", "session.json.damaged", "session.json.damaged-2"])
    try signIn()
  }

  @Test func `a folder in place of the file prevents saving and loses nothing else`() throws {
    try folder.makeFolder("session.json")
    try expectNotSaved(
      "It is a folder, not a regular file", remedy: "Move it away, or give another path.")
    #expect(folder.names == ["session.json"])
  }

  @Test func `a file of a newer version is left in place, and nothing is lost`() throws {
    let text = #"{"version": 2, "session": {"user": "Ada"}}"#
    try folder.write(text, to: "session.json")
    try expectNotSaved(
      "Written by a newer program, in format 2; this program supports format 1",
      remedy: "Use the newer program, or move the file away.")
    #expect(folder.text("session.json") == text)
    #expect(folder.names == [".session.json.lock", "session.json"])
  }

  /// Expects the note at start, the reason on Confirm PIN, and the typed values at a second `next`.
  private func expectNotSaved(_ reason: String, remedy: String) throws {
    let run = try folder.run(
      .onboarding, "--state", "session.json", lines: signUp + ["next", "back", "back"])
    #expect(
      run.unwrapped.contains(
        "! \(reason) (reading session.json). It was left in place; nothing is saved there until it "
          + "is moved away."))
    let failures = run.unwrapped.ranges(
      of: "confirm •••••••• × \(reason) (saving session.json). \(remedy) next back")
    #expect(failures.count == 2)
    #expect(
      run.unwrapped.hasSuffix("telephone +44 20 7946 0000 next back "))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }
}

extension Run {
  /// The output with runs of white space as one space.
  fileprivate var unwrapped: String {
    output.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
      .reduce(into: "") { text, word in
        if !word.isEmpty { text += word + " " }
      }
  }
}
