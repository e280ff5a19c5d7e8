import CairnStorage
import Foundation

typealias SystemError = CairnStorage.SystemError

/// An open file, pipe or terminal, read and written without a buffer.
///
/// A call that a signal interrupts is repeated. A call that would block waits, even where another
/// program has made the descriptor non-blocking.
struct Descriptor {
  let number: Int32

  static var standardInput: Descriptor { Surroundings.current.input }
  static var standardOutput: Descriptor { Surroundings.current.output }
  static var standardError: Descriptor { Surroundings.current.errors }

  var isTerminal: Bool { isatty(number) == 1 }

  /// Waits for an event: by default for input, or its end. Returns `false` after the time, or if a signal ends the wait
  /// before. A negative time has no end.
  func isReady(for event: Int32 = POLLIN, within milliseconds: Int32 = 0) -> Bool {
    var state = pollfd(fd: number, events: Int16(event), revents: 0)
    return unsafe poll(&state, 1, milliseconds) > 0
  }

  /// The available bytes, as soon as there are any; empty at the end.
  func read() throws(SystemError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = try retrying(POLLIN) { unsafe Foundation.read(number, &chunk, chunk.count) }
    return Array(chunk[..<count])
  }

  func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(
        try retrying(POLLOUT) {
          unsafe rest.withUnsafeBytes { unsafe Foundation.write(number, $0.baseAddress, $0.count) }
        })
    }
  }

  private func retrying(
    _ event: Int32, _ call: () -> Int
  ) throws(SystemError) -> Int {
    while true {
      let count = call()
      if count >= 0 { return count }
      switch errno {
      case EINTR: break
      case EAGAIN: _ = isReady(for: event, within: -1)
      case let code: throw SystemError(code: code)
      }
    }
  }

  /// Opens `/dev/null` in place of each closed standard stream, in the mode in which every use
  /// fails. Without this the next opened file would get the number of the stream.
  static func reserveStandardStreams() {
    let streams = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    for (number, wrongMode) in streams where fcntl(number, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", wrongMode)
    }
  }
}

/// The standard streams and the environment of a program. A test gives others to a program that runs in the
/// process of the test.
struct Surroundings: Sendable {
  @TaskLocal static var current = Surroundings()

  var input = Descriptor(number: STDIN_FILENO)
  var output = Descriptor(number: STDOUT_FILENO)
  var errors = Descriptor(number: STDERR_FILENO)
  var environment = ProcessInfo.processInfo.environment
}
