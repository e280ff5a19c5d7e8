import Synchronization

extension Store {
  /// Calls `observer` with every event after it has happened: every action with its number and origin, and every
  /// effect that was started, cancelled or finished.
  ///
  ///     let observation = store.observe { event in
  ///       if case .step(let step) = event { print(step.number, step.action) }
  ///     }
  ///
  /// A store has any number of observers, and calls them in the order in which they were added. An observer
  /// that is added while an event is delivered receives the next one. An observer may use the store: what it
  /// sends is reduced after the queue, and every observer receives the present event before.
  ///
  /// - Returns: the observation, which ends when it is cancelled or released, and with the store.
  public func observe(_ observer: @escaping (StoreEvent<Action>) -> Void) -> StoreObservation {
    let observers = observers ?? EventObservers()
    self.observers = observers
    leaveIdle()
    return observers.add(observer)
  }

  /// Whether an observer receives events.
  @inlinable var isObserved: Bool { observers?.isEmpty == false }

  /// Calls the observers; the event is only made for them.
  @inlinable func deliver(_ event: @autoclosure () -> StoreEvent<Action>) {
    if let observers, !observers.isEmpty { observers.notify(event()) }
  }
}

/// An observation of the events of a store; see ``Store/observe(_:)``.
///
/// It ends when it is cancelled or released, and with the store. Then the closure is destroyed. It belongs to
/// the isolation of its store, and does not keep the store alive.
public final class StoreObservation {
  private var end: (() -> Void)?

  fileprivate init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end?() }

  /// Ends the observation: the closure is not called again, not even with an event that others still receive.
  ///
  ///     observation.cancel()
  public func cancel() {
    let end = end
    self.end = nil
    end?()
  }
}

/// The observers of the events of one store, in the order in which they were added.
///
/// Only the store adds and calls them. Any thread may end them: an object of the main actor, and an observation in it,
/// can be released on any thread.
@usableFromInline final class EventObservers<Action: Sendable> {
  /// `@unchecked Sendable`: `observer` is not `Sendable`. It does not change, and only the store calls it, on its
  /// isolation. Other threads only set the atomic flag and release the entry.
  private final class Entry: @unchecked Sendable {
    let observer: (StoreEvent<Action>) -> Void
    let hasEnded = Atomic(false)

    init(_ observer: @escaping (StoreEvent<Action>) -> Void) { self.observer = observer }
  }

  private let entries = Mutex<[Entry]>([])
  /// Their number: without observers, the path of an action takes no lock.
  private let count = Atomic(0)

  @usableFromInline var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  func add(_ observer: @escaping (StoreEvent<Action>) -> Void) -> StoreObservation {
    let entry = Entry(observer)
    change { $0.append(entry) }
    return StoreObservation { [self, weak entry] in
      guard let entry else { return }
      entry.hasEnded.store(true, ordering: .relaxed)
      change { $0.removeAll { $0 === entry } }
    }
  }

  /// The loop runs over a copy, because observers add and cancel others.
  @usableFromInline func notify(_ event: StoreEvent<Action>) {
    for entry in entries.withLock(\.self) where !entry.hasEnded.load(ordering: .relaxed) {
      entry.observer(event)
    }
  }

  /// Ends all observations.
  func end() {
    let ended = entries.withLock(\.self)
    for entry in ended { entry.hasEnded.store(true, ordering: .relaxed) }
    change { $0 = [] }
  }

  /// The closures are destroyed after the change: their captures may use the store and the observations.
  private func change(_ body: (inout [Entry]) -> Void) {
    entries.withLock { entries in
      body(&entries)
      count.store(entries.count, ordering: .relaxed)
    }
  }
}
