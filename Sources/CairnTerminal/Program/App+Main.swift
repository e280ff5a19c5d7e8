import CairnScreen
import CairnTrail
import Foundation

extension App {
  /// The program: reads the command line, does what it says, and exits with its status.
  ///
  /// `@main` on the app's type is all that an app needs for it.
  public static func main() {
    Descriptor.reserveStandardStreams()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) -> ExitStatus {
    do throws(UsageError) {
      switch try Command.request(words, for: Self.self) {
      case .help:
        Output.standard.print(helpText)
        return .done
      case .version:
        Output.standard.print("\(name) \(version)")
        return .done
      case .command(let command):
        return try run(command)
      }
    } catch {
      Output.error.print("\(name): \(error.description.terminalSafe)\nTry: \(name) --help")
      return .wrongUsage
    }
  }
  private static func run(_ command: Command) throws(UsageError) -> ExitStatus {
    switch command.verb {
    case .run:
      let clock = WallClock()
      let app = try Self(Launch(.real, options: command.options, clock: clock.simulation.clock))
      return run(Session(app, clock: clock), command.options)
    case .record:
      let clock = WallClock()
      let recording = try Recording<Self>(command.options)
      let app = try recording.app(command.options, clock: clock.simulation.clock)
      let session = Session(app, clock: clock)
      let recorder = try SessionRecorder(command.operands[0], recording, in: session.driver)
      session.recorder = recorder
      return recorder.finish(run(session, command.options))
    case .replay:
      return try Replay<Self>(command.options).play(command.operands)
    }
  }

  private static func run(_ session: Session<Self>, _ options: OptionValues) -> ExitStatus {
    Descriptor.standardInput.isTerminal
      ? REPL(session).run()
      : Script(session, keepsGoing: options.has("--keep-going")).run()
  }
}
