import Synchronization

/// A file with a value: loading and changing it, on any file system.
///
/// Each function makes one ``FileOperation``, synchronously. An operation makes its changes while it has the lock of
/// the file; loading takes the lock only to clean up.
package struct StoredFile<Value: Codable & Sendable>: Sendable {
  let path: String
  let format: FileFormat<Value>

  /// The memory of the last change whose last step failed; `nil` if there is none.
  let unconfirmed: UnconfirmedChange?

  package init(
    _ path: String, format: FileFormat<Value> = FileFormat(), unconfirmed: UnconfirmedChange? = nil
  ) {
    self.path = path
    self.format = format
    self.unconfirmed = unconfirmed
  }

  package func load(
    on system: inout some FileSystem, _ interference: Interference = .none
  ) throws(StorageError) -> StoredValue<Value> {
    let operation = try FileOperation(on: self, "reading", system, interference)
    defer { system = operation.access.system }
    return try operation.load()
  }

  /// Throws if the file, or a file with one of the names of its copies, is of another program. Nothing
  /// changes, and other problems are left to ``load(on:_:)``.
  ///
  /// - Returns: whether the file is damaged.
  package func checkOwner(on system: some FileSystem) throws(StorageError) -> Bool {
    try (try? FileOperation(on: self, "reading", system, .none))?.checkOwner() ?? false
  }

  /// The copy of a file that somebody has removed, or replaced by a file of another kind; `nil` if it has no value.
  ///
  /// It is no last good value, because the storage did not remove the file.
  package func strandedCopy(on system: some FileSystem) -> String? {
    (try? FileOperation(on: self, "reading", system, .none))?.strandedCopy()
  }

  /// Applies a change to the value that the file has now; `nil` is no file. Without a base, it may have any version.
  package func change(
    on system: inout some FileSystem, basedOn base: FileVersion?, step: String,
    _ interference: Interference = .none, _ change: (inout Value?) -> Void
  ) throws(StorageError) -> StoredValue<Value> {
    let operation = try FileOperation(on: self, step, system, interference)
    defer { system = operation.access.system }
    return try operation.change(basedOn: base, change)
  }

  /// Removes the value, if the file has this version. Where nothing was ever saved, nothing is
  /// created.
  package func remove(
    on system: inout some FileSystem, basedOn base: FileVersion,
    _ interference: Interference = .none
  ) throws(StorageError) -> StoredValue<Value> {
    let operation = try FileOperation(on: self, "removing", system, interference)
    guard try operation.isThere else { return StoredValue(value: nil, version: .none) }
    system = operation.access.system
    return try change(on: &system, basedOn: base, step: "removing", interference) { $0 = nil }
  }
}

/// The change that a storage has made last, if synchronizing the folder failed after it.
///
/// The operation has thrown, and its caller still has the version before the change. A change that is
/// based on that version is based on this one, too: no other program has changed the file in between.
package final class UnconfirmedChange: Sendable {
  private let versions = Mutex<(base: FileVersion, now: FileVersion)?>(nil)

  func isChange(of base: FileVersion, to now: FileVersion) -> Bool {
    versions.withLock { $0.map { $0.base == base && $0.now == now } ?? false }
  }

  func remember(basedOn base: FileVersion, _ now: FileVersion) {
    versions.withLock { $0 = (base, now) }
  }

  func forget() {
    versions.withLock { $0 = nil }
  }
}
