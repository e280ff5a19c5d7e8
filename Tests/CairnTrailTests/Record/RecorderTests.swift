import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

struct RecorderTests {
  @Test func `accepted lines are recorded as typed, control characters as escapes`() throws {
    var session = try Recorded(start: "kept", options: ["--author=Ada"])
    for line in ["  entry  x ", "nope", "stop", "urgent", #"entry "a\nb""#, "entry a\u{1B}b"] {
      session.type(line)
    }
    #expect(session.finish() == nil)
    #expect(
      session.file.text == #"""
        % app diary
        % start kept
        % options --author=Ada

        >   entry  x 
        > urgent
        > entry "a\nb"
        > entry "a\u{1B}b"
        ? screen diary

        """#)
  }

  @Test(arguments: [
    (["--author=Ada L"], #""--author=Ada L""#),
    (["--plain", "--author", "Ada L"], #""--plain" "--author" "Ada L""#),
    (["--author=A\n% options --plain"], #""--author=A\n% options --plain""#),
  ])
  func `options that a trail cannot contain are named in a comment`(
    options: [String], named: String
  ) throws {
    let session = try Recorded(options: options)
    #expect(
      session.file.text == """
        % app diary
        # A trail cannot contain these options; replay it with them: \(named)


        """)
    #expect(try Trail.parse(session.file.text, file: "a.trail").settings.options == [])
  }

  @Test func `each distinct secret has its placeholder, and none is written`() throws {
    var session = try Recorded(screens: true)
    for line in ["pin 47110", "pin 9", "pin \"47110\"", "pin \"\"", "pin {secret-9}"] {
      session.type(line)
    }
    #expect(session.finish() == nil)
    let inputs = session.file.text.split(separator: "\n").filter { $0.first == ">" }
    #expect(
      inputs == [
        "> pin {secret-1}", "> pin {secret-2}", "> pin {secret-1}", "> pin \"\"",
        "> pin {secret-3}",
      ])
    #expect(!session.file.text.contains("47110"))
    #expect(!session.file.text.contains("•"))
    #expect(try played(session.file.text) == nil)
    #expect(try played(session.file.text, secrets: session.values) == nil)
  }

  @Test func `time is recorded as idle if all effects ended, otherwise as a duration`() throws {
    var session = try Recorded()
    session.wait(.seconds(9))
    session.type("entry x")
    session.wait(.seconds(5))
    session.type("save")
    session.wait(.milliseconds(300))
    session.type("urgent")
    session.wait(.seconds(5))
    session.type("tick")
    session.wait(.milliseconds(2500))
    session.type("urgent")
    session.type("save")
    #expect(session.finish() == nil)
    #expect(
      session.file.text == """
        % app diary

        > entry x
        > save
        @ 300ms
        > urgent
        @ idle
        > tick
        @ 2.5s
        > urgent
        > save
        @ idle
        ? screen diary

        """)
  }

  @Test func `a time that is too long for a line is recorded in several`() throws {
    var session = try Recorded()
    session.type("wait")
    for _ in 0..<3 { session.wait(.seconds(60 * 999_999_999)) }
    session.type("urgent")
    #expect(session.finish() == nil)
    let minutes = String(repeating: "@ 999999999m\n", count: 3)
    #expect(session.file.text.contains("> wait\n\(minutes)> urgent\n"), "\(session.file.text)")
  }

  @Test func `a trail that is saved during an effect ends with its end, or with a restart`() throws
  {
    var session = try Recorded()
    session.type("entry x")
    session.type("save")
    #expect(session.saved == "% app diary\n\n> entry x\n> save\n@ idle\n")
    session.wait(.seconds(2))
    session.type("wait")
    #expect(
      session.saved == """
        % app diary

        > entry x
        > save
        @ idle
        > wait
        # It ended here, with effects in flight that never finish.
        @ restart

        """)
    #expect(try played(session.saved) == nil)
    let saved = session.saved
    #expect(session.finish() == nil)
    #expect(session.file.text == saved + "? screen diary\n")
  }

  @Test func `undo removes lines, redo restores them`() throws {
    var session = try Recorded()
    for line in ["entry a", "urgent", "entry b"] { session.type(line) }
    session.undo()
    session.undo()
    #expect(session.file.text == "% app diary\n\n> entry a\n")
    session.redo()
    #expect(session.file.text == "% app diary\n\n> entry a\n> urgent\n")
    session.type("entry c")
    session.redo()
    #expect(session.finish() == nil)
    #expect(
      session.file.text == "% app diary\n\n> entry a\n> urgent\n> entry c\n? screen diary\n")
  }

  @Test func `effects that an undo dropped are reported, with the different replay`() throws {
    var session = try Recorded()
    for line in ["entry x", "save"] { session.type(line) }
    session.wait(.milliseconds(500))
    session.type("urgent")
    session.undo()
    session.wait(.milliseconds(600))
    session.type("entry y")
    let problem = session.finish()
    #expect(
      session.file.text == """
        % app diary

        > entry x
        > save
        @ 500ms
        # Effects were in flight here, and dropped or begun again when a line was undone.
        @ 600ms
        > entry y
        @ idle
        ? screen diary

        """)
    // The effect began again, and has not ended when the line is typed.
    #expect(problem?.hasPrefix("recorded.trail:11: failed: ") == true, "\(problem ?? "")")
  }

  @Test func `a restored line behind such a remark is removed as a whole, and no other`() throws {
    var session = try Recorded()
    for line in ["entry x", "save", "urgent", "entry y"] { session.type(line) }
    for _ in 1...2 { session.undo() }
    for _ in 1...2 { session.redo() }
    session.undo()
    #expect(
      session.file.text == """
        % app diary

        > entry x
        > save
        # Effects were in flight here, and dropped or begun again when a line was undone.
        > urgent
        # Effects were in flight here, and dropped or begun again when a line was undone.

        """)
  }

  @Test(arguments: seeds(300))
  func `a recording replays unchanged`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var session = try Recorded(
      start: ["new", "kept", "ticking"].randomElement(using: &generator),
      screens: .random(using: &generator))
    for _ in 0..<Int.random(in: 0...15, using: &generator) {
      let line = [
        "entry x", "entry \"\"", "entry {secret-1}", "entry a\u{7}b", "pin 12", "pin \"12\"",
        "pin 345", "urgent", "save", "tick", "race", "read", "back", "nope", "",
      ].randomElement(using: &generator)
      session.type(line ?? "")
      if .random(using: &generator) {
        session.wait(.milliseconds(Int.random(in: 0...2500, using: &generator)))
      }
      if .random(in: 0..<5, using: &generator) == 0 {
        session.undo()
        if .random(using: &generator) { session.redo() }
      }
    }
    let problem = session.finish()
    // A trail cannot drop effects: a comment says so, and the trail need not replay.
    guard !session.file.text.contains("when a line was undone") else { return }
    #expect(problem == nil)
    #expect(try played(session.file.text, secrets: session.values) == nil)
    #expect(try played(session.file.text) == nil)
  }
}

/// A recorded session with the diary.
struct Recorded {
  let driver: Driver<Diary>
  let file = RecordedFile()
  private var recorder: Recorder<Diary>
  private var travel = TimeTravel<Driver<Diary>.Checkpoint>()

  init(start: String? = nil, options: [String] = [], screens: Bool = false) throws {
    let simulation = Simulation()
    driver = Driver(
      try Diary(
        Launch(
          .simulated(start: start ?? "new"),
          options: OptionValues(options, among: Diary.options), in: simulation)),
      in: simulation)
    recorder = Recorder(
      of: Diary.self, start: start, options: options, showsScreens: screens, in: driver,
      write: file.apply)
  }

  /// Takes a line like the terminal; a refused line changes nothing.
  mutating func type(_ line: String) {
    guard case .action(let action, name: _) = driver.screen.parse(line) else { return }
    let before = driver.checkpoint
    recorder.record(line, on: driver.screen, in: driver)
    driver.send(action)
    recorder.recordScreen(of: driver)
    travel.record(line, before: before, after: driver.checkpoint)
  }

  mutating func undo() {
    guard let state = travel.undo(from: driver.checkpoint)?.state else { return }
    recorder.catchUp(driver)
    _ = driver.restore(state)
    recorder.move(to: travel.position, in: driver)
  }

  mutating func redo() {
    guard let state = travel.redo()?.state else { return }
    recorder.catchUp(driver)
    _ = driver.restore(state)
    recorder.move(to: travel.position, in: driver)
  }

  func wait(_ duration: Duration) { driver.simulation.advance(by: duration) }

  /// Ends the session; returns the difference of the replay, or `nil`.
  mutating func finish() -> String? {
    recorder.finish(Diary.self, file: "recorded.trail", in: driver)
  }

  /// The trail that the session saves while it goes on.
  var saved: String {
    recorder.text(of: Diary.self, start: "new", options: [], in: driver)
  }

  var values: TrailSecrets { recorder.values }
}

/// The file that a recorder has written.
final class RecordedFile {
  private(set) var text = ""

  func apply(_ edit: Recorder<Diary>.Edit) {
    switch edit {
    case .append(let addition): text += addition
    case .cut(let length): text = String(decoding: text.utf8.prefix(length), as: UTF8.self)
    }
  }
}

/// A run of the diary with its journal.
final class JournaledRun {
  private(set) var text = ""
  private(set) var driver: Driver<Diary>?

  /// Plays a trail and writes a journal.
  init(_ trail: String) throws {
    let trail = try Trail.parse(trail, file: "diary.trail")
    var player = try TrailPlayer<Diary>(trail, journal: writer)
    player.playToEnd()
  }

  /// Starts the diary and writes a journal.
  init(start: String) throws {
    let simulation = Simulation()
    let journal = writer
    journal.begin(JournalHeader(of: Diary.self, world: .simulated(start: start), options: []))
    let launch = Launch(.simulated(start: start), in: simulation)
    driver = Driver(try Diary(launch), in: simulation, journal: journal)
  }

  private var writer: JournalWriter<Diary> {
    JournalWriter(coding: ActionCoding()) { [weak self] line in self?.text += line }
  }
}

/// Parses a journal of the diary.
func journal(
  _ text: String, secrets: TrailSecrets = TrailSecrets()
) throws(JournalError) -> Journal<Diary.Action> {
  try Journal(
    parsing: Array(text.utf8), file: "diary.journal", of: Diary.self, coding: ActionCoding(),
    secrets: secrets)
}

/// Replays a journal of the diary: the final state, and the first mismatch.
func replayed(
  _ text: String, to end: Int = .max, secrets: TrailSecrets = TrailSecrets()
) throws(JournalError) -> (state: Diary.State, problem: String?) {
  var player = try JournalPlayer<Diary>(journal(text, secrets: secrets))
  let problem = player.play(to: end)
  return (player.state, problem)
}
