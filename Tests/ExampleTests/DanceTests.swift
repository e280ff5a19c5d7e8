import Foundation
import TerminalEmulator
import TestSupport
import Testing

/// The program `dance`: its options, its clock at a terminal, and what a killed player leaves.
@Suite struct DanceTests {
  private let folder: Folder
  /// The lines that sign a user up and show the first class, of 3:20.
  private let signUp = [
    "go-signup", "email ada@example.com", "password s3cret-pw!", "signup", "play-1",
  ]

  init() throws { folder = try Folder() }

  /// Leaves a file in which the user is signed in.
  private func signUpFirst() throws {
    #expect(try folder.run(.dance, "--state", "d.json", lines: signUp + ["close"]).status == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a player that is killed loses less than five seconds`() throws {
    let player = try Dialogue(.dance, "--state", "d.json", in: folder)
    try player.send(lines: signUp + ["play", ":advance 63s"])
    _ = try player.read(to: "\n  1:0")
    player.kill()

    let run = try folder.run(.dance, "--state", "d.json", lines: ["play-1", "close", "stats"])
    // The class goes on, and the share and the time spent are kept.
    #expect(run.output.contains(/\n  1:0[0-9] ━/))
    #expect(run.output.contains(/Salsa Basics  1:0[0-9] of 3:20  3[0-4] %     1:0[0-9]\n/))
    #expect(run.status == 0)
    // The password is kept as a hash alone.
    #expect(folder.text("d.json")?.contains("ada@example.com") == true)
    #expect(folder.texts.allSatisfy { !$0.contains("s3cret-pw!") })
  }

  @Test(.gate, .timeLimit(.minutes(10)))
  func `the bar is drawn in place, also while a line is edited`() throws {
    try signUpFirst()
    let window = try Window(.dance, "--state", "d.json", in: folder, columns: 60, rows: 40)
    try window.wait(for: "the list") { $0.text.contains("play-64") }
    try window.type("play-1\rplay\r")
    try window.wait(for: "playing") { $0.text.contains("▶ playing") }
    try window.type("pau")
    // On a busy machine not every second is drawn.
    func second(_ emulator: TerminalEmulator) -> Int? {
      let bars = emulator.text.matches(of: /\n  0:(\d\d) ━*─+ -\d:\d\d\n/)
      return bars.last.flatMap { Int($0.output.1) }
    }
    try window.wait(for: "a tick") { (second($0) ?? 0) > 0 }
    let first = try #require(second(window.emulator))
    try window.wait(for: "a later tick") {
      (second($0) ?? 0) > first && $0.text.hasSuffix("\n> pau")
    }
    let text = window.emulator.text
    // One screen while it plays, and no bar of an earlier tick.
    let parts = text.components(separatedBy: "▶ playing")
    #expect(parts.count == 2)
    #expect(parts[1].contains(/^\n\n  0:\d\d [━─]{47} -[23]:\d\d\n\n  play/), "\(text)")
    #expect(parts[1].matches(of: /\d:\d\d/).count == 2, "\(text)")
    try window.type("se\r")
    try window.wait(for: "the pause") { $0.text.contains("> pause\n") }
    try window.wait(forLast: ">")
  }

  @Test(.timeLimit(.minutes(10)))
  func `a list that is longer than the window leaves its header in sight`() throws {
    let window = try Window(.dance, "--ephemeral", in: folder, columns: 80, rows: 24)
    try window.wait(for: "the list") { $0.text.contains("play-64") }
    try window.wait(forLast: ">")
    let text = window.emulator.text
    #expect(text.contains("Classes") && text.contains("go-login") && text.contains("play-3"))
    #expect(text.contains(/\n +⋮ \d+ more rows: :more, :find TEXT\n/), "\(text)")
    #expect(!text.contains("play-40"))
    try window.type("\r")
    try window.wait(for: "the whole list") { $0.text.contains("play-50") }
    try window.wait(forLast: ">")
    #expect(window.emulator.text.contains("play-50") && !window.emulator.text.contains("⋮"))
    // A row that is out of sight can be typed.
    try window.type("search \"\"\rplay-40\r")
    try window.wait(for: "the log-in") { $0.text.contains("Log in to play this class.") }
  }

  @Test(.gate, .timeLimit(.minutes(10)))
  func `a terminal that only appends prints no ticks`() throws {
    try signUpFirst()
    let terminal = try Dialogue(atTerminal: .dance, "--state", "d.json", in: folder)
    // The file of the user may take longer than a screen waits for it.
    if try terminal.read(to: "\n> ").contains("Loading the classes") {
      _ = try terminal.read(to: "\n> ")
    }
    for line in ["play-1", "seek 195"] { _ = try terminal.answer(to: line) }
    #expect(try terminal.answer(to: "play").contains("▶ playing"))
    // At the end the video pauses, which is printed. A tick was before it.
    let output = try terminal.read(to: "❚❚ paused")
    #expect(
      output.split(separator: "\n") == [
        "Salsa Basics", "  Leanne Okafor, Beginner", "  Song: Midnight Train", "  ❚❚ paused",
      ])
  }

  @Test func `after a log-out neither a tool nor a journal has anything of the user`() throws {
    let run = try folder.run(
      .dance, "--state", "d.json", "--journal", "a.journal", "--keep-going",
      lines: signUp + ["close", "logout", ":undo", ":diff 1", ":history", "search tango"])
    #expect(run.output.contains("ada@example.com"))
    #expect(run.errors.contains("there is nothing to undo; the app has sealed what was before"))
    let journal = try #require(folder.text("a.journal"))
    #expect(!journal.contains("ada@example.com") && journal.contains("tango"))
    #expect(try folder.run(.dance, "journal", "a.journal").status == 0)
  }
}
