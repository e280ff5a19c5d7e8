#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A session file on disk, readable by its owner alone and replaced as a whole.
///
/// A new version is written to `.NAME.tmp` beside the file, synchronized to the device and renamed
/// over it. A crash or a full disk therefore leaves the old version or the new one. The next use
/// removes a temporary file that a crash has left.
///
/// Only a regular file is read, replaced, renamed or removed. A symbolic link is followed and stays.
struct DiskFile: SessionFile {
  let path: String

  func read() throws(FileFailure) -> [UInt8]? {
    // Reading does not require this removal; saving and removing report a failure.
    try? sweep(beside: target)
    do throws(FileFailure) {
      // Without O_NONBLOCK, opening a FIFO waits for a writer.
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
        // An empty new file reserves the name: rename alone would replace an existing file.
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

  /// `path`, with symbolic links resolved.
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

  /// Synchronizes a rename or removal to the device. A failure is ignored: the operation itself has
  /// succeeded, and not every file system supports this.
  private func synchronizeFolder(of target: String) {
    try? OpenFile(Self.folder(of: target), O_RDONLY).synchronize()
  }
}

extension DiskFile {
  /// The path up to the last slash: "/", "." and "a/b" for `/x`, `x` and `a/b/x`.
  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func temporary(beside path: String) -> String {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
    return "\(folder(of: path))/.\(path[(name ?? path.startIndex)...]).tmp"
  }

  /// Creates a folder, and its missing parents, with access for the owner alone.
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

/// An open file descriptor, closed at the end of the value's lifetime.
struct OpenFile: ~Copyable {
  private let descriptor: Int32

  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(FileFailure) {
    descriptor = try FileFailure.check { open(path, flags | O_CLOEXEC, mode) }
  }

  deinit {
    _ = close(descriptor)
  }

  /// The remaining contents, up to `limit` bytes.
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

  /// Writes all of `bytes`, in several calls if necessary.
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

  /// Waits until the written bytes are on the device.
  borrowing func synchronize() throws(FileFailure) {
    let descriptor = descriptor
    try FileFailure.check { fsync(descriptor) }
  }

  /// Throws unless this is a regular file: reading another kind can wait forever.
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
