import Synchronization

/// An operation of a ``FileStorage``, for the choice of its fault.
public enum StorageOperation: String, Hashable, Sendable {
  /// The operations, as their functions are named.
  case load, save, update, remove
}

/// An event that a simulated storage meets in one operation.
public enum StorageFault: Sendable {
  /// The first call of this kind fails.
  case fails(SystemCall, SystemError)
  /// Another program has the lock, for longer than the storage waits.
  case busy
  /// Another program changes the disk before the operation.
  case anotherProgram(@Sendable (inout SimulatedDisk) -> Void)
}

extension FileStorage {
  /// A storage in memory, with the same logic as one on disk, and with faults as choices.
  ///
  ///     let disk = launch.memory.keep(SimulatedDisk())
  ///     let storage = FileStorage<Settings>(simulated: "settings.json") { body in
  ///       disk.withLock { body(&$0) }
  ///     } fault: { operation in
  ///       try await launch.choices.answer(
  ///         operation.rawValue,
  ///         [
  ///           "works": .success(nil), "the disk is full": .success(.fails(.write, .noSpace)),
  ///           "is slow": .slow(.zero ... .seconds(1), .success(nil)),
  ///         ], isRead: operation == .load)
  ///     }
  ///
  /// An operation on the disk is one step: nothing else happens on the disk meanwhile. All that the storage
  /// knows is on the disk. A storage on a real disk also remembers its last change if only the
  /// synchronization of the folder failed, and accepts the version before it as a base.
  ///
  /// - Parameters:
  ///   - disk: runs a function with the disk.
  ///   - fault: chooses the fault of an operation; `nil` for none. If it throws, the operation does not
  ///     begin, and throws ``StorageProblem/cancelled``.
  public init(
    simulated path: String, format: FileFormat<Value> = FileFormat(),
    on disk: @escaping @Sendable (_ body: (inout SimulatedDisk) -> Void) -> Void,
    fault: @escaping @Sendable (StorageOperation) async throws -> StorageFault? = { _ in nil }
  ) {
    let file = StoredFile(path, format: format)
    self.init(path, isSimulated: true) { job throws(StorageError) in
      let chosen: StorageFault?
      do {
        chosen = try await fault(job.operation)
      } catch {
        throw StorageError(.cancelled, "waiting for", path)
      }
      var result: Result<StoredValue<Value>, StorageError>?
      disk { disk in
        if case .anotherProgram(let change)? = chosen { change(&disk) }
        result = job.result(with: file, on: &disk, .first(chosen))
      }
      guard let result else {
        throw StorageError(.system(.inputOutput), "reaching the simulated disk of", path)
      }
      return try result.get()
    }
  }

  /// Changes the value on a simulated disk at once, as another program does.
  ///
  ///     .anotherProgram { disk in
  ///       _ = try? FileStorage<Settings>.change("settings.json", on: &disk) { $0 = nil }
  ///     }
  public static func change(
    _ path: String, format: FileFormat<Value> = FileFormat(), on disk: inout SimulatedDisk,
    _ change: (inout Value?) -> Void
  ) throws(StorageError) -> StoredValue<Value> {
    try StoredFile(path, format: format).change(
      on: &disk, basedOn: nil, step: "changing", .none, change)
  }
}

extension Interference {
  /// Lets the first call of the kind of a fault fail.
  static func first(_ fault: StorageFault?) -> Interference {
    switch fault {
    case nil, .anotherProgram: .none
    case .busy: Interference(failure: { $0 == .lock ? .wouldBlock : nil })
    case .fails(let call, let error): firstFailure(of: call, error)
    }
  }

  private static func firstFailure(of call: SystemCall, _ error: SystemError) -> Interference {
    let isDone = Mutex(false)
    return Interference(failure: { next in
      guard next == call else { return nil }
      return isDone.withLock { isDone in
        defer { isDone = true }
        return isDone ? nil : error
      }
    })
  }
}
