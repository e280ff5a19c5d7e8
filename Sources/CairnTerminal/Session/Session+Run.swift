import CairnApp
import Foundation

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
