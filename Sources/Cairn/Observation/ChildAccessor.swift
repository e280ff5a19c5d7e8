/// Reads the state of a feature in a store, and sends it actions. Hides the type of the store.
protocol ChildAccessor<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action: Sendable

  var root: ObjectIdentifier { get }
  var key: TrackedKey { get }

  var state: State { get }
  var isPresent: Bool { get }
  func read<Value>(_ path: KeyPath<State, Value>, _ change: TrackedChange<Value>) -> Value
  func send(_ action: Action) -> SendTask

  func property<Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Child>, embed: @escaping (ChildAction) -> Action
  ) -> any ChildAccessor<Child, ChildAction>

  /// An accessor of the child that `pick` finds in the value at `path`; `nil` if it finds none.
  func optional<Value, Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hop: TrackedKey.Hop?,
    embed: @escaping (ChildAction) -> Action, _ pick: @escaping (Value) -> Child?
  ) -> (any ChildAccessor<Child, ChildAction>)?
}

/// Accesses a feature that is always present. The key paths of all levels are appended to one.
final class PropertyAccessor<Root, RootAction: Sendable, State, Action: Sendable>: ChildAccessor {
  private let store: Store<Root, RootAction>
  private let path: KeyPath<Root, State>
  private let embed: (Action) -> RootAction

  init(
    _ store: Store<Root, RootAction>, _ path: KeyPath<Root, State>,
    embed: @escaping (Action) -> RootAction
  ) {
    self.store = store
    self.path = path
    self.embed = embed
  }

  var root: ObjectIdentifier { ObjectIdentifier(store) }
  var key: TrackedKey { TrackedKey(path) }
  var state: State { store.withState { $0.value(at: path) } }
  var isPresent: Bool { true }

  func read<Value>(_ path: KeyPath<State, Value>, _ change: TrackedChange<Value>) -> Value {
    store.read(self.path.appending(path: path), change)
  }

  func send(_ action: Action) -> SendTask { store.send(embed(action)) }

  func property<Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Child>, embed: @escaping (ChildAction) -> Action
  ) -> any ChildAccessor<Child, ChildAction> {
    PropertyAccessor<Root, RootAction, Child, ChildAction>(
      store, self.path.appending(path: path)
    ) { [embedSelf = self.embed] in embedSelf(embed($0)) }
  }

  func optional<Value, Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hop: TrackedKey.Hop?,
    embed: @escaping (ChildAction) -> Action, _ pick: @escaping (Value) -> Child?
  ) -> (any ChildAccessor<Child, ChildAction>)? {
    let path = self.path.appending(path: path)
    return OptionalAccessor<Root, RootAction, Child, ChildAction>(
      store, [.property(path)] + (hop.map { [$0] } ?? []),
      embed: { [embedSelf = self.embed] in embedSelf(embed($0)) },
      find: { pick($0.value(at: path)) })
  }
}

/// Accesses a feature that can disappear: an optional, a case of an enum, an element.
final class OptionalAccessor<Root, RootAction: Sendable, State, Action: Sendable>: ChildAccessor {
  private let store: Store<Root, RootAction>
  private let hops: [TrackedKey.Hop]
  private let embed: (Action) -> RootAction
  private let find: (UnsafeMutablePointer<Root>) -> State?
  /// The values that are read after the child has disappeared.
  private var last: State

  private init(
    _ store: Store<Root, RootAction>, _ hops: [TrackedKey.Hop],
    embed: @escaping (Action) -> RootAction, find: @escaping (UnsafeMutablePointer<Root>) -> State?,
    last: State
  ) {
    self.store = store
    self.hops = hops
    self.embed = embed
    self.find = find
    self.last = last
  }

  /// Tracks the presence of the child; `nil` if there is none.
  convenience init?(
    _ store: Store<Root, RootAction>, _ hops: [TrackedKey.Hop],
    embed: @escaping (Action) -> RootAction, find: @escaping (UnsafeMutablePointer<Root>) -> State?
  ) {
    Self.trackPresence(store, hops, find)
    guard let state = store.withState(find) else { return nil }
    self.init(store, hops, embed: embed, find: find, last: state)
  }

  var root: ObjectIdentifier { ObjectIdentifier(store) }
  var key: TrackedKey { TrackedKey(hops: hops, path: nil) }
  var state: State { store.withState(find) ?? last }

  var isPresent: Bool {
    Self.trackPresence(store, hops, find)
    return store.withState(find) != nil
  }

  func read<Value>(_ path: KeyPath<State, Value>, _ change: TrackedChange<Value>) -> Value {
    let key = TrackedKey(hops: hops, path: path)
    if store.needsEntry(for: key) {
      store.insertEntry(for: key) { [find, last = last[keyPath: path]] state in
        let isOther = change.since(find(state)?[keyPath: path] ?? last)
        return TrackedCheck(of: Root.self) { state in
          // For its observers, a child that has disappeared does not change.
          guard let child = find(state) else { return false }
          var value = child[keyPath: path]
          return withUnsafeMutablePointer(to: &value) { isOther($0) }
        }
      }
    }
    guard let value = store.withState({ find($0)?[keyPath: path] }) else {
      return last[keyPath: path]
    }
    if let path = path as? WritableKeyPath<State, Value> {
      var updated = last
      updated[keyPath: path] = value
      // The old values are destroyed after the change.
      swap(&last, &updated)
    }
    return value
  }

  func send(_ action: Action) -> SendTask { store.send(embed(action)) }

  func property<Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Child>, embed: @escaping (ChildAction) -> Action
  ) -> any ChildAccessor<Child, ChildAction> {
    OptionalAccessor<Root, RootAction, Child, ChildAction>(
      store, hops + [.property(path)],
      embed: { [embedSelf = self.embed] in embedSelf(embed($0)) },
      find: { [find] in find($0)?[keyPath: path] },
      last: state[keyPath: path])
  }

  func optional<Value, Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hop: TrackedKey.Hop?,
    embed: @escaping (ChildAction) -> Action, _ pick: @escaping (Value) -> Child?
  ) -> (any ChildAccessor<Child, ChildAction>)? {
    OptionalAccessor<Root, RootAction, Child, ChildAction>(
      store, hops + [.property(path)] + (hop.map { [$0] } ?? []),
      embed: { [embedSelf = self.embed] in embedSelf(embed($0)) },
      find: { [find] in find($0).flatMap { pick($0[keyPath: path]) } })
  }

  private static func trackPresence(
    _ store: Store<Root, RootAction>, _ hops: [TrackedKey.Hop],
    _ find: @escaping (UnsafeMutablePointer<Root>) -> State?
  ) {
    let key = TrackedKey(hops: hops, path: nil)
    guard store.needsEntry(for: key) else { return }
    store.insertEntry(for: key) { state in
      let isPresent = find(state) != nil
      return TrackedCheck(of: Root.self) { (find($0) != nil) != isPresent }
    }
  }
}
