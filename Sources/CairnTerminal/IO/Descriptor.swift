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

/// Splits the bytes of a descriptor into lines.
struct LineReader {
  enum Line {
    case text(String)
    /// Not a line of text, with the reason.
    case unusable(String)
  }

  private static let sizeLimit = 1 << 20

  private let descriptor: Descriptor
  private var buffer: ArraySlice<UInt8> = []
  /// The number of bytes at the start of `buffer` without a line feed.
  private var searched = 0
  /// Whether no line was taken: a byte order mark before the first one is skipped.
  private var isAtStart = true
  /// Whether the current line was refused for its length; the rest of it is skipped.
  private var isRefused = false
  private(set) var isAtEnd = false

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// The next complete line without its line ending; at the end of the input, the remaining bytes.
  mutating func takeLine() -> Line? {
    let end = buffer.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n"))
    searched = buffer.count
    guard end != nil || buffer.count > Self.sizeLimit || isAtEnd && !buffer.isEmpty else {
      return nil
    }
    var bytes = buffer[..<(end ?? buffer.endIndex)]
    if isAtStart, bytes.starts(with: "\u{FEFF}".utf8) { bytes = bytes.dropFirst(3) }
    isAtStart = false
    buffer = end.map { buffer[($0 + 1)...] } ?? []
    searched = 0
    let continuesRefused = isRefused
    isRefused = end == nil
    return continuesRefused ? takeLine() : Self.line(bytes)
  }

  /// Waits for more bytes. Input that cannot be read ends the program.
  mutating func readMore() {
    do throws(SystemError) {
      let bytes = try descriptor.read()
      buffer += bytes
      isAtEnd = bytes.isEmpty
    } catch {
      Output.fail("cannot read the input: \(error)")
    }
  }

  /// The line of these bytes, which do not include the line feed.
  static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    guard bytes.count <= sizeLimit else { return .unusable("the line is longer than 1 MiB") }
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .unusable("the line is not valid UTF-8")
    }
    return .text(text)
  }
}
