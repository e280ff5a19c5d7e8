import Foundation
import Testing

/// Journals of the built programs.
@Suite struct JournalTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a run is replayed from its journal, to the end or to any entry`() throws {
    _ = try folder.run(
      .counter, "--journal", "a.journal", lines: ["increment", "increment", ":undo", "reset"])
    let run = try folder.run(.counter, "journal", "a.journal")
    #expect(run.output.hasPrefix("a.journal: 4 of 4 entries; the last is action 4, at "))
    #expect(run.output.hasSuffix(" from a person: .reset\n\n" + counter(0)))
    #expect(run.errors == "" && run.status == 0)
    for (number, count) in [("2", 2), ("3", 1)] {
      let run = try folder.run(.counter, "journal", "a.journal", "--to", number)
      #expect(run.output.hasSuffix(counter(count)))
    }
    try folder.run(.counter, "journal", "a.journal", "--to", "0")
      .expect("a.journal: 0 of 4 entries\n\n" + counter(0))
  }

  @Test func `trails and recordings can write journals too, without secrets`() throws {
    try folder.write(signUp.map { "> \($0)\n" }.joined(), to: "sign-up.trail")
    _ = try folder.run(.onboarding, "replay", "sign-up.trail", "--journal", "replay.journal")
    _ = try folder.run(
      .onboarding, "record", "new.trail", "--journal", "record.journal", lines: signUp)
    for name in ["replay.journal", "record.journal"] {
      let text = try #require(folder.text(name))
      #expect(!signUpSecrets.contains(where: text.contains))
      let run = try folder.run(.onboarding, "journal", name)
      #expect(run.output.hasSuffix("\n\n" + mainScreen) && run.status == 0)
    }
    try folder.write("secret-1 correct horse\nsecret-2 94170358\n", to: "secrets.txt")
    let run = try folder.run(
      .onboarding, "journal", "record.journal", "--secrets", "secrets.txt", "--to", "16")
    #expect(run.output.contains("\n  pin   ••••••••\n"))
  }

  @Test func `a journal of the real world is replayed without touching it`() throws {
    _ = try folder.run(
      .onboarding, "--state", "session.json", "--journal", "a.journal", lines: signUp)
    try folder.write(#"{"storage":1"#, to: "session.json")
    let run = try folder.run(.onboarding, "journal", "a.journal")
    #expect(run.output.hasSuffix("\n\n" + mainScreen) && run.status == 0)
    #expect(folder.names == [".session.json.lock", "a.journal", "session.json"])
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

  @Test func `the journal in the documentation replays`() throws {
    let page = try packageText("Sources/CairnTrail/CairnTrail.docc/Journals.md")
    let block = page.components(separatedBy: "```text\n")[1].components(separatedBy: "```")[0]
    try folder.write(block, to: "page.journal")
    try folder.run(.counter, "journal", "page.journal").expect(
      "page.journal: 2 of 2 entries; the last is entry 2, back to the state after 0 at 5ms\n\n"
        + counter(0))
  }
}
