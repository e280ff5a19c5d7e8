/// The way to a feature that can go away.
final class OptionalWay<Root, RootAction: Sendable, State, Action: Sendable>: ChildWay {
  private let store: Store<Root, RootAction>
  private let hops: [TrackedKey.Hop]
  private let embed: (Action) -> RootAction
  private let find: (UnsafeMutablePointer<Root>) -> State?
  /// What a child that has gone answers with.
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

  /// Tracks whether the child is there; `nil` if it is not.
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
          // To those who show it, a child that has gone stays as it was.
          guard let child = find(state) else { return false }
          var value = child[keyPath: path]
          return withUnsafeMutablePointer(to: &value) { isOther($0) }
        }
      }
    }
    guard let value = store.withState({ find($0)?[keyPath: path] }) else {
      return last[keyPath: path]
    }
    if let path = path as? WritableKeyPath<State, Value> { last[keyPath: path] = value }
    return value
  }

  func send(_ action: Action) -> SendTask { store.send(embed(action)) }

  func property<Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Child>, embed: @escaping (ChildAction) -> Action
  ) -> any ChildWay<Child, ChildAction> {
    OptionalWay<Root, RootAction, Child, ChildAction>(
      store, hops + [.property(path)],
      embed: { [embedSelf = self.embed] in embedSelf(embed($0)) },
      find: { [find] in find($0)?[keyPath: path] },
      last: state[keyPath: path])
  }

  func optional<Value, Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hop: TrackedKey.Hop?,
    embed: @escaping (ChildAction) -> Action, _ pick: @escaping (Value) -> Child?
  ) -> (any ChildWay<Child, ChildAction>)? {
    OptionalWay<Root, RootAction, Child, ChildAction>(
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
