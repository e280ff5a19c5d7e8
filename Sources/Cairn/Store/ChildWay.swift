/// The way from a store to one of its features and back; the type of the store is hidden.
protocol ChildWay<State, Action>: AnyObject {
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
  ) -> any ChildWay<Child, ChildAction>

  /// The way to what `pick` finds in the value at `path`, if it finds anything.
  func optional<Value, Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hop: TrackedKey.Hop?,
    embed: @escaping (ChildAction) -> Action, _ pick: @escaping (Value) -> Child?
  ) -> (any ChildWay<Child, ChildAction>)?
}

/// The way to a feature that is always there: the key paths of all levels, appended to one.
final class PropertyWay<Root, RootAction: Sendable, State, Action: Sendable>: ChildWay {
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
  ) -> any ChildWay<Child, ChildAction> {
    PropertyWay<Root, RootAction, Child, ChildAction>(
      store, self.path.appending(path: path)
    ) { [embedSelf = self.embed] in embedSelf(embed($0)) }
  }

  func optional<Value, Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hop: TrackedKey.Hop?,
    embed: @escaping (ChildAction) -> Action, _ pick: @escaping (Value) -> Child?
  ) -> (any ChildWay<Child, ChildAction>)? {
    let path = self.path.appending(path: path)
    return OptionalWay<Root, RootAction, Child, ChildAction>(
      store, [.property(path)] + (hop.map { [$0] } ?? []),
      embed: { [embedSelf = self.embed] in embedSelf(embed($0)) },
      find: { pick($0.value(at: path)) })
  }
}
