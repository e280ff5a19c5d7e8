import Foundation
import Testing

/// Sessions that the built programs record and replay.
@Suite struct RecordTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a session from a pipe is recorded and replays`() throws {
    try folder.run(.counter, "record", "new.trail", lines: ["increment", "", "increment"])
      .expect(counter(0, 1, 1, 2))
    #expect(
      folder.text("new.trail") == "% app counter\n\n> increment\n> increment\n? screen counter\n")
    try folder.run(.counter, "replay", "new.trail")
      .expect("new.trail: passed\n1 passed, 0 failed\n")
  }

  @Test func `screens are recorded on request, and secrets never`() throws {
    let lines = signUp + [":undo", "next", "lock", "details"]
    let run = try folder.run(
      .onboarding, "record", "new.trail", "--screens", "--latency", "0.05s", lines: lines)
    #expect(run.errors == "")
    #expect(run.status == 0)
    let text = try #require(folder.text("new.trail"))
    for secret in signUpSecrets { #expect(!text.contains(secret)) }
    #expect(text.hasPrefix("% app onboarding\n% options --latency=0.05s\n\n| Starting\n"))
    #expect(text.contains("> password {secret-1}\n"))
    #expect(text.contains("> confirm {secret-2}\n"))
    #expect(text.contains("> next\n| Confirm PIN "))
    #expect(text.contains("@ idle\n| Main "))
    try folder.run(.onboarding, "replay", "new.trail")
      .expect("new.trail: passed\n1 passed, 0 failed\n")
    try folder.write("secret-1 correct horse\nsecret-2 94170358\n", to: "secrets.txt")
    try folder.run(.onboarding, "replay", "new.trail", "--secrets", "secrets.txt")
      .expect("new.trail: passed\n1 passed, 0 failed\n")
  }

  @Test func `recordings, saved trails and journals are for their owner alone`() throws {
    let run = try folder.run(
      .counter, "record", "a.trail", "--journal", "a.journal",
      lines: ["increment", ":save b.trail"])
    #expect(run.status == 0)
    for name in ["a.trail", "a.journal", "b.trail"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder[name])
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func `a session at the terminal is recorded without undone inputs`() throws {
    let terminal = try Dialogue(atTerminal: .counter, "record", "new.trail", in: folder)
    _ = try terminal.read(to: "\n> ")
    for line in ["increment", "nope", "reset", ":undo"] { _ = try terminal.answer(to: line) }
    #expect(folder.text("new.trail") == "% app counter\n\n> increment\n")
    try terminal.send(":quit\n")
    #expect(try terminal.readToStatus().hasSuffix("status 0\n"))
    #expect(folder.text("new.trail") == "% app counter\n\n> increment\n? screen counter\n")
  }

  @Test func `a secret from a prompt is not recorded either`() throws {
    let terminal = try Dialogue(
      atTerminal: .onboarding, "record", "new.trail", "--start", "locked", in: folder)
    _ = try terminal.read(to: "\n> ")
    try terminal.send("pin\n")
    _ = try terminal.read(to: "pin: ")
    _ = try terminal.answer(to: "1234")
    _ = try terminal.answer(to: "unlock")
    try terminal.send(":quit\n")
    #expect(try terminal.readToStatus().hasSuffix("status 0\n"))
    #expect(
      folder.text("new.trail")
        == "% app onboarding\n% start locked\n\n> pin {secret-1}\n> unlock\n? screen main\n")
  }

  @Test func `the recording of a killed program is complete`() throws {
    let dialogue = try Dialogue(.counter, "record", "new.trail", in: folder)
    try dialogue.send("increment\n")
    _ = try dialogue.read(to: "Count: 1")
    dialogue.send(signal: SIGKILL)
    _ = dialogue.wait()
    #expect(folder.text("new.trail") == "% app counter\n\n> increment\n")
  }

  @Test func `an existing file is not overwritten`() throws {
    try folder.write("precious", to: "old.trail")
    try folder.run(.counter, "record", "old.trail").expect(
      "",
      errors: """
        counter: old.trail exists already; give another name, or remove it
        Try: counter --help

        """, status: 2)
    #expect(folder.text("old.trail") == "precious")
  }

  @Test(arguments: [
    (["record"], "\"record\" needs one file to write: onboarding record FILE"),
    (["record", "a", "b"], "\"record\" needs one file to write: onboarding record FILE"),
    (
      ["record", "no/a.trail"], "no/a.trail: cannot be written: No such file or directory"
    ),
    (
      ["record", "a.trail", "--start", "nwe"],
      "onboarding has no start \"nwe\"; it has: new, signed-in, locked, damaged, damaged-copy"
    ),
    (
      ["record", "a.trail", "--state", "x.json"],
      "a simulated world keeps the session in memory; leave out --state"
    ),
  ])
  func `unusable arguments are reported`(arguments: [String], message: String) throws {
    try folder.run(.onboarding, arguments, input: [])
      .expect("", errors: "onboarding: \(message)\nTry: onboarding --help\n", status: 2)
    #expect(folder.names == [])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is reported with status 1`() throws {
    try folder.run(.counter, "record", "/dev/full").expect(
      "", errors: "/dev/full: cannot be written: No space left on device\n", status: 1)
  }
}
