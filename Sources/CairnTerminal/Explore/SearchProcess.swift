import CTerminal
import CairnApp
import CairnDump
import CairnExplorer
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

/// Another process of this program, which replays the trails of a search: with another hash seed, and without the
/// memory of the search.
final class CheckProcess {
  /// The command of that process, which no help lists.
  private static let command = "answer-check"
  /// The descriptor of the socket in that process.
  private static let socket: Int32 = 3

  private let options: [String]
  private let stepBound: Duration
  private var process: csearch_checker?

  /// - Parameter stepBound: the time that a line of a trail may take.
  init(options: [String], stepBound: Duration) {
    (self.options, self.stepBound) = (options, stepBound)
  }

  deinit { _ = stop() }

  func answer(_ question: CheckQuestion) -> CheckAnswer {
    guard let process = process ?? start(), let bytes = try? JSONEncoder().encode(question) else {
      return CheckAnswer(problem: "no process for the replay could be started")
    }
    var (line, input) = ([UInt8](), Self.send(bytes + [0x0A], to: process.socket))
    while input, line.last != 0x0A {
      guard let bytes = Self.receive(from: process.socket, within: stepBound) else {
        _ = stop()
        return CheckAnswer(
          problem: "the replay did not end a step within \(stepBound.notation)", lines: line.count)
      }
      line += bytes
      input = !bytes.isEmpty
    }
    // A dot for each played line.
    let json = Data(line.drop { $0 == UInt8(ascii: ".") })
    if let answer = try? JSONDecoder().decode(CheckAnswer.self, from: json) { return answer }
    let signal = stop()
    let crash =
      signal == 0 ? "ended" : "crashed with signal \(signal) (\(SearchProcess.name(signal)))"
    return CheckAnswer(problem: "the replay \(crash)", lines: line.count)
  }

  private func start() -> csearch_checker? {
    let words = [CommandLine.arguments.first ?? "", Self.command] + options
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    let started = unsafe csearch_start_checker(&arguments)
    process = started.pid > 0 ? started : nil
    return process
  }

  /// The signal of the crash that ended the process; 0 without a crash.
  private func stop() -> Int32 {
    defer { process = nil }
    return process.map(csearch_stop_checker) ?? 0
  }

  /// Answers the questions of another process, if this one was started for it; otherwise `nil`.
  static func serve<A: App>(_ words: [String], for app: A.Type) -> ExitStatus? {
    guard words.first == command, fcntl(socket, F_GETFD) >= 0 else { return nil }
    csearch_become_checker()
    let replayer = Replayer<A>(checking: A.properties, options: Array(words.dropFirst()))
    var buffer: [UInt8] = []
    while let bytes = receive(from: socket, within: nil), !bytes.isEmpty {
      buffer += bytes
      while let end = buffer.firstIndex(of: 0x0A) {
        let line = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        guard let question = try? JSONDecoder().decode(CheckQuestion.self, from: line) else {
          return .wrongUsage
        }
        let answer = replayer.answer(question) { _ = send(Data([UInt8(ascii: ".")]), to: socket) }
        guard let bytes = try? JSONEncoder().encode(answer) else { return .failed }
        guard send(bytes + [0x0A], to: socket) else { return .done }
      }
    }
    return .done
  }

  private static func send(_ bytes: Data, to socket: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe csearch_send(socket, $0.baseAddress, $0.count) }
  }

  /// Bytes as soon as there are any; none at the end, and `nil` if none came in time.
  private static func receive(from socket: Int32, within bound: Duration?) -> [UInt8]? {
    let input = Descriptor(number: socket)
    let end = bound.map { ContinuousClock.now + $0 }
    // A signal ends a wait, too.
    while let end, !input.isReady(within: (end - .now).inMilliseconds) {
      if .now >= end { return nil }
    }
    return (try? input.read()) ?? []
  }
}
