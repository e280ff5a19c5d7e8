import Cairn
import Synchronization

/// A value that a service keeps, behind a lock.
///
///     let file = launch.memory.keep(MemoryFile())  // in a simulated world
///     let file = Guarded(DiskFile(path: path))        // in the real one
///     file.withLock { $0.replace(with: bytes) }
///
/// One that was made by a ``WorldMemory`` is part of what tools compare, copy and put back; one that
/// was made by itself is not.
public final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  /// Told what an effect has seen, before the effect has changed it.
  private let onAccess: (@Sendable (Value) -> Void)?

  public convenience init(_ value: Value) {
    self.init(value, onAccess: nil)
  }

  init(_ value: Value, onAccess: (@Sendable (Value) -> Void)?) {
    self.value = Mutex(value)
    self.onAccess = onAccess
  }

  /// Reads and changes the value; calls from several threads run one at a time.
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try value.withLock { value throws(Failure) in
      onAccess?(value)
      return try body(&value)
    }
  }
}

extension Guarded: KeptPlace where Value: Hashable {
  var contents: AnyID { AnyID(value.withLock { $0 }) }

  func restore(_ contents: AnyID) {
    guard let contents = contents.value as? Value else { return }
    value.withLock { $0 = contents }
  }
}
