import Cairn
import CairnApp
import CairnSimulation
import CairnTrail

/// A run of the diary with its journal.
final class JournaledRun {
  private(set) var text = ""
  private(set) var driver: Driver<Diary>?

  /// Plays a trail and writes a journal.
  init(_ trail: String) throws {
    let trail = try Trail.parse(trail, file: "diary.trail")
    var player = try TrailPlayer<DiaryApp>(trail, journal: writer)
    player.playToEnd()
  }

  /// Starts the diary and writes a journal.
  init(start: String) throws {
    let simulation = Simulation()
    let journal = writer
    journal.begin(JournalHeader(of: DiaryApp.self, world: .simulated(start: start), options: []))
    let launch = Launch(.simulated(start: start), in: simulation)
    driver = Driver(try DiaryApp(launch), in: simulation, journal: journal)
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
    parsing: Array(text.utf8), file: "diary.journal", of: DiaryApp.self, coding: ActionCoding(),
    secrets: secrets)
}

/// Replays a journal of the diary: the final state, and the first mismatch.
func replayed(
  _ text: String, to end: Int = .max, secrets: TrailSecrets = TrailSecrets()
) throws(JournalError) -> (state: Diary.State, problem: String?) {
  var player = try JournalPlayer<DiaryApp>(journal(text, secrets: secrets))
  let problem = player.play(to: end)
  return (player.state, problem)
}
