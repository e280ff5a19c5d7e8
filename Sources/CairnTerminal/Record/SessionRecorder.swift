import Cairn
import CairnApp
import CairnSimulation
import CairnTrail

/// Records a session to a file, and says at its end whether the recording is good.
final class SessionRecorder<A: App> {
  private let path: String
  private let driver: Driver<A.Root>
  private var recorder: Recorder<A.Root>

  /// - Throws: what keeps the file from being made, and options that a trail cannot hold.
  init(_ path: String, _ recording: Recording<A>, in driver: Driver<A.Root>) throws(UsageError) {
    for option in recording.options where !TrailSettings.canHold(option: option) {
      throw UsageError(
        "a trail cannot hold the option \(option.inQuotes): there, an option has no spaces and no"
          + " control characters")
    }
    let file = try AppendFile(path)
    self.path = path.terminalSafe
    self.driver = driver
    recorder = Recorder(
      of: A.self, start: recording.start, options: recording.options,
      showsScreens: recording.showsScreens, in: driver
    ) { edit in
      switch edit {
      case .append(let text): file.append(text)
      case .cut(let length): file.cut(to: length)
      }
    }
  }

  /// Before an input is taken.
  func record(_ line: String, secret: Secret?) {
    recorder.record(line, secret: secret, in: driver)
  }

  /// After it was taken.
  func settle() { recorder.settle(driver) }

  /// Before another state is put in place.
  func catchUp() { recorder.catchUp(driver) }

  /// After inputs were undone or done again.
  func move(to position: Int) { recorder.move(to: position, in: driver) }

  /// Writes the end. The status is 1 if the recording does not replay unchanged.
  func finish(_ status: ExitStatus) -> ExitStatus {
    guard let problem = recorder.finish(A.self, file: path, in: driver) else { return status }
    Output.error.print("\(path): the recording does not replay unchanged:\n\(problem)")
    return .failed
  }
}

/// How a session is to be recorded: in a simulated world, since that is where trails start.
struct Recording<A: App> {
  let start: String
  let options: [String]
  let showsScreens: Bool

  /// - Throws: a start that the app does not have.
  init(_ options: OptionValues) throws(UsageError) {
    let start = options["--start"] ?? A.starts.first ?? ""
    guard A.starts.contains(start) else {
      let known = A.starts.joined(separator: ", ")
      throw UsageError("\(A.name) has no start \(start.inQuotes); it has: \(known)")
    }
    self.start = start
    self.options = options.words(among: A.options)
    showsScreens = options.has("--screens")
  }

  var world: Launch.World { .simulated(start: start) }
}
