import Synchronization

/// A value of a service, guarded by a lock.
///
///     let file = launch.memory.keep(MemoryFile())  // in a simulation
///     let file = Guarded(DiskFile(path: path))     // in production
///     file.withLock { $0.replace(with: bytes) }
///
/// A value that ``WorldMemory/keep(_:)`` has returned is part of the snapshots of its world; a value
/// from ``init(_:)`` is not.
public final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  /// Receives the value before each access through ``withLock(_:)``.
  private let onAccess: (@Sendable (Value) -> Void)?

  public convenience init(_ value: Value) {
    self.init(value, onAccess: nil)
  }

  package init(_ value: Value, onAccess: (@Sendable (Value) -> Void)?) {
    self.value = Mutex(value)
    self.onAccess = onAccess
  }

  /// Reads and changes the value. Concurrent calls run one at a time.
  ///
  /// - Throws: The error of `body`. Changes that it made before it threw persist.
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try value.withLock { value throws(Failure) in
      onAccess?(value)
      return try body(&value)
    }
  }

  /// The value, read and written without a call of `onAccess`.
  package var contents: Value {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
