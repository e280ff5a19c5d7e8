import Cairn
import CairnApp
import CairnSimulation
import CairnTrail

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
