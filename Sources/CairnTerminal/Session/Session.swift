import Cairn
import CairnScreen
import CairnTrail
import Foundation

/// One run of an app in the terminal or from a pipe: what a line does, and what is answered.
final class Session<A: App> {
  enum Answer: Equatable {
    /// The screen is shown, after a remark if there is one.
    case screen(remark: String?)
    case text([String])
    case refused(String)
    case quit
  }

  let driver: Driver<A.Root>
  let clock: WallClock
  let searcher: AppSearcher<A>
  /// What the app was started in, and with which options of its own.
  let launch: (world: Launch.World, options: [String])
  /// How wide the answers may be.
  var width = 80
  var travel = TimeTravel<Driver<A.Root>.Checkpoint>()
  /// Where what is typed is recorded, if it is.
  var recorder: SessionRecorder<A>?
  private(set) var log = InputLog()
  /// Whether anything was in flight when the last input had been taken, and when that was.
  private var wasBusy: Bool
  private var lastInput = Duration.zero
  /// When the effects in flight were started, by their numbers.
  private(set) var starts: [Int: Duration] = [:]

  init(
    _ app: A, in world: Launch.World = .real, options: [String] = [], clock: WallClock,
    journal: JournalWriter<A.Root>? = nil, searcher: AppSearcher<A> = AppSearcher()
  ) {
    self.clock = clock
    self.searcher = searcher
    launch = (world, options)
    driver = Driver(app, in: clock.simulation, journal: journal)
    wasBusy = !driver.allEffects.isEmpty
    for effect in driver.allEffects { starts[effect.number] = clock.now }
    driver.inspector = { [unowned self] event in
      for effect in event.changes.started { starts[effect.number] = clock.now }
    }
  }

  var screen: Screen<A.Root.Action> { driver.screen }

  /// Does what a typed line says.
  func answer(to line: String) -> Answer {
    clock.catchUp()
    if line.isColonCommand {
      do throws(UsageError) {
        let (command, argument) = try ColonCommand.parse(line)
        return try answer(to: command, argument)
      } catch {
        return .refused(error.description)
      }
    }
    return take(
      screen.read(line), shown: screen.redacted(line), typed: line, screen.secret(in: line))
  }

  /// Does what a secret means that was asked for after its field's name.
  func answer(to name: String, secret: Secret) -> Answer {
    clock.catchUp()
    return take(
      screen.read(name, secret: secret), shown: "\(name) \(secret.bullets)", typed: name,
      (name, secret), isAsked: true)
  }

  private var pause: InputLog.Pause {
    if !driver.allEffects.isEmpty { return .lasting(clock.now - lastInput) }
    return wasBusy ? .ended : .none
  }

  private func take(
    _ line: TypedLine<A.Root.Action>, shown: String, typed: String,
    _ secret: (name: String, value: Secret)?, isAsked: Bool = false
  ) -> Answer {
    switch line {
    case .blank:
      return .screen(remark: nil)
    case .refused(let refusal):
      return .refused(refusal.message)
    case .action(let action, name: _):
      let before = driver.checkpoint
      recorder?.record(typed, secret: isAsked ? secret?.value : nil)
      log.record(typed, secret: secret, step: travel.position, after: pause)
      driver.send(action)
      recorder?.settle()
      (wasBusy, lastInput) = (!driver.allEffects.isEmpty, clock.now)
      travel.record(shown, before: before, after: driver.checkpoint)
      return .screen(remark: nil)
    }
  }
}

extension String {
  /// Whether the line is for the tool and not for the app.
  var isColonCommand: Bool {
    unicodeScalars.first { !$0.properties.isWhitespace } == ":"
  }
}

extension Session {
  /// A person at the terminal, or a script from a pipe.
  func run(_ options: OptionValues) throws(UsageError) -> ExitStatus {
    let environment = ProcessInfo.processInfo.environment
    let run = try RunOptions(
      options, environment: environment, outputIsTerminal: Descriptor.standardOutput.isTerminal)
    guard Descriptor.standardInput.isTerminal, run.presentation != .json else {
      return Script(self, keepsGoing: options.has("--keep-going"), run.presentation).run()
    }
    if Descriptor.standardOutput.isTerminal { width = WindowSize.current.columns }
    guard run.edits, RawTerminal.isAvailable(environment) else {
      return LineREPL(self, run.presentation).run()
    }
    return REPL(self, run, HistoryFile(of: A.name, environment: environment)).run()
  }
}
