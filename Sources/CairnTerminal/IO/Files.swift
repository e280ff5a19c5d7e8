import CairnApp
import Foundation

extension Descriptor {
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

  /// The contents of a file that the user has named.
  ///
  /// - Throws: a message with the name of the file and the reason.
  static func input(_ path: String) throws(UsageError) -> [UInt8] {
    do throws(SystemError) {
      return try contents(of: path)
    } catch {
      throw UsageError("\(path.terminalSafe): cannot be read: \(error)")
    }
  }

  /// Writes a new file. An existing one is left unchanged, which is an error.
  static func create(_ path: String, with text: String) throws(SystemError) {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    try Descriptor(number: number).write(text)
  }

  /// Replaces the contents of a file, as a whole or not at all.
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

/// A new file to which text is appended, without a buffer: a crash loses nothing of it.
final class AppendFile {
  private let name: String
  private let descriptor: Descriptor

  /// Makes the file, with access for the owner alone: it has what the user types.
  ///
  /// - Throws: if a file of that name exists, or if none can be made.
  init(_ path: String) throws(UsageError) {
    name = path.terminalSafe
    var file = stat()
    let exists = stat(path, &file) == 0
    guard !exists || file.st_mode & S_IFMT != S_IFREG else {
      throw UsageError("\(name) exists already; give another name, or remove it")
    }
    let number = open(path, O_WRONLY | O_CLOEXEC | (exists ? 0 : O_CREAT | O_EXCL), 0o600)
    guard number >= 0 else {
      throw UsageError("\(name): cannot be written: \(SystemError(code: errno))")
    }
    descriptor = Descriptor(number: number)
  }

  deinit { close(descriptor.number) }

  /// Appends text. A failure ends the program.
  func append(_ text: String) {
    do throws(SystemError) {
      try descriptor.write(text)
    } catch {
      Output.fail("\(name): cannot be written: \(error)")
    }
  }

  /// Removes everything after the first `length` bytes. A failure ends the program.
  func truncate(to length: Int) {
    guard ftruncate(descriptor.number, off_t(length)) == 0,
      lseek(descriptor.number, off_t(length), SEEK_SET) >= 0
    else { Output.fail("\(name): cannot be truncated: \(SystemError(code: errno))") }
  }
}
