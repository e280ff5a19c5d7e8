import Cairn
import Foundation

package struct Disk: FileSystem {
  /// The folder that relative paths begin in, also after the process has changed its working folder.
  private let folder: String

  /// - Parameter folder: the present working folder by default.
  package init(relativeTo folder: String = Disk.workingFolder) {
    self.folder = folder
  }

  private static var workingFolder: String {
    guard let path = unsafe getcwd(nil, 0) else { return "" }
    defer { unsafe free(path) }
    return unsafe String(cPath: path)
  }

  /// A path from the root. An empty path, which leads nowhere, stays empty.
  private func whole(_ path: String) -> [CChar] {
    let isWhole = path.isEmpty || path.utf8.first == UInt8(ascii: "/") || folder.isEmpty
    return (isWhole ? path : "\(folder)/\(path)").systemPath
  }

  package var processID: Int32 { getpid() }

  package func open(_ path: String, _ purpose: OpenPurpose) throws(SystemError) -> Int32 {
    let flags =
      switch purpose {
      // Without O_NONBLOCK, opening a named pipe waits for a writer.
      case .reading: O_RDONLY | O_NONBLOCK | O_NOCTTY
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .locking: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
      case .folder: O_RDONLY | O_DIRECTORY
      }
    return try unsafe check(Foundation.open(whole(path), flags | O_CLOEXEC, 0o600))
  }

  /// Ends a lock explicitly: a process that was forked meanwhile, and has not begun another program yet,
  /// has a copy of the file, with which the lock would last.
  package func close(_ file: Int32) {
    _ = flock(file, LOCK_UN)
    _ = Foundation.close(file)
  }

  package func read(_ file: Int32, upTo count: Int) throws(SystemError) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: count)
    let count = try unsafe check(Foundation.read(file, &chunk, count))
    return Array(chunk[..<count])
  }

  package func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try unsafe check(
      bytes.withUnsafeBytes { unsafe Foundation.write(file, $0.baseAddress, $0.count) })
  }

  package func synchronize(_ file: Int32) throws(SystemError) {
    #if canImport(Darwin)
      // On this system fsync does not wait for the cache of the device.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
      // Some file systems, such as network ones, support only fsync.
      let code = errno
      guard [ENOTSUP, EOPNOTSUPP, EINVAL, ENOTTY].contains(code) else {
        throw SystemError(code: code)
      }
    #endif
    try check(fsync(file))
  }

  package func lock(_ file: Int32) throws(SystemError) {
    try check(flock(file, LOCK_EX | LOCK_NB))
  }

  package func rename(_ path: String, to other: String) throws(SystemError) {
    try unsafe check(Foundation.rename(whole(path), whole(other)))
  }

  package func unlink(_ path: String) throws(SystemError) {
    try unsafe check(Foundation.unlink(whole(path)))
  }

  /// Refuses a name that could not be removed again: in a sticky folder, that of another owner's file.
  package func link(_ path: String, as other: String) throws(SystemError) {
    var (file, folder) = (stat(), stat())
    try unsafe check(lstat(whole(path), &file))
    try unsafe check(stat(whole(CairnStorage.folder(of: other)), &folder))
    guard
      geteuid() == 0 || folder.st_mode & S_ISVTX == 0
        || [file.st_uid, folder.st_uid].contains(geteuid())
    else { throw SystemError(code: EPERM) }
    try unsafe check(Foundation.link(whole(path), whole(other)))
  }

  package func makeFolder(_ path: String) throws(SystemError) {
    try unsafe check(mkdir(whole(path), 0o700))
    // A umask such as 0177 takes access from the owner, too. Some file systems have no modes to change.
    _ = unsafe chmod(whole(path), 0o700)
  }

  package func status(
    _ path: String, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    var status = stat()
    try unsafe check(
      followingLinks ? stat(whole(path), &status) : lstat(whole(path), &status))
    let kind: FileKind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    return FileStatus(kind: kind, size: Int(status.st_size))
  }

  package func isFile(_ file: Int32, at path: String) throws(SystemError) -> Bool {
    var opened = stat()
    try unsafe check(fstat(file, &opened))
    var named = stat()
    do throws(SystemError) {
      try unsafe check(lstat(whole(path), &named))
    } catch {
      guard error == .missing else { throw error }
      return false
    }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }

  package func resolve(_ path: String) throws(SystemError) -> String {
    do throws(SystemError) {
      return try realPath(path)
    } catch {
      guard error == .missing, let target = destination(of: path) else { throw error }
      // Links that lead to each other are not missing: the system finds too many.
      if destination(of: target) != nil { return try resolve(target) }
      let folder = try realPath(CairnStorage.folder(of: target))
      return "\(folder == "/" ? "" : folder)/\(lastName(of: target))"
    }
  }

  private func realPath(_ path: String) throws(SystemError) -> String {
    guard let resolved = unsafe realpath(whole(path), nil) else { throw SystemError(code: errno) }
    defer { unsafe free(resolved) }
    return unsafe String(cPath: resolved)
  }

  /// Where a symbolic link leads, from its folder on; `nil` for anything else.
  private func destination(of path: String) -> String? {
    let size = 4096
    var bytes = [CChar](repeating: 0, count: size)
    let count = unsafe readlink(whole(path), &bytes, size)
    guard count > 0 else { return nil }
    let target = String(pathBytes: bytes.prefix(count).map { UInt8(bitPattern: $0) })
    return target.utf8.first == UInt8(ascii: "/")
      ? target : "\(CairnStorage.folder(of: path))/\(target)"
  }

  package func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(whole(folder)) else { throw SystemError(code: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      unsafe names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          unsafe String(pathBytes: $0.prefix { $0 != 0 })
        })
    }
    return names
  }

  /// The result of a system call, which is negative after a failure.
  @discardableResult
  private func check<Result: SignedInteger>(_ result: Result) throws(SystemError) -> Result {
    guard result >= 0 else { throw SystemError(code: errno) }
    return result
  }
}

extension String {
  package init(cPath path: UnsafePointer<CChar>) {
    unsafe self.init(pathBytes: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }
}

extension SystemError {
  /// The system's words: `No space left on device`.
  public var description: String { unsafe String(cString: strerror(code)) }

  /// No space is left on the device (`ENOSPC`).
  public static let noSpace = SystemError(code: ENOSPC)
  /// The device failed (`EIO`).
  public static let inputOutput = SystemError(code: EIO)
  /// A signal interrupted the call (`EINTR`).
  public static let interrupted = SystemError(code: EINTR)
  static let exists = SystemError(code: EEXIST)
  static let isFolder = SystemError(code: EISDIR)
  static let missing = SystemError(code: ENOENT)
  static let readOnly = SystemError(code: EROFS)
  static let wouldBlock = SystemError(code: EWOULDBLOCK)
}

extension StorageProblem {
  static let missing = StorageProblem.system(.missing)

  /// Whether the file system does not support the call.
  var meansUnsupported: Bool {
    isError([ENOTSUP, EOPNOTSUPP, EINVAL, EBADF, ENOSYS, EMLINK])
  }

  var meansForbidden: Bool { isError([EACCES, EPERM]) }

  private func isError(_ codes: [Int32]) -> Bool {
    if case .system(let error) = self { codes.contains(error.code) } else { false }
  }
}
