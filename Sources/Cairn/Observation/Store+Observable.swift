import Observation

/// Reading `store.email` inside `withObservationTracking`, and therefore in a SwiftUI view, tracks that
/// key path alone.
///
///     withObservationTracking {
///       print(store.email, store[\.profile.name])
///     } onChange: {
///       print("one of the two has changed")
///     }
///
/// A dynamic member is one property: `store.profile.name` tracks the whole of `profile`. The subscript
/// takes a key path of any length. It also reads a property that has the name of a member of the store.
/// ``Store/state`` tracks the whole state, and ``Store/untrackedState`` nothing.
///
/// Guarantees:
///
/// - Only a change of the value fires. A value that is not `Equatable` in the code that reads it (in a
///   generic function without that requirement, no value is) counts as changed by every action.
/// - `onChange` is called after the reduction that changed the value, after the observers of ``Store/observe(_:)`` and
///   before the next action is reduced, on the isolation of the store. It sees the new state. An action
///   that it sends is reduced after the actions in the queue.
/// - Every step is compared. A value that is changed, and changed back by a follow-up, fires, and an
///   observer that tracks again in `onChange` sees every state. SwiftUI combines notifications until it
///   next draws; an observer that needs one call for several steps has to do the same.
///
/// Not guaranteed: the order in which several observers are called; two calls for two changes, if the
/// observer has not tracked again in between (`withObservationTracking` calls once).
///
/// `onChange` is `@Sendable`, and a store is not: an observer uses the store through `self` of a type that
/// belongs to the isolation of the store (`MainActor.assumeIsolated { self.store.send(…) }`).
///
/// Complexity: without observers, none. Otherwise a step compares each observed value once, however many
/// observers it has. The store keeps the last value of each, and nothing else of an old state. A path
/// that leads to an array keeps that array, so its next change copies it.
///
/// A stored property is compared in place, as fast as by a closure. A computed property or a subscript
/// takes a call of the runtime, which is about ten times as slow. In a path of several components
/// (`\.rows[3]`) that call copies the state, without the contents of its arrays. Where many rows are
/// observed, a subscript of the state (`\.[row: 3]`) avoids the copy, because it is one component.
extension Store: Observable {}

extension Store: _StateReading {
  /// The state, tracked as a whole where the caller tracks values: every action counts as a change.
  ///
  /// Read a property (`store.email`) to track that property alone; ``untrackedState`` tracks nothing.
  @inlinable public var state: State {
    mayTrack ? self[\.self] : untrackedState
  }

  /// Whether the caller may be tracking values. No code of a user runs in the table.
  @inlinable var mayTrack: Bool { !isTracking && tracked.mayTrack() }

  public func scope() -> ChildStore<State, Action> {
    ChildStore(PropertyAccessor(self, \.self) { $0 })
  }

  @inlinable public static func _value<Value>(
    in store: Store, at path: KeyPath<State, Value>, isCompared: Bool,
    _ test: @escaping _Kernel.ChangeTest<Value>
  ) -> Value {
    let key = TrackedKey(path, isCompared: isCompared)
    if store.needsEntry(for: key) {
      unsafe store.insertEntry(for: key) { unsafe TrackedCheck($0, path, test) }
    }
    return store.withState { unsafe $0.value(at: path) }
  }

  /// Uses the table of tracked values, which calls `==` and `hash(into:)` of ids; `nil` within another
  /// use of it. Messages are deferred.
  @inlinable
  func useTracked<Result>(_ use: (inout TrackedPaths) -> Result) -> Result? {
    guard !isTracking else { return nil }
    return withState { _ in
      isTracking = true
      defer { isTracking = false }
      return use(&tracked)
    }
  }

  @inlinable
  func needsEntry(for key: TrackedKey) -> Bool {
    useTracked { $0.needsEntry(for: key) } ?? false
  }

  @inlinable func insertEntry(
    for key: TrackedKey, makeCheck: @escaping (UnsafeMutablePointer<State>) -> TrackedCheck
  ) {
    let make = { (state: UnsafeMutableRawPointer) in
      unsafe makeCheck(state.assumingMemoryBound(to: State.self))
    }
    let check = withState { unsafe make($0) }
    let removed = useTracked { unsafe $0.insert(key, check, makeCheck: make) }
    leaveIdle()
    withExtendedLifetime(removed) {}
  }

  @inlinable func publish() {
    if !readers.isEmpty { notifyReaders() }
    if !tracked.isEmpty { notifyObservers() }
  }

  /// Notifies the observers of the values that the last step has changed. It runs within a turn, so an
  /// action that an observer sends waits: the observer is registered until it returns.
  @inlinable func notifyObservers() {
    withExtendedLifetime(useTracked { $0.removeUnused() }) {}
    let changes = trackedChanges()
    guard !changes.isEmpty else { return }
    let old = notify(of: changes)
    let removed = useTracked { $0.removeUnused(of: changes) }
    withExtendedLifetime((old, removed)) {}
  }

  /// Calls the observers, and returns the old checks. The tokens that it uses are released with this
  /// call: no entry can be removed before.
  @inlinable @inline(never)
  func notify(of changes: [(key: TrackedKey, check: TrackedCheck)]) -> [TrackedCheck] {
    let replaced = useTracked { $0.replaceChecks(changes) } ?? []
    for change in replaced { change.notify() }
    return replaced.map { $0.old }
  }

  /// The copy of the table ends with this call: while there are two, no entry can be removed.
  @inlinable @inline(never) func trackedChanges() -> [(key: TrackedKey, check: TrackedCheck)] {
    withState { [tracked] in unsafe tracked.changes($0) }
  }

  /// The number of tracked values, for tests.
  package var trackedCount: Int { tracked.count }
}

extension UnsafeMutablePointer {
  /// The value at a key path, without a copy of the root.
  @inlinable func value<Value>(at path: KeyPath<Pointee, Value>) -> Value {
    unsafe pointer(to: path)?.pointee ?? Self.value(in: &pointee, at: path)
  }

  /// Reading through a key path copies its root, 8,000 bytes of state for one number, unless the root is
  /// `inout`. Inlined where the type of the root is known, it copies the root even then.
  @inlinable @inline(never)
  static func value<Value>(in root: inout Pointee, at path: KeyPath<Pointee, Value>) -> Value {
    root[keyPath: path]
  }
}

extension Store where State: Equatable {
  /// The state, tracked as a whole where the caller tracks values: only a change of it fires.
  @inlinable public var state: State {
    mayTrack ? self[\.self] : untrackedState
  }
}
