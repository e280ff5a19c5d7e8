import Observation

/// Reading `store.email` inside `withObservationTracking`, and so in a SwiftUI view, tracks that
/// key path alone.
///
///     withObservationTracking {
///       print(store.email, store[\.profile.name])
///     } onChange: {
///       print("one of the two has changed")
///     }
///
/// `store.profile.name` would track the whole of `profile`: a dynamic member is one step. The
/// subscript takes a key path of any length, and ``Store/state`` reads without tracking. A field
/// that is called like a member of the store is read by the subscript.
///
/// What is promised:
///
/// - Only a change of the value fires. A value whose type is not `Equatable` (where it is read; in a
///   generic function that does not say so, none is) counts as changed by every action.
/// - `onChange` is called after the reduction that changed the value, after ``Store/inspector`` and
///   before the next action is taken up, on the isolation of the store. It sees the new state. It may
///   send: the action goes behind those that wait.
/// - Every step is looked at, so a value that is changed and changed back by a follow-up fires, and
///   an observer that tracks again in `onChange` sees every state. SwiftUI gathers what fires
///   until it next draws; others that want one call for several steps wait likewise.
///
/// What is not: the order in which several observers are called; that two changes fire twice for an
/// observer that has not tracked again in between (`withObservationTracking` calls once).
///
/// `onChange` is `@Sendable`, and a store is not: an observer reaches it through `self` of a type that
/// belongs to the isolation of the store (`MainActor.assumeIsolated { self.store.send(…) }`).
///
/// A store that nobody observes does nothing for observers; otherwise a step compares each observed
/// value once, however many observe it. The last value of each is kept to compare with, and nothing
/// else of an old state. A path that leads to an array keeps that array, so its next change copies it.
///
/// A stored property is compared where it lies, as quickly as a closure would. What is worked out, by a
/// computed property or a subscript, takes a call of the runtime and is some ten times as slow. In a path
/// of several steps (`\.rows[3]`) that call copies the state itself, though nothing that its arrays hold:
/// where many rows are observed, a subscript of the state (`\.[row: 3]`) is one step and spares that.
extension Store: Observable {}

extension Store {
  /// The value at a key path, tracked: only a change of it fires.
  @inlinable
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    read(path, .whenUnequal)
  }

  /// The value at a key path, tracked; every action counts as a change of it.
  @inlinable public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    read(path, .always)
  }

  /// The value at a key path of any length, tracked: only a change of it fires.
  ///
  ///     store[\.profile.name]
  ///     store[\.alert?.title]
  @inlinable public subscript<Value: Equatable>(path: KeyPath<State, Value>) -> Value {
    read(path, .whenUnequal)
  }

  /// The value at a key path of any length, tracked; every action counts as a change of it.
  @inlinable public subscript<Value>(path: KeyPath<State, Value>) -> Value {
    read(path, .always)
  }

  @inlinable
  func read<Value>(_ path: KeyPath<State, Value>, _ change: TrackedChange<Value>) -> Value {
    let key = TrackedKey(path)
    if needsEntry(for: key) { insertEntry(for: key) { TrackedCheck($0, path, change) } }
    return withState { $0.value(at: path) }
  }

  /// Whether somebody tracks the value at `key`, and it has no entry.
  @usableFromInline
  func needsEntry(for key: TrackedKey) -> Bool {
    useTracked { $0.needsEntry(for: key) } ?? false
  }

  @usableFromInline func insertEntry(
    for key: TrackedKey, makeCheck: @escaping (UnsafeMutablePointer<State>) -> TrackedCheck
  ) {
    let make = { (state: UnsafeMutableRawPointer) in
      makeCheck(state.assumingMemoryBound(to: State.self))
    }
    let check = withState { make($0) }
    let removed = useTracked { $0.insert(key, check, makeCheck: make) }
    leaveIdle()
    withExtendedLifetime(removed) {}
  }

  /// Notifies observers, and readers of ``states``, that the state may have changed.
  @inlinable func publish() {
    if !readers.isEmpty { notifyReaders() }
    if !tracked.isEmpty { notifyObservers() }
  }

  @usableFromInline func notifyReaders() {
    let signals = readers.advance()
    let present = signals.map { $0.send() }
    if present.contains(false) { readers.removeAll(except: present) }
  }

  /// Notifies the observers of the values that the last step has changed. It runs within a turn, so an
  /// action that an observer sends waits: the observer is registered until it returns.
  @usableFromInline func notifyObservers() {
    let changes = trackedChanges()
    guard !changes.isEmpty else { return }
    let old = changes.map { change in
      useTracked { $0.replaceCheck(of: change.key, with: change.check) }
    }
    for change in changes { useTracked { $0.notification(of: change.key) }??() }
    let removed = changes.map { change in useTracked { $0.removeIfUnused(change.key) } }
    withExtendedLifetime((old, removed)) {}
  }

  /// The copy of the table ends with this call: while there are two, no entry can be removed.
  @inline(never) private func trackedChanges() -> [(key: TrackedKey, check: TrackedCheck)] {
    withState { [tracked] in tracked.changes($0) }
  }

  /// The number of tracked values, for tests.
  package var trackedCount: Int { tracked.count }
}

extension UnsafeMutablePointer {
  /// The value at a key path, without a copy of what is around it.
  @inlinable func value<Value>(at path: KeyPath<Pointee, Value>) -> Value {
    pointer(to: path)?.pointee ?? Self.value(in: &pointee, at: path)
  }

  /// Reading through a key path copies its root, 8,000 bytes of state for one number, unless the
  /// root is `inout`; inlined where the root's type is known, it does so all the same.
  @inlinable @inline(never)
  static func value<Value>(in root: inout Pointee, at path: KeyPath<Pointee, Value>) -> Value {
    root[keyPath: path]
  }
}
