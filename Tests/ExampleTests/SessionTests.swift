import Foundation
import Testing

/// The session file of the onboarding between runs.
@Suite struct SessionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

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

  @Test func `a program that is killed on Main starts on Main with the user's name`() throws {
    let dialogue = try Dialogue(.onboarding, "--state", "session.json", in: folder)
    try dialogue.send(lines: signUp)
    _ = try dialogue.read(to: "Hello, Ada Lovelace!")
    dialogue.kill()
    try run().expect(mainScreen)
  }

  @Test(arguments: [.onboarding, .workout, .accounts, .dance, .timeline] as [Program])
  func `another file is refused before the first screen and stays, and a damaged one is renamed`(
    program: Program
  ) throws {
    let other: Program = program == .onboarding ? .workout : .onboarding
    let lines = ["email ada@example.com", "next", "password s3cret", "gender female", "signup"]
    _ = try folder.run(
      other, ["--state", "session.json"] + (other == .workout ? ["--virtual-time"] : []),
      lines: other == .workout ? lines : signUp)
    try folder.write("# README\n", to: "README.md")
    try folder.write("# README\n", to: "new.json.previous")
    let names = folder.names
    let app = try #require(folder.text("session.json"))
    for (file, problem) in [
      ("README.md", "README.md: It is not a file of this program."),
      (folder["new.json"], "\(folder.path)/new.json.previous: It is not a file of this program."),
      ("session.json", "session.json: It is a file of \(other.rawValue)."),
    ] {
      let run = try folder.run(program, "--state", file)
      #expect(run.output == "" && run.status == 2)
      #expect(run.errors.contains(problem), "\(run.errors)")
    }
    #expect(folder.names == names)
    #expect(folder.text("README.md") == "# README\n" && folder.text("session.json") == app)

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

  @Test(arguments: [true, false])
  func `a folder or a file of a newer version prevents saving, and nothing is lost`(
    isFolder: Bool
  ) throws {
    let text = #"{"version": 2, "session": {"user": "Ada"}}"#
    if isFolder {
      try folder.makeFolder("session.json")
    } else {
      try folder.write(text, to: "session.json")
    }
    let (reason, remedy) =
      isFolder
      ? ("It is a folder, not a regular file", "Move it away, or give another path.")
      : (
        "Written by a newer program, in format 2; this program supports format 1",
        "Use the newer program, or move the file away."
      )
    let run = try run(signUp + ["next", "back", "back"])
    #expect(
      run.unwrapped.contains(
        "! \(reason) (reading session.json). It was left in place; nothing is saved there until it "
          + "is moved away."))
    // The reason on Confirm PIN, and the typed values at a second `next`.
    let failures = run.unwrapped.ranges(
      of: "confirm •••••••• × \(reason) (saving session.json). \(remedy) next back")
    #expect(failures.count == 2)
    #expect(run.unwrapped.hasSuffix("telephone +44 20 7946 0000 next back "))
    #expect(run.errors == "" && run.status == 0)
    #expect(folder.names == (isFolder ? [] : [".session.json.lock"]) + ["session.json"])
    #expect(folder.text("session.json") == (isFolder ? nil : text))
  }
}

extension Run {
  /// The output with runs of white space as one space.
  fileprivate var unwrapped: String {
    output.split(whereSeparator: \.isWhitespace).joined(separator: " ") + " "
  }
}
