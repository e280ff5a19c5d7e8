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
@usableFromInline final class EventObservers<Action: Sendable> {
  private final class Entry {
    var observer: ((StoreEvent<Action>) -> Void)?

    init(_ observer: @escaping (StoreEvent<Action>) -> Void) { self.observer = observer }

    /// Destroys the closure after the change: its captures may use the store and the observations.
    func end() {
      let old = observer
      observer = nil
      withExtendedLifetime(old) {}
    }
  }

  private var entries: [Entry] = []

  @usableFromInline var isEmpty: Bool { entries.isEmpty }

  func add(_ observer: @escaping (StoreEvent<Action>) -> Void) -> StoreObservation {
    let entry = Entry(observer)
    entries.append(entry)
    return StoreObservation { [self] in
      entries.removeAll { $0 === entry }
      entry.end()
    }
  }

  /// The loop runs over a copy, because observers add and cancel others.
  @usableFromInline func notify(_ event: StoreEvent<Action>) {
    for entry in entries { entry.observer?(event) }
  }

  /// Ends all observations.
  func end() {
    let ended = entries
    entries = []
    for entry in ended { entry.end() }
  }
}
