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
    #expect(run.errors == "")
    #expect(run.status == 0)
    #expect(
      try folder.run(.counter, "journal", "a.journal", "--to", "2").output.hasSuffix(counter(2)))
    #expect(
      try folder.run(.counter, "journal", "a.journal", "--to", "3").output.hasSuffix(counter(1)))
    try folder.run(.counter, "journal", "a.journal", "--to", "0")
      .expect("a.journal: 0 of 4 entries\n\n" + counter(0))
  }

  @Test func `the journal of a killed program is complete`() throws {
    let dialogue = try Dialogue(.counter, "--journal", "a.journal", in: folder)
    try dialogue.send("increment\n")
    _ = try dialogue.read(to: "Count: 1")
    dialogue.send(signal: SIGKILL)
    _ = dialogue.wait()
    // The last line is incomplete, as after a power failure.
    try folder.write((folder.text("a.journal") ?? "") + #"{"action":{"incr"#, to: "a.journal")
    let run = try folder.run(.counter, "journal", "a.journal")
    #expect(run.output.hasSuffix(counter(1)))
    #expect(run.errors.hasPrefix("a.journal: the last line is incomplete and left out\n"))
    #expect(
      run.errors.contains("a.journal: the program did not end normally; the last is action 1, at "))
    #expect(run.errors.hasSuffix(" from a person: .increment; to stop before it, give --to 0\n"))
    #expect(run.status == 0)
  }

  @Test func `trails and recordings can write journals too, without secrets`() throws {
    try folder.write(signUp.map { "> \($0)\n" }.joined(), to: "sign-up.trail")
    _ = try folder.run(.onboarding, "replay", "sign-up.trail", "--journal", "replay.journal")
    _ = try folder.run(
      .onboarding, "record", "new.trail", "--journal", "record.journal", lines: signUp)
    for name in ["replay.journal", "record.journal"] {
      let text = try #require(folder.text(name))
      for secret in signUpSecrets { #expect(!text.contains(secret)) }
      let run = try folder.run(.onboarding, "journal", name)
      #expect(run.output.hasSuffix("\n\n" + mainScreen))
      #expect(run.status == 0)
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
    #expect(run.output.hasSuffix("\n\n" + mainScreen))
    #expect(run.status == 0)
    #expect(folder.names == [".session.json.lock", "a.journal", "session.json"])
  }

  @Test func `a journal that does not fit the app fails with status 1 and the entry`() throws {
    _ = try folder.run(.counter, "--journal", "a.journal", lines: ["increment", "reset"])
    let text = try #require(folder.text("a.journal"))
    try folder.write(text.replacing("reset", with: "increment"), to: "b.journal")
    let run = try folder.run(.counter, "journal", "b.journal")
    #expect(run.output.contains("\nb.journal:3: action 2, at "))
    #expect(
      run.output.hasSuffix(
        " from a person: .increment leads to another state than the recorded one\n"))
    #expect(run.status == 1)
  }

  @Test func `a journal of another app is refused`() throws {
    _ = try folder.run(.counter, "--journal", "a.journal", lines: ["increment"])
    try folder.run(.onboarding, "journal", "a.journal").expect(
      "",
      errors: "a.journal:1: this journal is of \"counter\", and this program is \"onboarding\"\n",
      status: 2)
    try folder.run(.counter, "journal", "no.journal").expect(
      "", errors: "no.journal: cannot be read: No such file or directory\n", status: 2)
  }

  @Test func `the journal in the documentation replays`() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/CairnTrail/CairnTrail.docc/Journals.md"),
      encoding: .utf8)
    let block = page.components(separatedBy: "```text\n")[1].components(separatedBy: "```")[0]
    try folder.write(block, to: "page.journal")
    try folder.run(.counter, "journal", "page.journal").expect(
      "page.journal: 2 of 2 entries; the last is entry 2, back to the state after 0 at 5ms\n\n"
        + counter(0))
  }

  @Test(arguments: [
    (["journal"], "\"journal\" needs one file to replay: counter journal FILE"),
    (
      ["--journal", "good.trail"],
      "good.trail exists already; give another name, or remove it"
    ),
    (
      ["replay", "good.trail", "good.trail", "--journal", "a.journal"],
      "a journal records one run; give one trail with --journal"
    ),
    (
      ["replay", "good.trail", "--step", "--journal", "a.journal"],
      "--journal records a trail that is played once; leave out --step and --update"
    ),
    (
      ["journal", "a.journal", "--to", "x"],
      "--to: \"x\" is not a whole number from 0 to 9223372036854775807"
    ),
  ])
  func `unusable arguments are reported`(arguments: [String], message: String) throws {
    try folder.write("> increment\n", to: "good.trail")
    try folder.run(.counter, arguments, input: [])
      .expect("", errors: "counter: \(message)\nTry: counter --help\n", status: 2)
    #expect(folder.names == ["good.trail"])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a full disk is reported with status 1`() throws {
    try folder.run(.counter, "--journal", "/dev/full").expect(
      "", errors: "/dev/full: cannot be written: No space left on device\n", status: 1)
  }
}
