import Foundation

@testable import CairnTerminal

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
