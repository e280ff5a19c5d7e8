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

  func write(_ bytes: [UInt8]) throws(SystemError) {
    try Descriptor(number: number).write(bytes)
  }

  /// The available bytes; `nil` at the end, which a terminal reports as an error.
  func read() -> [UInt8]? {
    guard let bytes = try? Descriptor(number: number).read(), !bytes.isEmpty else { return nil }
    return bytes
  }
}
