import Foundation

/// An end of a pipe or a terminal; closed with the object.
final class Descriptor {
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

  /// A pipe that no process inherits unasked, not even one that another test starts at this very
  /// moment: it would keep the pipe from ending. Only files can be opened so everywhere.
  static func pipe(in folder: Folder) throws -> (readEnd: Descriptor, writeEnd: Descriptor) {
    let path = folder[".pipe"]
    guard mkfifo(path, 0o600) == 0 else { throw SystemError(code: errno) }
    defer { unlink(path) }
    // Without O_NONBLOCK, opening one end waits for the other.
    let readEnd = try Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    let writeEnd = try Descriptor(open(path, O_WRONLY | O_CLOEXEC))
    _ = fcntl(readEnd.number, F_SETFL, 0)
    return (readEnd, writeEnd)
  }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw SystemError(code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// What has arrived; `nil` at the end, which a terminal reports as an error.
  func read() -> ArraySlice<UInt8>? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(number, &chunk, chunk.count)
    return count > 0 ? chunk[..<count] : nil
  }
}

struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }
}
