import Cairn
import Synchronization

/// The values that the stand-ins of a simulated world store: a file, a table, a mailbox.
///
///     let mailbox = launch.memory.keep(Mailbox())
///     reducer = Root(mail: MailService(keeping: mailbox))
///
/// Stored values survive a restart of the app, as the contents of a disk do. A search takes snapshots
/// of them and restores them; values that a stand-in stores elsewhere are not in a snapshot.
public final class WorldMemory: Sendable {
  /// A stored value without its type.
  private struct Slot: Sendable {
    /// Whether it began with the value of another world.
    let isInherited: Bool
    let read: @Sendable () -> AnyID
    let restore: @Sendable (AnyID) -> Void
  }

  private let slots = Mutex<[Slot]>([])
  /// What this world holds under a name, also outside of its memory; `nil` for what cannot be read.
  private let named = Mutex<[String: @Sendable () -> AnyID?]>([:])
  private let inherited = Mutex<[String: AnyID]>([:])
  /// The answers that are fixed for later calls of stand-ins: they decide how the app continues.
  let fixedAnswers = Guarded<[FixedAnswer]>([])
  private let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  /// Stores a value for the lifetime of the world.
  ///
  /// An app must store the same values in the same order at each launch, because snapshots identify
  /// values by their order.
  ///
  /// - Parameter name: the name of a value that the app also stores in the real world: a search from a session
  ///   there begins with the value of the session.
  public func keep<Value: Hashable & Sendable>(
    _ value: Value, as name: String? = nil
  ) -> Guarded<Value> {
    let own = name.flatMap { name in inherited.withLock { $0[name]?.value as? Value } }
    // What the effects of an ended process have stored. They find it: one that empties a list would not end otherwise.
    let lost = Guarded<(process: Int, value: Value)?>(nil)
    // Recorded before the effect changes the value, because the value decides how the effect
    // continues.
    let guarded = Guarded(own ?? value) { [executor] value in
      if let process = executor.endedProcessOfCaller {
        return lost.contents.flatMap { $0.process == process ? $0.value : nil } ?? value
      }
      let record = executor.currentRecord
      switch record?.next() {
      case .event(.read(let contents)): return contents.value as? Value
      case .event, .rest: record?.forbidRepetition()
      case .new, nil: break
      }
      let contents = AnyID(value)
      record?.add(.read(contents))
      executor.note(contents)
      return nil
    } didChangeCopy: { [executor] copy in
      if let process = executor.endedProcessOfCaller { lost.contents = (process, copy) }
    }
    if let name { hold(name) { guarded.contents } }
    let slot = Slot(
      isInherited: own != nil,
      read: { AnyID(guarded.contents) },
      restore: { contents in
        if let contents = contents.value as? Value { guarded.contents = contents }
      })
    slots.withLock { $0.append(slot) }
    return guarded
  }

  /// Names a value that this world stores outside of its memory, such as that of a file on disk.
  ///
  /// - Parameter read: reads the value; `nil` if that fails.
  package func hold<Value: Hashable & Sendable>(
    _ name: String, _ read: @escaping @Sendable () -> Value?
  ) {
    named.withLock { $0[name] = { read().map { AnyID($0) } } }
  }

  /// Begins with the named values of another world, before an app is launched.
  package func inherit(from other: WorldMemory) {
    let values = other.named.withLock { $0 }.compactMapValues { $0() }
    inherited.withLock { $0 = values }
  }

  /// Whether a stored value did not begin with that of the other world.
  package var hasOwnValues: Bool { slots.withLock { $0.contains { !$0.isInherited } } }

  @usableFromInline
  package struct Snapshot: Hashable, Sendable {
    package let values: [AnyID]
    let fixedAnswers: [FixedAnswer]
  }

  package var snapshot: Snapshot {
    Snapshot(
      values: slots.withLock { $0 }.map { $0.read() }, fixedAnswers: fixedAnswers.contents)
  }

  /// Restores the values of this world or of a world that stores the same types in the same order.
  package func restore(_ snapshot: Snapshot) {
    for (slot, value) in zip(slots.withLock({ $0 }), snapshot.values) { slot.restore(value) }
    fixedAnswers.contents = snapshot.fixedAnswers
  }
}

/// A value of a service, guarded by a lock.
///
///     let mailbox = Guarded(Mailbox())  // in a simulation: launch.memory.keep(Mailbox())
///     mailbox.withLock { $0.receive(letter) }
///
/// A value that ``WorldMemory/keep(_:as:)`` has returned is part of the snapshots of its world; a value
/// from ``init(_:)`` is not.
public final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  /// Receives the value before each access through ``withLock(_:)``. A repeated access reads and changes a copy of the
  /// value of that time in its place. An access of a process that has ended uses a copy of the present value, with the
  /// changes of that process.
  private let onAccess: (@Sendable (Value) -> Value?)?
  /// Receives the copy after the access.
  private let didChangeCopy: (@Sendable (Value) -> Void)?

  /// Creates a value that is part of no snapshot.
  public convenience init(_ value: Value) {
    self.init(value, onAccess: nil)
  }

  package init(
    _ value: Value, onAccess: (@Sendable (Value) -> Value?)?,
    didChangeCopy: (@Sendable (Value) -> Void)? = nil
  ) {
    self.value = Mutex(value)
    (self.onAccess, self.didChangeCopy) = (onAccess, didChangeCopy)
  }

  /// Reads and changes the value. Concurrent calls run one at a time.
  ///
  /// - Throws: The error of `body`. Changes that it made before it threw persist.
  public func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try value.withLock { value throws(Failure) in
      guard var copy = onAccess?(value) else { return try body(&value) }
      defer { didChangeCopy?(copy) }
      return try body(&copy)
    }
  }

  /// The value, without a call of `onAccess`.
  package var contents: Value {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
