#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A session file on disk, readable by its owner alone and replaced as a whole.
///
/// A new version is written to `.NAME.tmp` beside the file, brought to the device and renamed over
/// it, so that a crash or a full disk leaves the old one or the new one. A temporary left by a
/// crash is removed by the next use.
///
/// Only a regular file is read, replaced, renamed or removed. A symbolic link is followed: what it
/// points to is the file, and the link stays.
struct DiskFile: SessionFile {
  let path: String

  func read() throws(FileFailure) -> [UInt8]? {
    // A temporary that stays does no harm to reading; saving and removing report it.
    try? sweep(beside: target)
    do throws(FileFailure) {
      // Without O_NONBLOCK, opening a FIFO waits for somebody to write to it.
      let file = try OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      try file.requireRegular()
      return try file.contents(upTo: SessionFormat.sizeLimit + 1)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  func replace(with bytes: [UInt8]) throws(FileFailure) {
    let target = target
    let temporary = Self.temporary(beside: target)
    try Self.createFolder(Self.folder(of: target))
    try sweep(beside: target)
    do throws(FileFailure) {
      let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try file.append(bytes)
      try file.synchronize()
      try FileFailure.check { rename(temporary, target) }
    } catch {
      _ = unlink(temporary)
      throw error
    }
    synchronizeFolder(of: target)
  }

  func setAside() throws(FileFailure) -> String {
    let target = target
    var number = 1
    while true {
      let aside = Self.asidePath(of: target, number: number)
      do throws(FileFailure) {
        // An empty file of our own claims the name: rename alone would replace what is there.
        _ = try OpenFile(aside, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      } catch {
        guard error.code == EEXIST else { throw error }
        number += 1
        continue
      }
      do throws(FileFailure) {
        try FileFailure.check { rename(target, aside) }
      } catch {
        _ = unlink(aside)
        throw error
      }
      synchronizeFolder(of: target)
      return aside
    }
  }

  func remove() throws(FileFailure) {
    let target = target
    try sweep(beside: target)
    do throws(FileFailure) {
      var status = stat()
      try FileFailure.check { stat(target, &status) }
      try status.requireRegular()
      try FileFailure.check { unlink(target) }
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    synchronizeFolder(of: target)
  }

  /// `path`, or where a symbolic link there leads in the end.
  private var target: String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let resolved = realpath(path, nil)
    else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func sweep(beside target: String) throws(FileFailure) {
    let temporary = Self.temporary(beside: target)
    do throws(FileFailure) {
      try FileFailure.check { unlink(temporary) }
    } catch {
      guard error.code == ENOENT else { throw FileFailure("\(error.reason): \(temporary)") }
    }
  }

  /// Brings a rename or removal to the device. It has happened by then, and not every file system
  /// can do this, so that a failure here is not one of the operation.
  private func synchronizeFolder(of target: String) {
    try? OpenFile(Self.folder(of: target), O_RDONLY).synchronize()
  }
}

extension DiskFile {
  /// Everything before the last slash: "/", "." and "a/b" for `/x`, `x` and `a/b/x`.
  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func temporary(beside path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    return "\(folder(of: path))/.\(path[(name ?? path.startIndex)...]).tmp"
  }

  /// Creates a folder for its owner alone, and likewise those above it that are missing.
  private static func createFolder(_ path: String) throws(FileFailure) {
    if access(path, F_OK) == 0 { return }
    let parent = folder(of: path)
    if parent != path { try createFolder(parent) }
    do throws(FileFailure) {
      try FileFailure.check { mkdir(path, 0o700) }
    } catch {
      guard error.code == EEXIST else { throw error }
    }
  }
}

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
