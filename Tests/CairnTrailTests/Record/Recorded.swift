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
      try DiaryApp(
        Launch(
          .simulated(start: start ?? "new"),
          options: OptionValues(options, among: DiaryApp.options), in: simulation)),
      in: simulation)
    recorder = Recorder(
      of: DiaryApp.self, start: start, options: options, showsScreens: screens, in: driver,
      write: file.apply)
  }

  /// Takes a line like the terminal; a refused line changes nothing.
  mutating func type(_ line: String) {
    guard case .action(let action, name: _) = driver.screen.parse(line) else { return }
    let before = driver.checkpoint
    recorder.record(line, in: driver)
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
    recorder.finish(DiaryApp.self, file: "recorded.trail", in: driver)
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
