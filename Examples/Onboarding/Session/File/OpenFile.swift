#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file descriptor, closed when the value ends.
struct OpenFile: ~Copyable {
  private let descriptor: Int32

  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(FileFailure) {
    descriptor = try FileFailure.check { open(path, flags | O_CLOEXEC, mode) }
  }

  deinit {
    _ = close(descriptor)
  }

  /// The contents from here on, or the first `limit` bytes of them.
  borrowing func contents(upTo limit: Int) throws(FileFailure) -> [UInt8] {
    let descriptor = descriptor
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while contents.count < limit {
      let wanted = min(chunk.count, limit - contents.count)
      let count = try FileFailure.check { read(descriptor, &chunk, wanted) }
      if count == 0 { break }
      contents += chunk[..<count]
    }
    return contents
  }

  /// Writes all of `bytes`, in as many calls as the system takes.
  borrowing func append(_ bytes: [UInt8]) throws(FileFailure) {
    let descriptor = descriptor
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try FileFailure.check {
        rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      rest.removeFirst(count)
    }
  }

  /// Waits until what was written is on the device.
  borrowing func synchronize() throws(FileFailure) {
    let descriptor = descriptor
    try FileFailure.check { fsync(descriptor) }
  }

  /// Throws unless this is a regular file, which alone can be read to its end without waiting.
  borrowing func requireRegular() throws(FileFailure) {
    let descriptor = descriptor
    var status = stat()
    try FileFailure.check { fstat(descriptor, &status) }
    try status.requireRegular()
  }
}

extension stat {
  func requireRegular() throws(FileFailure) {
    switch st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileFailure(code: EISDIR)
    default: throw FileFailure("Not a regular file")
    }
  }
}
