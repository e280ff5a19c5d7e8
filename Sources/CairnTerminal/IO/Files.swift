import Cairn
import CairnApp
import CairnPage
import CairnStorage
import Foundation

/// The maximum sizes of files that are read. Their contents take several times as much memory.
enum FileLimit {
  /// Hundreds of thousands of lines.
  static let trail = 16 << 20
  static let secrets = 1 << 20
  static let journal = 256 << 20
  /// For the result of an earlier run: no limit, because that run had it in memory.
  static let result = Int.max
  /// Of the end of a history.
  static let history = 1 << 18
}

extension Descriptor {
  /// The name of this machine, for the addresses of files.
  static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    let isPlain = text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "/") }
    return isPlain ? text : ""
  }()

  /// The contents of a file, to its end.
  ///
  /// - Parameter isRegular: whether a file of another kind is refused. A named pipe has no end until another
  ///   program opens it.
  /// - Throws: if there are more than `limit` bytes, or, where the file is not regular, more than 256 MiB: a device may
  ///   have no end.
  static func contents(
    of path: String, upTo limit: Int, isRegular: Bool = false
  ) throws(FileError) -> [UInt8] {
    let number = unsafe open(
      path.systemPath, O_RDONLY | O_CLOEXEC | (isRegular ? O_NONBLOCK : 0))
    guard number >= 0 else { throw .system(SystemError(code: errno)) }
    defer { close(number) }
    var file = stat()
    guard unsafe fstat(number, &file) == 0 else { throw .system(SystemError(code: errno)) }
    let hasEnd = [S_IFREG, S_IFDIR].contains(file.st_mode & S_IFMT)
    guard hasEnd || !isRegular else { throw .notRegular }
    let limit = hasEnd ? limit : min(limit, FileLimit.journal)
    var contents: [UInt8] = []
    do throws(SystemError) {
      while contents.count <= limit {
        let chunk = try Descriptor(number: number).read()
        if chunk.isEmpty { return contents }
        contents += chunk
      }
    } catch {
      throw .system(error)
    }
    throw .tooLarge(limit: limit)
  }

  /// The contents of a file that the user has named.
  static func input(_ path: String, upTo limit: Int) throws(UsageError) -> [UInt8] {
    do throws(FileError) {
      return try contents(of: path, upTo: limit)
    } catch {
      throw UsageError("\(path.terminalSafe): \(error)")
    }
  }

  /// The first or the last bytes of a regular file; `nil` if it is none, or if it cannot be read.
  static func part(of path: String, upTo limit: Int, isEnd: Bool = false) -> [UInt8]? {
    // A FIFO would wait for its other end.
    let number = unsafe open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var file = stat()
    guard unsafe fstat(number, &file) == 0, file.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(Int(file.st_size), limit))
    let start = isEnd ? file.st_size - off_t(bytes.count) : 0
    let count = unsafe pread(number, &bytes, bytes.count, start)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  /// Writes a file, whole or not at all. An existing file is replaced if it is regular and `isReplaced` accepts its
  /// first bytes, at most 16 MiB. Otherwise it stays, and the error is `EEXIST`.
  static func write(
    _ text: String, to path: String, replacing isReplaced: ([UInt8]) -> Bool
  ) throws(SystemError) {
    if let old = part(of: path, upTo: FileLimit.trail), isReplaced(old) {
      try replaceContents(of: path, with: text)
    } else {
      try create(path, with: text)
    }
  }

  /// Writes a new file, whole or not at all. An existing one is left unchanged, which is an error.
  static func create(_ path: String, with text: String) throws(SystemError) {
    try write(text, mode: 0o600, beside: path) { (new) throws(SystemError) in
      let number = unsafe open(path.systemPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard number >= 0 else { throw SystemError(code: errno) }
      close(number)
      guard unsafe rename(new, path.systemPath) == 0 else {
        defer { unsafe unlink(path.systemPath) }
        throw SystemError(code: errno)
      }
    }
  }

  /// Replaces the contents of a file, as a whole or not at all.
  static func replaceContents(of path: String, with text: String) throws(SystemError) {
    var file = stat()
    let path = try Disk().resolve(path)
    guard unsafe stat(path.systemPath, &file) == 0 else { throw SystemError(code: errno) }
    guard file.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    guard unsafe access(path.systemPath, W_OK) == 0 else { throw SystemError(code: errno) }
    try write(text, mode: file.st_mode & 0o777, beside: path) { (new) throws(SystemError) in
      guard unsafe rename(new, path.systemPath) == 0 else { throw SystemError(code: errno) }
    }
  }

  /// Replaces the contents of a file that was read. Returns `false` if another program has changed them since then.
  static func replaceContents(
    of path: String, from old: String, with text: String
  ) throws(SystemError) -> Bool {
    do throws(FileError) {
      let bytes = try contents(of: path, upTo: FileLimit.trail, isRegular: true)
      guard [old, text].contains(where: { bytes.elementsEqual($0.utf8) }) else { return false }
    } catch {
      switch error {
      case .system(let error): throw error
      case .tooLarge: return false
      // It is refused below.
      case .notRegular: break
      }
    }
    try replaceContents(of: path, with: text)
    return true
  }

  static func kind(of path: String, followingLinks: Bool = true) -> FileKind? {
    (try? Disk(relativeTo: "").status(path, followingLinks: followingLinks))?.kind
  }

  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// The bytes of the path without links; of a missing file, of the path in its folder.
  static func place(of path: String) -> [UInt8] {
    let disk = Disk()
    if let place = try? disk.resolve(path) { return place.pathBytes }
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let name = path.split(separator: "/").last ?? ""
    let folder = folder(of: path)
    return "\((try? disk.resolve(folder)) ?? folder)/\(name)".pathBytes
  }

  /// Writes a file with a name of its own in the folder of another one, whose name `place` gives it. If the program is
  /// ended meanwhile, the other file has no part of the text, and the rest hinders no later program.
  private static func write(
    _ text: String, mode: mode_t, beside path: String,
    place: ([CChar]) throws(SystemError) -> Void
  ) throws(SystemError) {
    var new = (folder(of: path) + ".cairn-XXXXXX").systemPath
    let number = unsafe mkstemp(&new)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    do throws(SystemError) {
      guard fchmod(number, mode) == 0 else { throw SystemError(code: errno) }
      try Descriptor(number: number).write(text)
      guard fsync(number) == 0 else { throw SystemError(code: errno) }
      try place(new)
    } catch {
      unsafe unlink(new)
      throw error
    }
  }
}

/// The reason why a file cannot be read.
enum FileError: Error, CustomStringConvertible {
  case system(SystemError)
  case notRegular
  case tooLarge(limit: Int)

  var description: String {
    switch self {
    case .system(let error): "cannot be read: \(error)"
    case .notRegular: "cannot be read: it is not a regular file"
    case .tooLarge(let limit): "is larger than \(limit >> 20) MiB, the maximum"
    }
  }
}

extension UsageError {
  /// A new file cannot be made.
  static func cannotWrite(_ path: String, _ error: SystemError) -> UsageError {
    let name = path.terminalSafe
    guard error.code == EEXIST else { return UsageError("\(name): cannot be written: \(error)") }
    return notAFile(path) ?? UsageError("\(name) exists already; give another name, or remove it")
  }

  /// The path is that of a folder or a device, which nobody should remove; `nil` if it is not.
  static func notAFile(_ path: String) -> UsageError? {
    guard let kind = Descriptor.kind(of: path), kind != .file else { return nil }
    return UsageError("\(path.terminalSafe) is \(kind.rawValue); give the name of a file")
  }
}

/// A new file to which text is appended, without a buffer: a crash loses nothing of it.
final class AppendFile {
  /// Whether text can be removed again: not from a pipe or a device.
  let isRegular: Bool
  private let path: String
  private let descriptor: Descriptor
  /// The number of bytes of all whole texts.
  private var length = 0

  /// Makes the file, with access for the owner alone: it has what the user types.
  init(_ path: String) throws(UsageError) {
    self.path = path
    let kind = Descriptor.kind(of: path)
    guard kind != .file else { throw .cannotWrite(path, SystemError(code: EEXIST)) }
    isRegular = kind == nil
    let number = unsafe open(
      path.systemPath, O_WRONLY | O_CLOEXEC | (isRegular ? O_CREAT | O_EXCL : 0), 0o600)
    guard number >= 0 else { throw .cannotWrite(path, SystemError(code: errno)) }
    descriptor = Descriptor(number: number)
  }

  /// A file to which nothing was written would hinder the next program.
  deinit {
    if length == 0 { removePart() }
    close(descriptor.number)
  }

  /// Appends text. A failure ends the program, and the file has no part of the text.
  func append(_ text: String) {
    do throws(SystemError) {
      try descriptor.write(text)
      length += text.utf8.count
    } catch {
      removePart()
      Output.fail("\(path.terminalSafe): cannot be written: \(error)")
    }
  }

  /// A trail that ends within a line cannot be played, and an empty file would hinder the next program.
  private func removePart() {
    guard isRegular else { return }
    if length == 0 {
      unsafe unlink(path.systemPath)
    } else {
      ftruncate(descriptor.number, off_t(length))
    }
  }

  /// Removes everything after the first `length` bytes. A failure ends the program.
  func truncate(to length: Int) {
    guard ftruncate(descriptor.number, off_t(length)) == 0,
      lseek(descriptor.number, off_t(length), SEEK_SET) >= 0
    else {
      Output.fail("\(path.terminalSafe): cannot be truncated: \(SystemError(code: errno))")
    }
    self.length = length
  }
}

/// A file for a result, which replaces an earlier file of the same kind and no other.
struct ResultFile {
  let path: String
  private let isReplaced: ([UInt8]) -> Bool

  /// - Parameter isReplaced: whether a file that begins with these bytes is replaced.
  /// - Throws: if the file cannot be written, which is found before a long search.
  init(
    _ path: String, of option: String, replaces isReplaced: @escaping ([UInt8]) -> Bool
  ) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("\(option) needs the name of a file") }
    self.path = path
    self.isReplaced = { $0.isEmpty || isReplaced($0) }
    let name = path.terminalSafe
    guard exists || Descriptor.kind(of: path, followingLinks: false) == nil else {
      throw UsageError("\(option): \(name): cannot be written: it is a link to a missing file")
    }
    if let error = UsageError.notAFile(path) { throw UsageError("\(option): \(error)") }
    // A new file in the folder replaces the old one.
    let folder = Descriptor.folder(of: (try? Disk().resolve(path)) ?? path)
    for target in exists ? [path, folder] : [folder]
    where unsafe access(target.systemPath, W_OK) != 0 {
      throw UsageError("\(option): \(name): cannot be written: \(SystemError(code: errno))")
    }
    let isReplaceable = Descriptor.part(of: path, upTo: FileLimit.trail).map(self.isReplaced)
    guard !exists || isReplaceable == true else {
      throw UsageError(
        "\(option): \(name): another file has this name; give another name, or remove the file")
    }
  }

  private var exists: Bool { Descriptor.kind(of: path) != nil }

  /// Writes the file, as a whole or not at all. A failure ends the program.
  func write(_ text: String) {
    do throws(UsageError) {
      try replace(with: text)
    } catch {
      Output.fail(error.description)
    }
  }

  func replace(with text: String) throws(UsageError) {
    do throws(SystemError) {
      // Another program may have written or removed the file since the beginning.
      try Descriptor.write(text, to: path, replacing: isReplaced)
    } catch {
      throw UsageError.cannotWrite(path, error)
    }
    Output.error.print("\(path.terminalSafe): written", naming: path)
  }
}

extension OptionValues {
  /// The file of `--html`; `nil` if the option was not given.
  func page(of app: String) throws(UsageError) -> ResultFile? {
    guard let path = self["--html"] else { return nil }
    return try ResultFile(path, of: "--html") { PageDocument.isPage($0, of: app) }
  }
}

extension ResultFile {
  func write(_ data: JSON) { write(PageDocument.text(showing: data)) }
}
