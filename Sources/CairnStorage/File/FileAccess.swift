/// The steps of reading and replacing a file, made of system calls.
///
/// A call that a signal interrupts is repeated. Every call passes ``Interference``. It is a class because all parts of an
/// operation change the same system, which is a value in tests.
final class FileAccess<System: FileSystem> {
  private(set) var system: System
  private let interference: Interference

  init(_ system: System, _ interference: Interference) {
    self.system = system
    self.interference = interference
  }

  /// The path without a symbolic link at its end. Links to folders are followed by the system.
  ///
  /// - Throws: a link that leads to no file, and never led to one of a storage.
  func target(of path: String) throws(StorageProblem) -> String {
    guard try status(path, followingLinks: false)?.kind == .link else { return path }
    do throws(StorageProblem) {
      let target = try call(.resolve) { system throws(SystemError) in try system.resolve(path) }
      // A damaged file has another name until a value is saved. Its lock stays.
      guard try exists(target) ? true : exists(FileNames(file: target).lock) else {
        throw .danglingLink
      }
      return target
    } catch {
      throw error == .missing ? .danglingLink : error
    }
  }

  /// The contents of a file; `nil` if there is none.
  ///
  /// - Throws: a file that is not a regular one, or larger than `limit` bytes.
  func contents(
    of path: String, upTo limit: Int
  ) throws(StorageProblem) -> [UInt8]? {
    guard let status = try status(path) else { return nil }
    guard status.kind == .file else { throw .notAFile(status.kind) }
    guard status.size <= limit else { throw .tooLarge(bytes: status.size, limit: limit) }
    guard let bytes = try read(path, upTo: limit == .max ? limit : limit + 1) else { return nil }
    // The file can have grown since.
    guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
    return bytes
  }

  func exists(_ path: String) throws(StorageProblem) -> Bool {
    try status(path) != nil
  }

  private func status(
    _ path: String, followingLinks: Bool = true
  ) throws(StorageProblem) -> FileStatus? {
    try callIfPresent(.status) { system throws(SystemError) in
      try system.status(path, followingLinks: followingLinks)
    }
  }

  private func read(_ path: String, upTo limit: Int) throws(StorageProblem) -> [UInt8]? {
    let opened = try callIfPresent(.open) { system throws(SystemError) in
      try system.open(path, .reading)
    }
    guard let file = opened else { return nil }
    defer { system.close(file) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(limit - bytes.count, 64 << 10)
      let chunk = try call(.read) { system throws(SystemError) in
        try system.read(file, upTo: wanted)
      }
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }

  /// Writes a temporary file, and waits until its contents are on the device. The caller has the lock.
  func writeTemporary(
    _ names: FileNames, _ bytes: [UInt8]
  ) throws(StorageProblem) -> String {
    let (temporary, file) = try create(names)
    do throws(StorageProblem) {
      defer { system.close(file) }
      try write(bytes, to: file)
      try call(.synchronize) { system throws(SystemError) in try system.synchronize(file) }
    } catch {
      try? remove(temporary)
      throw error
    }
    return temporary
  }

  /// Makes the copy a second name of the file. The caller has the lock.
  ///
  /// Without hard links, and if the file is not to be kept, there is no copy afterwards.
  func replaceCopy(_ names: FileNames, isKept: Bool) throws(StorageProblem) {
    // This program writes its temporary files with numbers up to 100.
    let temporary = names.temporary(processID: system.processID, number: 101)
    guard isKept, try link(names.file, as: temporary) else { return try remove(names.previous) }
    do throws(StorageProblem) {
      try rename(temporary, to: names.previous)
    } catch {
      try? remove(temporary)
      throw error
    }
    // A crash can leave a copy that is the file itself. Then the renaming has done nothing.
    try remove(temporary)
  }

  /// Gives the copy a second name, by which it is offered. The caller has the lock.
  ///
  /// Without a copy or hard links nothing is offered at later loads.
  func offerCopy(_ names: FileNames) throws(StorageProblem) {
    try remove(names.offered)
    do throws(StorageProblem) {
      _ = try link(names.previous, as: names.offered)
    } catch {
      guard error == .missing else { throw error }
    }
  }

  private func create(
    _ names: FileNames
  ) throws(StorageProblem) -> (path: String, file: Int32) {
    var number = 1
    while true {
      let path = names.temporary(processID: system.processID, number: number)
      do throws(StorageProblem) {
        return (path, try open(path, .creating))
      } catch {
        guard error == .system(.exists), number < 100 else { throw error }
        number += 1
      }
    }
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(StorageProblem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let limit = interference.isShort() ? 1 : rest.count
      let chunk = rest.prefix(limit)
      let count = try call(.write) { system throws(SystemError) in
        try system.write(file, chunk)
      }
      // No file system writes nothing without an error. A loop would not end.
      guard count > 0 else { throw .system(.inputOutput) }
      rest = rest.dropFirst(count)
    }
  }

  func remove(_ path: String) throws(StorageProblem) {
    try callIfPresent(.unlink) { system throws(SystemError) in try system.unlink(path) }
  }

  func rename(_ path: String, to other: String) throws(StorageProblem) {
    try call(.rename) { system throws(SystemError) in try system.rename(path, to: other) }
  }

  /// Gives a file a second name. Returns `false` where the system refuses hard links: a FAT file system
  /// refuses them with `EPERM`.
  private func link(_ path: String, as other: String) throws(StorageProblem) -> Bool {
    do throws(StorageProblem) {
      try call(.link) { system throws(SystemError) in try system.link(path, as: other) }
      return true
    } catch {
      guard error.meansUnsupported || error.meansForbidden else { throw error }
      return false
    }
  }

  func names(in folder: String) throws(StorageProblem) -> [String] {
    try call(.list) { system throws(SystemError) in try system.names(in: folder) }
  }

  /// Waits until the names in the folder of a file are on the device.
  func synchronizeFolder(of path: String) throws(StorageProblem) {
    do throws(StorageProblem) {
      let file = try open(folder(of: path), .folder)
      defer { system.close(file) }
      try call(.synchronize) { system throws(SystemError) in try system.synchronize(file) }
    } catch {
      // Some file systems do not support this, and a folder can be writable but not readable.
      guard error.meansUnsupported || error.meansForbidden else { throw error }
    }
  }

  /// Creates a folder and its missing parents, with access for the owner alone, and waits until their names are
  /// on the device.
  ///
  /// An earlier attempt may have made some of them and ended. Therefore the names of all are synchronized.
  func createFolder(_ path: String) throws(StorageProblem) {
    try makeFolders(path)
    var path = path
    while folder(of: path) != path {
      do throws(StorageProblem) {
        try synchronizeFolder(of: path)
      } catch {
        // This program has made no folder there.
        guard error == .system(.readOnly) else { throw error }
      }
      path = folder(of: path)
    }
  }

  private func makeFolders(_ path: String) throws(StorageProblem) {
    do throws(StorageProblem) {
      try makeFolder(path)
    } catch {
      if error == .system(.exists) || error == .system(.isFolder) { return }
      let parent = folder(of: path)
      guard error == .missing, parent != path else { throw error }
      try makeFolders(parent)
      do throws(StorageProblem) {
        try makeFolder(path)
      } catch {
        // Another program has created it in between.
        guard error == .system(.exists) else { throw error }
      }
    }
  }

  private func makeFolder(_ path: String) throws(StorageProblem) {
    try call(.makeFolder) { system throws(SystemError) in try system.makeFolder(path) }
  }

  /// Opens and locks the lock file, until ``unlock(_:)``: no other program has it open and locked meanwhile.
  ///
  /// The system releases the lock with the open file, at the latest when the program ends. The lock
  /// file is never removed: a program that waits for a removed file would not exclude the next one.
  func lock(_ path: String) throws(StorageError) -> Int32 {
    let file = try during("opening the lock", path) { () throws(StorageProblem) in
      try open(path, .locking)
    }
    do throws(StorageProblem) {
      try call(.lock) { system throws(SystemError) in try system.lock(file) }
      // If the lock file was removed after it was opened, another program can lock a new one.
      let isCurrent = try call(.status) { system throws(SystemError) in
        try system.isFile(file, at: path)
      }
      guard isCurrent else { throw .busy }
    } catch {
      system.close(file)
      throw StorageError(error == .system(.wouldBlock) ? .busy : error, "locking", path)
    }
    return file
  }

  func unlock(_ file: Int32) { system.close(file) }

  private func open(
    _ path: String, _ purpose: OpenPurpose
  ) throws(StorageProblem) -> Int32 {
    try call(.open) { system throws(SystemError) in try system.open(path, purpose) }
  }

  @discardableResult private func callIfPresent<Result>(
    _ call: SystemCall, _ body: (inout System) throws(SystemError) -> Result
  ) throws(StorageProblem) -> Result? {
    do throws(StorageProblem) {
      return try self.call(call, body)
    } catch {
      guard error == .missing else { throw error }
      return nil
    }
  }

  private func call<Result>(
    _ call: SystemCall, _ body: (inout System) throws(SystemError) -> Result
  ) throws(StorageProblem) -> Result {
    while true {
      do throws(SystemError) {
        if let error = interference.failure(call) { throw error }
        let result = try body(&system)
        interference.afterwards(call)
        return result
      } catch {
        guard error == .interrupted else { throw .system(error) }
      }
    }
  }
}

func during<Result>(
  _ step: String, _ path: String, _ body: () throws(StorageProblem) -> Result
) throws(StorageError) -> Result {
  do throws(StorageProblem) {
    return try body()
  } catch {
    throw StorageError(error, step, path)
  }
}

/// An interference with system calls, for tests of faults and of crashes.
package struct Interference: Sendable {
  /// The error of this call, which is not made then.
  var failure: @Sendable (SystemCall) -> SystemError?
  /// Whether the next call writes less than it was given.
  var isShort: @Sendable () -> Bool
  var afterwards: @Sendable (SystemCall) -> Void

  package init(
    failure: @escaping @Sendable (SystemCall) -> SystemError? = { _ in nil },
    isShort: @escaping @Sendable () -> Bool = { false },
    afterwards: @escaping @Sendable (SystemCall) -> Void = { _ in }
  ) {
    self.failure = failure
    self.isShort = isShort
    self.afterwards = afterwards
  }

  package static let none = Interference()
}
