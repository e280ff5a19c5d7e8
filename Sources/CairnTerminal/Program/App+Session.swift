import CairnTrail
import Foundation

extension App {
  /// A person at the terminal, or a script from a pipe.
  static func runSession(_ options: OptionValues) throws(UsageError) -> ExitStatus {
    let environment = ProcessInfo.processInfo.environment
    let run = try RunOptions(
      options, environment: environment, outputIsTerminal: Descriptor.standardOutput.isTerminal)
    let clock = WallClock(isVirtual: run.isVirtual)
    let app = try Self(Launch(.real, options: options, clock: clock.simulation.clock))
    let session = Session(app, clock: clock)
    guard Descriptor.standardInput.isTerminal, run.presentation != .json else {
      return Script(session, keepsGoing: options.has("--keep-going"), run.presentation).run()
    }
    if Descriptor.standardOutput.isTerminal { session.width = WindowSize.current.columns }
    guard run.edits, RawTerminal.isAvailable(environment) else {
      return LineREPL(session, run.presentation).run()
    }
    let file = HistoryFile(of: name, environment: environment)
    return REPL(session, run, file).run()
  }
}
