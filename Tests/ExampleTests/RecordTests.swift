import Foundation
import Testing

/// Sessions that the built programs record and replay.
@Suite struct RecordTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a session from a pipe is recorded for its owner alone, and replays`() throws {
    try folder.run(
      .counter, "record", "a.trail", "--journal", "a.journal",
      lines: ["increment", "", "increment", ":save b.trail"]
    )
    .expect(counter(0, 1, 1, 2) + "\n2 inputs written to b.trail\n")
    #expect(
      folder.text("a.trail") == "% app counter\n\n> increment\n> increment\n? screen counter\n")
    for name in ["a.trail", "a.journal", "b.trail"] {
      #expect(try folder.permissions(name) == 0o600, "\(name)")
    }
    try folder.run(.counter, "replay", "a.trail").expect("a.trail: passed\n1 passed, 0 failed\n")
  }

  @Test func `screens are recorded on request, and secrets never`() throws {
    let run = try folder.run(
      .onboarding, "record", "new.trail", "--screens", "--latency", "0.05s",
      lines: signUp + [":undo", "next", "lock", "details"])
    #expect(run.errors == "" && run.status == 0)
    let text = try #require(folder.text("new.trail"))
    #expect(!signUpSecrets.contains(where: text.contains))
    #expect(text.hasPrefix("% app onboarding\n% options --latency=0.05s\n\n| Starting\n"))
    for part in [
      "> password {secret-1}\n", "> confirm {secret-2}\n", "> next\n| Confirm PIN ",
      "@ idle\n| Main ",
    ] { #expect(text.contains(part), "\(part)") }
    try folder.write("secret-1 correct horse\nsecret-2 94170358\n", to: "secrets.txt")
    for options in [[], ["--secrets", "secrets.txt"]] {
      try folder.run(.onboarding, ["replay", "new.trail"] + options)
        .expect("new.trail: passed\n1 passed, 0 failed\n")
    }
  }

  @Test func `at the terminal neither undone inputs nor the secret of a prompt are recorded`()
    throws
  {
    let terminal = try Dialogue(
      atTerminal: .onboarding, "record", "new.trail", "--start", "locked", in: folder)
    _ = try terminal.read(to: "\n> ")
    try terminal.send("pin\n")
    _ = try terminal.read(to: "pin: ")
    for line in ["1234", "nope", "unlock", "details", ":undo"] {
      _ = try terminal.answer(to: line)
    }
    let recorded = "% app onboarding\n% start locked\n\n> pin {secret-1}\n> unlock\n"
    #expect(folder.text("new.trail") == recorded)
    try terminal.send(":quit\n")
    #expect(try terminal.readToStatus().hasSuffix("status 0\n"))
    #expect(folder.text("new.trail") == recorded + "? screen main\n")
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
}
