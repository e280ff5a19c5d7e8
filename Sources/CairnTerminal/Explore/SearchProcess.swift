import CTerminal
import CairnApp
import CairnModel
import Foundation

/// Runs a search in a child process, so that a crash in a step is a finding.
///
/// The child counts its steps. If it crashes, or if a step takes too long, a second child repeats the
/// search up to that step and reports it. The same search takes the same steps, because the children
/// begin with the same memory. Where time or a person ended the first one, the second one ends in the same step.
enum SearchProcess {
  /// - Parameter search: runs the search, and ends with the crash if it is given one.
  static func run(
    stepBound: Duration, _ search: (_ crash: String?) throws(UsageError) -> ExitStatus
  ) throws(UsageError) -> ExitStatus {
    let bound = Int64(stepBound / .milliseconds(1))
    let first = csearch_run(bound, 0)
    guard let crash = crash(of: first, stepBound) else { return try status(of: first, search, nil) }
    guard first.step > 0 else { return failed("\(crash) before the first step") }
    guard first.step < .max else { return failed("\(crash) after the last step") }
    let second = csearch_run(bound, first.step)
    if self.crash(of: second, stepBound) == nil { return try status(of: second, search, crash) }
    return failed("\(crash) in step \(first.step), and elsewhere when the search was repeated")
  }

  private static func status(
    of end: csearch_end, _ search: (String?) throws(UsageError) -> ExitStatus, _ crash: String?
  ) throws(UsageError) -> ExitStatus {
    end.kind == csearch_here ? try search(crash) : ExitStatus(rawValue: end.number) ?? .failed
  }

  private static func failed(_ crash: String) -> ExitStatus {
    Output.error.print("the search ended without a result: \(crash)")
    return .failed
  }

  private static func crash(of end: csearch_end, _ bound: Duration) -> String? {
    switch end.kind {
    case csearch_crashed: "the program crashed with signal \(end.number) (\(name(end.number)))"
    case csearch_too_long: "the program did not end a step within \(bound.notation)"
    default: nil
    }
  }

  /// The name of a signal of a crash.
  static func name(_ signal: Int32) -> String {
    switch signal {
    case SIGILL: "illegal instruction"
    case SIGTRAP: "trap"
    case SIGSEGV: "memory violation, such as a stack overflow"
    case SIGBUS: "bus error"
    case SIGABRT: "abort"
    case SIGFPE: "arithmetic error"
    default: "system error"
    }
  }
}
