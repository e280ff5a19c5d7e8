import CFork
import CairnApp
import CairnTrail
import Foundation
import Synchronization

@testable import CairnTerminal
@testable import accounts
@testable import counter
@testable import dance
@testable import onboarding
@testable import timeline
@testable import workout

/// A process of a test. If it still runs at the end of the object's lifetime, it is killed.
final class Child {
  /// The variables for a program whose effects block, or last until the program ends them.
  static let withBlockingEffects = ["CAIRN_PATIENCE": "100ms"]

  /// The file or descriptor of a standard stream.
  enum Stream {
    case file(String, Int32)
    case descriptor(StreamEnd)
    /// The descriptor of standard input, because a terminal is opened once.
    case sameAsInput
    case closed
  }

  private let pid: pid_t
  /// The process, or its process group if it owns the terminal.
  private let target: pid_t
  private var status: Int32?
  /// The most memory that the ended process had at a time, in bytes.
  private(set) var peakMemory = 0

  /// - Parameters:
  ///   - ownsTerminal: whether the opened terminal becomes the controlling terminal.
  ///   - variables: additions to the environment of the tests. By default the terminal supports plain
  ///     lines only.
  init(
    _ path: String, _ arguments: [String], in folder: String, ownsTerminal: Bool = false,
    variables: [String: String] = [:], input: Stream, output: Stream, errors: Stream
  ) throws(SystemError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let newSession = POSIX_SPAWN_SETSID
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which the C library hides from Swift
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [(Int32(0), input), (1, output), (2, errors)] {
      switch stream {
      case .file(let path, let flags):
        posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor.number, number)
      case .sameAsInput:
        posix_spawn_file_actions_adddup2(&actions, 0, number)
      case .closed:
        posix_spawn_file_actions_addclose(&actions, number)
      }
    }

    // Signals have their default actions, independent of the process of the tests.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    posix_spawnattr_setflags(&attributes, Int16(flags | (ownsTerminal ? newSession : 0)))

    let environment = ProcessInfo.processInfo.environment
      .merging(["HOME": folder, "XDG_STATE_HOME": folder, "TERM": "dumb"]) { $1 }
      // The package manager and the compiler leave folders and locks in the temporary folder.
      .merging(["TMPDIR": folder]) { $1 }
      .merging(["NO_COLOR": "", "COLORFGBG": "", "REDUCE_MOTION": "", "CI": ""]) { $1 }
      // The output does not depend on the load of the machine.
      .merging(["CAIRN_PATIENCE": "60s"]) { $1 }
      .merging(variables) { $1 }
      .map { "\($0)=\($1)" }
    var pid: pid_t = 0
    let shell = "/bin/sh"
    let command = [shell, "-c", #"cd "$0" && exec "$@""#, folder, path] + arguments
    let code = withCStrings(command) { command in
      withCStrings(environment) { posix_spawn(&pid, shell, &actions, &attributes, command, $0) }
    }
    guard code == 0 else { throw SystemError(code: code) }
    self.pid = pid
    target = ownsTerminal ? -pid : pid
  }

  deinit {
    if status == nil {
      send(SIGKILL)
      _ = wait()
    }
  }

  func send(_ signal: Int32) { kill(target, signal) }

  /// Sends a signal from a process that is not the parent, and waits for that process.
  func sendFromOther(_ signal: Int32) throws {
    let none = Stream.file("/dev/null", O_RDWR)
    let kill = try Child(
      "/bin/sh", ["-c", "kill -\(signal) \(target)"], in: "/", input: none, output: none,
      errors: none)
    _ = kill.wait()
  }

  /// The memory of the running process in bytes; `nil` where the system does not tell it in a file. Its peak would
  /// include the memory of the process of the tests, from which it was forked.
  var memory: Int? {
    let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let size = status?.firstMatch(of: /VmRSS:\s*(\d+) kB/).flatMap { Int($0.1) }
    return size.map { $0 << 10 }
  }

  /// Waits for the end and returns the status as a shell reports it: 128 and more for a signal.
  func wait() -> Int32 {
    if let status { return status }
    // A program that does not end is killed, so that its test fails and others go on.
    let killing = DispatchWorkItem { [target] in kill(target, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 900, execute: killing)
    defer { killing.cancel() }
    var word: Int32 = 0
    var usage = rusage()
    while wait4(pid, &word, 0, &usage) == -1, errno == EINTR {}
    #if canImport(Darwin)
      peakMemory = usage.ru_maxrss
    #else
      peakMemory = usage.ru_maxrss << 10
    #endif
    let ended = word & 0x7F == 0 ? (word >> 8) & 0xFF : 128 + word & 0x7F
    status = ended
    return ended
  }
}

private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  return body(copies + [nil])
}

/// An end of a pipe, or a terminal. It is closed with the object.
final class StreamEnd {
  private(set) var number: Int32

  init(_ number: Int32) throws(SystemError) {
    guard number >= 0 else { throw SystemError(code: errno) }
    self.number = number
  }

  deinit { close() }

  func close() {
    if number >= 0 { _ = Foundation.close(number) }
    number = -1
  }

  /// A pipe that no process inherits implicitly. A process that another test starts at the same time
  /// would otherwise keep the pipe open. Only for files is there a portable call that does this.
  static func pipe(in folder: Folder) throws -> (readEnd: StreamEnd, writeEnd: StreamEnd) {
    let path = folder[".pipe"]
    guard mkfifo(path, 0o600) == 0 else { throw SystemError(code: errno) }
    defer { unlink(path) }
    // Without O_NONBLOCK, opening one end waits for the other.
    let readEnd = try StreamEnd(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    let writeEnd = try StreamEnd(open(path, O_WRONLY | O_CLOEXEC))
    _ = fcntl(readEnd.number, F_SETFL, 0)
    return (readEnd, writeEnd)
  }

  /// A new terminal: its end for a person, its end for programs, and the path of the latter.
  static func terminal() throws -> (person: StreamEnd, programs: StreamEnd, path: String) {
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    guard openpty(&ends.0, &ends.1, &name, nil, nil) == 0 else { throw SystemError(code: errno) }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (try StreamEnd(ends.0), try StreamEnd(ends.1), String(cString: &name))
  }

  /// The settings of a terminal.
  var settings: termios {
    get throws {
      var settings = termios()
      guard tcgetattr(number, &settings) == 0 else { throw SystemError(code: errno) }
      return settings
    }
  }

  /// Whether a terminal has echo, line mode and signals.
  func isTerminalAsBefore() throws -> Bool {
    let settings = try settings
    let usual = tcflag_t(ECHO | ISIG | ICANON)
    return settings.c_lflag & usual == usual && settings.c_iflag & tcflag_t(ICRNL) != 0
  }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    try Descriptor(number: number).write(bytes)
  }

  /// The available bytes; `nil` at the end, which a terminal reports as an error.
  func read() -> [UInt8]? {
    guard let bytes = try? Descriptor(number: number).read(), !bytes.isEmpty else { return nil }
    return bytes
  }
}

/// The disk of the program `saver`: each access takes until ``release()``.
struct SlowDisk {
  let path: String

  init(in folder: Folder) throws {
    path = folder["disk"]
    guard mkfifo(path, 0o600) == 0 else { throw SystemError(code: errno) }
  }

  /// Waits for an access, which ends with the returned object.
  func access() throws -> StreamEnd { try StreamEnd(open(path, O_WRONLY | O_CLOEXEC)) }

  /// Waits for an access and ends it.
  func release() throws { try access().close() }
}

extension Program {
  /// The code of the app's `main`, with the words of a command line. `nil` for a program that is no app, and for
  /// a search, which forks.
  func main(_ words: [String]) -> (@Sendable () -> ExitStatus)? {
    if words.first == "explore" { return nil }
    return switch self {
    case .counter: Self.main(CounterApp.self, words)
    case .onboarding: Self.main(OnboardingApp.self, words)
    case .workout: Self.main(WorkoutApp.self, words)
    case .accounts: Self.main(AccountsApp.self, words)
    case .dance: Self.main(DanceApp.self, words)
    case .timeline: Self.main(TimelineApp.self, words)
    case .benchmarks, .fuzz, .saver, .faller, .newApp: nil
    }
  }

  private static func main<A: App & SendableMetatype>(
    _ app: A.Type, _ words: [String]
  ) -> @Sendable () -> ExitStatus where A.Root.Action: Codable {
    { CairnTerminal.Program<A>(coding: ActionCoding(), searcher: AppSearcher()).run(words) }
  }
}

extension Folder {
  /// Runs the code of a program's `main` in the process of the test, on a thread whose working folder is this one.
  /// `nil` where a thread cannot have its own: some containers forbid it.
  func run(
    _ main: @escaping @Sendable () -> ExitStatus, _ variables: [String: String], input: StreamEnd
  ) throws -> Run? {
    let names = [".output", ".errors"]
    let ends = try names.map {
      try StreamEnd(open(self[$0], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }
    defer { for name in names { unlink(self[name]) } }
    let surroundings = Surroundings(
      input: Descriptor(number: input.number), output: Descriptor(number: ends[0].number),
      errors: Descriptor(number: ends[1].number),
      environment: ["HOME": path, "XDG_STATE_HOME": path, "TERM": "dumb", "CAIRN_PATIENCE": "60s"]
        .merging(variables) { $1 })
    let status = Atomic<Int32>(-1)
    let end = DispatchSemaphore(value: 0)
    let former = FileManager.default.currentDirectoryPath
    let thread = Thread { [path] in
      if enter_folder(path) == 0 {
        let result = Surroundings.$current.withValue(surroundings) { main() }
        status.store(result.rawValue, ordering: .sequentiallyConsistent)
        // Threads that began meanwhile share the working folder.
        _ = chdir(former)
      }
      end.signal()
    }
    // That of a program's first thread.
    thread.stackSize = 8 << 20
    thread.start()
    end.wait()
    let result = status.load(ordering: .sequentiallyConsistent)
    return result < 0
      ? nil : Run(output: text(names[0]) ?? "", errors: text(names[1]) ?? "", status: result)
  }
}
