import Foundation
import TestSupport
import Testing

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
}
