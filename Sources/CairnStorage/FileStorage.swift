import Dispatch

/// Keeps one `Codable` value in one file, durably, also when several programs use the file.
///
///     let storage = FileStorage<Settings>("/home/ada/.config/app/settings.json")
///     let loaded = try await storage.load()
///     try await storage.save(settings, basedOn: loaded.version)
///     try await storage.update { $0?.volume = 11 }
///
/// Guaranteed, on a local file system:
///
/// - The file has the old value or the new one, whole, after a crash of the program or of the machine.
///   A change that has returned is on the device.
/// - A change is applied to what the file has now, under a lock that the system releases when the program
///   ends. A change that is based on an older version is refused.
/// - A changed byte is detected. A file that is not understood is never overwritten and never removed; a
///   file of another kind, and that of another app, is not touched at all.
/// - Only the owner can read what is written.
///
/// The calls run on a queue of their own and block no thread of their caller. Calls on copies of one
/// storage run one at a time; while one waits for another program, a later one can run. A call whose task
/// is cancelled while it waits for another program throws; a change that has begun is finished.
///
/// Not guaranteed: protection against a program of the same user that does not use this lock, locks and
/// durability on a network file system, and an order among programs that wait. See
/// [the page of this module](CairnStorage.md).
///
/// - Complexity: O(*n*) in the size of the file and in the number of names in its folder.
public struct FileStorage<Value: Codable & Sendable>: Sendable {
  /// Parts of a state that are kept in different files have nothing in common.
  let file: StorageFile
  private let perform:
    @Sendable (StorageJob<Value>) async throws(StorageError) -> StoredValue<Value>

  init(
    _ path: String = "", isSimulated: Bool = false,
    performing perform:
      @escaping @Sendable (StorageJob<Value>) async throws(StorageError) ->
      StoredValue<Value>
  ) {
    file = StorageFile(path: path, isSimulated: isSimulated)
    self.perform = perform
  }

  /// A storage on disk. Nothing is created before the first change.
  ///
  /// - Parameters:
  ///   - path: may be relative to the present working folder, also if that changes later. A symbolic link
  ///     to a file is followed and stays.
  ///   - clock: the clock for waiting until another program has finished.
  ///   - patience: the longest wait. Then an operation throws ``StorageProblem/busy``.
  public init(
    _ path: String, format: FileFormat<Value> = FileFormat(),
    clock: any Clock<Duration> = ContinuousClock(), patience: Duration = .seconds(5)
  ) {
    self.init(path, format: format, clock: clock, patience: patience, interference: .none)
  }

  init(
    _ path: String, format: FileFormat<Value>, clock: any Clock<Duration>, patience: Duration,
    interference: Interference
  ) {
    let file = StoredFile(path, format: format, unconfirmed: UnconfirmedChange())
    let queue = DispatchQueue(label: "CairnStorage \(path)")
    let disk = Disk()
    self.init(path) { job throws(StorageError) in
      var pause = Duration.milliseconds(1)
      var waited = Duration.zero
      while true {
        let result = await withCheckedContinuation { continuation in
          queue.async {
            var disk = disk
            continuation.resume(returning: job.result(with: file, on: &disk, interference))
          }
        }
        guard case .failure(let error) = result, error.problem == .busy, waited < patience else {
          return try result.get()
        }
        do {
          try await clock.sleep(for: pause)
        } catch {
          throw StorageError(.cancelled, "waiting for", path)
        }
        waited += pause
        pause = min(pause * 2, .milliseconds(20))
      }
    }
  }

  /// Throws if the file at a path, or at the name of its copy, is of another program, or larger than any of
  /// its own, so that a program can refuse it at its start. It blocks, and changes nothing.
  ///
  /// - Returns: whether the file is damaged, so that the first load will rename it.
  @discardableResult
  public static func checkOwner(
    of path: String, format: FileFormat<Value>
  ) throws(StorageError) -> Bool {
    try StoredFile(path, format: format).checkOwner(on: Disk())
  }

  /// Loads the value.
  ///
  /// A damaged file is renamed. The result has its new name, and the last good value if there is a copy.
  /// Later loads have the same result until a value is saved or removed.
  /// The file of a newer program stays unchanged.
  ///
  /// - Throws: a file that cannot be read: a file of another program, another kind of file, a link that
  ///   never led to a stored file, a file that is too large, or a failure of the system.
  public func load() async throws(StorageError) -> StoredValue<Value> {
    try await perform(.load)
  }

  /// Replaces the value, if the file has the version `base`.
  ///
  /// A file of a newer program that has this version is renamed, and a damaged file in any case. The
  /// result says so. If the file has this value already, saving succeeds.
  ///
  /// - Throws: ``StorageProblem/changed`` if another program has changed or removed the file, or another
  ///   problem. The file is then unchanged, unless synchronizing its folder failed.
  @discardableResult
  public func save(
    _ value: Value, basedOn base: FileVersion
  ) async throws(StorageError) -> StoredValue<Value> {
    try await perform(.save(value, basedOn: base))
  }

  /// Changes the value that the file has now.
  ///
  ///     try await storage.update { settings in
  ///       settings = settings ?? Settings()
  ///       settings?.starts += 1
  ///     }
  ///
  /// - Parameter change: receives `nil` if there is no value, and sets `nil` to remove the file. It is
  ///   called once, on another thread, while this program has the lock. If it finds no value and leaves
  ///   none, an offer of the last good value stays. If it leaves a value, the offer ends, and its copy is renamed.
  /// - Throws: ``StorageProblem/damaged``, ``StorageProblem/foreign(app:)`` or
  ///   ``StorageProblem/newer(found:supported:)`` if there is a file
  ///   without an understood value, or another problem. The file is then unchanged, unless synchronizing
  ///   its folder failed.
  @discardableResult
  public func update(
    _ change: @escaping @Sendable (inout Value?) -> Void
  ) async throws(StorageError) -> StoredValue<Value> {
    try await perform(.update(change))
  }

  /// Removes the value and its copy, if the file has the version `base` or is already removed. An offer
  /// of the last good value ends.
  ///
  /// The file of a newer program and a damaged file are renamed, and the result says so. The target of a
  /// symbolic link is emptied, and the link stays.
  ///
  /// - Throws: ``StorageProblem/changed`` if another program has changed the value, or another problem.
  @discardableResult
  public func remove(_ base: FileVersion) async throws(StorageError) -> StoredValue<Value> {
    try await perform(.remove(basedOn: base))
  }

  /// The same storage, whose operations each take some time on a clock before they begin.
  ///
  /// An operation whose task is cancelled meanwhile does not begin, and throws
  /// ``StorageProblem/cancelled``.
  public func taking(_ time: Duration, on clock: any Clock<Duration>) -> FileStorage {
    let path = file.path
    return FileStorage(path, isSimulated: file.isSimulated) { [perform] job throws(StorageError) in
      do {
        try await clock.sleep(for: time)
      } catch {
        throw StorageError(.cancelled, "waiting for", path)
      }
      return try await perform(job)
    }
  }
}

enum StorageJob<Value: Codable & Sendable>: Sendable {
  case load
  case save(Value, basedOn: FileVersion)
  case update(@Sendable (inout Value?) -> Void)
  case remove(basedOn: FileVersion)

  func result(
    with file: StoredFile<Value>, on system: inout some FileSystem, _ interference: Interference
  ) -> Result<StoredValue<Value>, StorageError> {
    Result { () throws(StorageError) in
      switch self {
      case .load: try file.load(on: &system, interference)
      case .save(let value, let base):
        try file.change(on: &system, basedOn: base, step: "saving", interference) { $0 = value }
      case .update(let change):
        try file.change(on: &system, basedOn: nil, step: "changing", interference, change)
      case .remove(let base): try file.remove(on: &system, basedOn: base, interference)
      }
    }
  }

  var operation: StorageOperation {
    switch self {
    case .load: .load
    case .save: .save
    case .update: .update
    case .remove: .remove
    }
  }
}

struct StorageFile: Hashable {
  let path: String
  let isSimulated: Bool
}
