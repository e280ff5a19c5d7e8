import Foundation

/// An open file, pipe or terminal, read and written without a buffer.
///
/// A call that a signal interrupts is made again; one that would block waits, also where another
/// program has made the descriptor non-blocking.
struct Descriptor {
  let number: Int32

  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)
  static let standardError = Descriptor(number: STDERR_FILENO)

  var isTerminal: Bool { isatty(number) == 1 }

  /// What has arrived, as soon as there is anything; empty at the end.
  func read() throws(SystemError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = try retrying(POLLIN) { Foundation.read(number, &chunk, chunk.count) }
    return Array(chunk[..<count])
  }

  func write(_ text: String) throws(SystemError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(
        try retrying(POLLOUT) {
          rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
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
      case EAGAIN:
        var waiting = pollfd(fd: number, events: Int16(event), revents: 0)
        poll(&waiting, 1, -1)
      case let code: throw SystemError(code: code)
      }
    }
  }
}

extension Descriptor {
  /// Puts what fails at every use where a standard stream is closed. Else the next file or pipe
  /// that is opened would get its number and be taken for it.
  static func reserveStandardStreams() {
    let streams = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    for (number, wrongWay) in streams where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", wrongWay)
    }
  }

  /// The contents of a file of any kind, to its end.
  static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    var contents: [UInt8] = []
    while true {
      let chunk = try Descriptor(number: number).read()
      if chunk.isEmpty { return contents }
      contents += chunk
    }
  }
}

extension Descriptor {
  /// Writes a new file; one that is there already is left alone.
  static func create(_ path: String, with text: String) throws(SystemError) {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    try Descriptor(number: number).write(text)
  }

  /// Puts a text in place of the contents of a file, as a whole or not at all.
  static func replaceContents(of path: String, with text: String) throws(SystemError) {
    var file = stat()
    guard let resolved = realpath(path, nil) else { throw SystemError(code: errno) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard stat(path, &file) == 0 else { throw SystemError(code: errno) }
    guard file.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    guard access(path, W_OK) == 0 else { throw SystemError(code: errno) }
    let new = path + ".new"
    let number = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file.st_mode & 0o777)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    do throws(SystemError) {
      try Descriptor(number: number).write(text)
      guard fsync(number) == 0, rename(new, path) == 0 else { throw SystemError(code: errno) }
    } catch {
      unlink(new)
      throw error
    }
  }
}

/// Why the system refused, in its own words.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  var description: String { String(cString: strerror(code)) }
}
