import Foundation

@testable import CairnTerminal

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
      .merging(["NO_COLOR": "", "COLORFGBG": "", "REDUCE_MOTION": ""]) { $1 }
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

  /// Waits for the end and returns the status as a shell reports it: 128 and more for a signal.
  func wait() -> Int32 {
    if let status { return status }
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
