import Cairn
import CairnScreen
import CairnSimulation
import CairnTrail
import Foundation

extension Session {
  /// Writes what was typed to a new file.
  func save(_ file: String) throws(UsageError) -> Answer {
    let lines = log.trail(app: A.name, steps: travel.position)
    do throws(SystemError) {
      try Descriptor.create(file, with: lines.map { $0 + "\n" }.joined())
    } catch {
      throw UsageError("\(file.terminalSafe): cannot be written: \(error)")
    }
    return .text(["\(travel.position.inputs) written to \(file.terminalSafe)"])
  }

  /// Types the inputs of a trail, up to the first that is refused.
  func load(_ file: String) throws(UsageError) -> Answer {
    let trail = try readTrail(file)
    if let app = trail.settings.app, app != A.name {
      throw UsageError("\(trail.file) is for the app \(app.inQuotes), and this is \(A.name)")
    }
    var count = 0
    for line in trail.lines {
      switch line.step {
      case .input(let text):
        if case .refused(let reason) = answer(to: text) {
          return .screen(
            remark: "\(count.inputs) of \(trail.file) typed; line \(line.number): \(reason)")
        }
        count += 1
      case .time(let time): clock.advance(by: time)
      case .idle:
        while !driver.effects.isEmpty { if !clock.skipToNext() { clock.waitForEffects() } }
      case .restart:
        return .screen(
          remark: "\(count.inputs) of \(trail.file) typed; line \(line.number): a restart cannot be"
        )
      case .comment, .refusedInput, .screen, .check: break
      }
    }
    return .screen(remark: "\(count.inputs) of \(trail.file) typed")
  }

  private func readTrail(_ file: String) throws(UsageError) -> Trail {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: file)
    } catch {
      throw UsageError("\(file.terminalSafe): cannot be read: \(error)")
    }
    do throws(TrailSyntaxErrors) {
      return try Trail.parse(bytes: bytes, file: file.terminalSafe)
    } catch {
      throw UsageError("\(error)")
    }
  }
}

extension Int {
  fileprivate var inputs: String { "\(self) input\(self == 1 ? "" : "s")" }
}

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

/// What was typed, as a trail can say it again: without secrets, and with the time in between.
struct InputLog {
  /// What was in flight when an input came.
  enum Pause {
    /// Nothing had been since the input before.
    case none
    /// Something had been, and had ended.
    case ended
    /// Something still was, after this time.
    case lasting(Duration)
  }

  private var entries: [(pause: Pause, line: String)] = []
  private var placeholders: [Secret: String] = [:]

  /// Adds the input that comes after `step` others; what was behind them is forgotten.
  ///
  /// - Parameter secret: what the line says of a secure field; a placeholder stands for it.
  mutating func record(
    _ line: String, secret: (name: String, value: Secret)?, step: Int, after pause: Pause
  ) {
    entries.removeSubrange(min(step, entries.count)...)
    entries.append((pause, secret.map { "\($0) \(placeholder(for: $1))" } ?? line))
  }

  /// The lines of a trail that says the first `steps` inputs.
  func trail(app: String, steps: Int) -> [String] {
    ["% app \(app)"]
      + entries.prefix(steps).flatMap { pause, line in
        switch pause {
        case .none: ["> \(line)"]
        case .ended: ["@ idle", "> \(line)"]
        case .lasting(let time): ["@ \(time.inMilliseconds)ms", "> \(line)"]
        }
      }
  }

  private mutating func placeholder(for secret: Secret) -> String {
    // An empty one clears the field, and tells nothing.
    if secret.isEmpty { return "\"\"" }
    let placeholder = placeholders[secret] ?? "{secret-\(placeholders.count + 1)}"
    placeholders[secret] = placeholder
    return placeholder
  }
}

extension Duration {
  fileprivate var inMilliseconds: Int { Int((self / .milliseconds(1)).rounded(.up)) }
}
