import Cairn
import Synchronization

/// What the stand-ins of a simulated world remember, as values: a file, a table, a mailbox.
///
///     let file = launch.memory.keep(MemoryFile())
///     reducer = Root(store: SessionStore(keeping: file))
///
/// What is kept here outlasts a restart of the app, as what is on disk does. A tool that tries every
/// way takes a copy of it and puts it back, which it cannot do with what a stand-in keeps to
/// itself.
public final class WorldMemory: Sendable {
  private let places = Mutex<[any KeptPlace]>([])
  private let executor: SimulationExecutor

  init(on executor: SimulationExecutor) {
    self.executor = executor
  }

  /// Keeps a value for as long as the world lasts.
  ///
  /// A world keeps the same values in the same order each time that it is made.
  public func keep<Value: Hashable & Sendable>(_ value: Value) -> Guarded<Value> {
    let kept = Guarded(value) { [executor] in executor.note(AnyID($0)) }
    places.withLock { $0.append(kept) }
    return kept
  }

  /// All that is kept, at one time.
  @usableFromInline
  package struct Snapshot: Hashable, Sendable {
    package let values: [AnyID]
  }

  package var snapshot: Snapshot {
    Snapshot(values: places.withLock { $0 }.map(\.contents))
  }

  /// Puts back what was kept in the same world, or in one that was made alike.
  package func restore(_ snapshot: Snapshot) {
    for (place, value) in zip(places.withLock({ $0 }), snapshot.values) { place.restore(value) }
  }
}

/// A kept value, whatever its type.
protocol KeptPlace: Sendable {
  var contents: AnyID { get }
  func restore(_ contents: AnyID)
}
