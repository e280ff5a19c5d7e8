/// The part of a store that belongs to one feature, for the view of that feature.
///
///     let login = store.scope(\.login, .login)
///     login.send(.emailChanged("ada@example.com"))
///     print(login.email)
///
/// ``Store/scope()`` returns a child store of the whole state, so that a view works for the root of a
/// store, a property, a sheet and a screen of a stack.
///
/// Guarantees:
///
/// - A child store holds its root store and a path into the state of the root: no copy of the state, no
///   chain of stores. It reads every change at once.
/// - Reading a field tracks that field alone, as in a ``Store``. Observers of one value share its entry,
///   even if they read it through different child stores.
/// - Two child stores are equal if they show the same part of the same store. A view that receives an
///   equal one is not drawn again.
/// - A child store keeps its root alive. The store holds no child store, so there is no cycle. Like the
///   store it is not `Sendable`.
///
/// A child that can disappear (an optional, a case of an enum, an element of a collection) can be scoped if it is
/// present, or was present when its parent was last read. Its replacement by a child with another id counts as its
/// disappearance. After it has disappeared:
///
/// - ``isPresent`` is `false`.
/// - Its actions are refused, and reported as a ``RuntimeIssue``. An action that is sent to a replaced child
///   within a reduction reaches its successor, because the state cannot be read then.
/// - Its observers are not called for its disappearance; observers of the scope are.
/// - A field has its value at the time of the last read of any field through this child store, so that a view
///   that leaves the screen still has values to show, all of one time. A scope counts as a read. The last
///   children of a disappeared child can still be scoped, and have disappeared, too.
///
/// Such a child store therefore holds the state that it read last. The first change of an array in that state, after
/// the scope and after each read, copies the array. A child that is a property holds no state.
///
/// Complexity: reading takes time proportional to the length of the key path from the root. Each child
/// that can disappear adds a copy of the optional value that it is read from.
@dynamicMemberLookup
public struct ChildStore<State, Action: Sendable>: _StateReading {
  let accessor: any ChildAccessor<State, Action>

  init(_ accessor: any ChildAccessor<State, Action>) {
    self.accessor = accessor
  }

  /// The state of the child, tracked as a whole: the current one, or the last known one of a child that
  /// has disappeared. Every action counts as a change.
  public var state: State { self[\.self] }

  /// The same state, untracked.
  public var untrackedState: State { accessor.state }

  /// Whether the child is present, tracked.
  public var isPresent: Bool { accessor.isPresent }

  /// Reduces `action`, as the child's, and its follow-ups before it returns; see
  /// ``Store/send(_:origin:)``.
  @discardableResult public func send(_ action: Action) -> SendTask { accessor.send(action) }

  public func scope() -> ChildStore { self }

  public static func _value<Value>(
    in store: Self, at path: KeyPath<State, Value>, isCompared: Bool,
    _ test: @escaping _Kernel.ChangeTest<Value>
  ) -> Value {
    unsafe store.accessor.value(at: path, isCompared: isCompared, test)
  }
}

extension ChildStore where State: Equatable {
  /// The state of the child, tracked as a whole: only a change of it fires.
  public var state: State { self[\.self] }
}

extension ChildStore: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    left.accessor.root == right.accessor.root && left.accessor.key == right.accessor.key
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(accessor.root)
    hasher.combine(accessor.key)
  }
}

/// Reads the state of a feature in a store, and sends it actions. Hides the type of the store.
protocol ChildAccessor<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action: Sendable
  associatedtype Root
  associatedtype RootAction: Sendable

  var store: Store<Root, RootAction> { get }
  var embed: (Action) -> RootAction { get }
  var key: TrackedKey { get }

  var state: State { get }
  var isPresent: Bool { get }
  func value<Value>(
    at path: KeyPath<State, Value>, isCompared: Bool, _ test: @escaping _Kernel.ChangeTest<Value>
  ) -> Value
  /// The same value, untracked.
  func value<Value>(at path: KeyPath<State, Value>) -> Value
  func send(_ action: Action) -> SendTask

  func property<Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Child>, embed: @escaping (ChildAction) -> Action
  ) -> any ChildAccessor<Child, ChildAction>

  /// The place of a value that is a part of a child that can disappear.
  func place<Value>(of path: KeyPath<State, Value>) -> Place<Root, Value>
}

/// The place of a child that can disappear.
///
/// Safe: the pointer is only used during a call of `find`.
@safe struct Place<Root, Child> {
  let hops: [TrackedKey.Hop]
  /// Whether `find` ignores a child with another id in the place.
  let isIdentified: Bool
  let find: (UnsafeMutablePointer<Root>) -> Child?
}

extension ChildAccessor {
  var root: ObjectIdentifier { ObjectIdentifier(store) }

  /// An accessor of the child that `pick` finds in the value at `path` or, after the disappearance of the parent, in
  /// the last value; `nil` if there is no child. Tracks the presence of the child.
  func optional<Value, Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hops: [TrackedKey.Hop],
    embed: @escaping (ChildAction) -> Action, isIdentified: Bool = false,
    _ pick: @escaping (Value) -> Child?
  ) -> (any ChildAccessor<Child, ChildAction>)? {
    let parent = place(of: path)
    let place = unsafe Place(
      hops: parent.hops + hops, isIdentified: parent.isIdentified || isIdentified
    ) { unsafe parent.find($0).flatMap(pick) }
    store.trackPresence(at: place)
    return pick(value(at: path)).map {
      OptionalAccessor(store, place, embed: embedding(embed), last: $0)
    }
  }

  /// The same for a child with an id: a child with another id is not found.
  func identified<Value, Child: Identifiable, ChildAction: Sendable>(
    _ path: KeyPath<State, Value>, _ hops: [TrackedKey.Hop],
    embed: @escaping (ChildAction) -> Action, _ pick: @escaping (Value) -> Child?
  ) -> (any ChildAccessor<Child, ChildAction>)? where Child.ID: Sendable {
    guard let id = pick(value(at: path))?.id else {
      return optional(path, hops, embed: embed, pick)
    }
    return optional(path, hops + [.element(AnyID(id))], embed: embed, isIdentified: true) {
      pick($0).flatMap { $0.id == id ? $0 : nil }
    }
  }

  /// Accessors of the elements of a collection. Their presence is not tracked.
  func elements<Elements: _ElementCollection, ChildAction: Sendable>(
    _ path: KeyPath<State, Elements>,
    embed: @escaping (ElementAction<Elements.ID, ChildAction>) -> Action
  ) -> [any ChildAccessor<Elements.Element, ChildAction>] {
    let (place, elements) = (place(of: path), value(at: path))
    return zip(elements.identities, elements).map { identity, element in
      let hops = place.hops + [.element(AnyID(identity))]
      let child = unsafe Place(hops: hops, isIdentified: place.isIdentified) {
        unsafe place.find($0).flatMap { Elements._element(identity, in: $0) }
      }
      let id = Elements._id(of: identity)
      return OptionalAccessor(
        store, child, embed: embedding { embed(.element(id: id, action: $0)) }, last: element)
    }
  }

  func embedding<ChildAction>(
    _ embedChild: @escaping (ChildAction) -> Action
  ) -> (ChildAction) -> RootAction {
    { [embed] in embed(embedChild($0)) }
  }
}

/// Accesses a feature that is always present. The key paths of all levels are appended to one.
final class PropertyAccessor<Root, RootAction: Sendable, State, Action: Sendable>: ChildAccessor {
  let store: Store<Root, RootAction>
  let embed: (Action) -> RootAction
  private let path: KeyPath<Root, State>

  init(
    _ store: Store<Root, RootAction>, _ path: KeyPath<Root, State>,
    embed: @escaping (Action) -> RootAction
  ) {
    self.store = store
    self.path = path
    self.embed = embed
  }

  var key: TrackedKey { TrackedKey(path) }
  var state: State { store.withState { unsafe $0.value(at: path) } }
  var isPresent: Bool { true }

  func send(_ action: Action) -> SendTask { store.send(embed(action)) }

  func value<Value>(
    at path: KeyPath<State, Value>, isCompared: Bool, _ test: @escaping _Kernel.ChangeTest<Value>
  ) -> Value {
    let path = self.path.appending(path: path)
    return unsafe Store<Root, RootAction>._value(in: store, at: path, isCompared: isCompared, test)
  }

  func value<Value>(at path: KeyPath<State, Value>) -> Value {
    let path = self.path.appending(path: path)
    return store.withState { unsafe $0.value(at: path) }
  }

  func property<Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Child>, embed: @escaping (ChildAction) -> Action
  ) -> any ChildAccessor<Child, ChildAction> {
    PropertyAccessor<Root, RootAction, Child, ChildAction>(
      store, self.path.appending(path: path), embed: embedding(embed))
  }

  func place<Value>(of path: KeyPath<State, Value>) -> Place<Root, Value> {
    let path = self.path.appending(path: path)
    return unsafe Place(hops: [.property(path)], isIdentified: false) { unsafe $0.value(at: path) }
  }
}

/// Accesses a feature that can disappear: an optional, a case of an enum, an element.
final class OptionalAccessor<Root, RootAction: Sendable, State, Action: Sendable>: ChildAccessor {
  let store: Store<Root, RootAction>
  let embed: (Action) -> RootAction
  private let place: Place<Root, State>
  /// The state at the last read, for reads after the child has disappeared. Whole: a mixture of fields of different
  /// times is no state that a getter of a user expects.
  private var last: State

  init(
    _ store: Store<Root, RootAction>, _ place: Place<Root, State>,
    embed: @escaping (Action) -> RootAction, last: State
  ) {
    self.store = store
    self.place = place
    self.embed = embed
    self.last = last
  }

  var key: TrackedKey { TrackedKey(hops: place.hops) }
  var state: State { value(at: \.self) }
  var isPresent: Bool {
    store.trackPresence(at: place)
    return isFound
  }
  private var isFound: Bool { unsafe store.withState(place.find) != nil }

  func send(_ action: Action) -> SendTask {
    // The reducer refuses an action for an absent child. It cannot tell a child from its successor.
    if place.isIdentified, store.isReadable, !isFound {
      RuntimeIssue.report(.replaced(action))
      return SendTask(store: store, root: 0)
    }
    return store.send(embed(action))
  }

  func value<Value>(
    at path: KeyPath<State, Value>, isCompared: Bool, _ test: @escaping _Kernel.ChangeTest<Value>
  ) -> Value {
    let find = unsafe place.find
    let key = TrackedKey(hops: place.hops, path: path, isCompared: isCompared)
    if store.needsEntry(for: key) {
      var latest: Value? = value(at: path)
      unsafe store.insertEntry(for: key) { state in
        // Only the first check needs it. A later check is made after the value was found.
        let last = latest.take()
        let isChanged = unsafe (find(state)?[keyPath: path] ?? last).map(test) ?? { _ in true }
        return unsafe TrackedCheck(isChanged: isChanged) { unsafe find($0)?[keyPath: path] }
      }
    }
    return value(at: path)
  }

  func value<Value>(at path: KeyPath<State, Value>) -> Value {
    let read = store.withState { state in
      unsafe place.find(state).map { (state: $0, value: $0[keyPath: path]) }
    }
    // Read and changed outside of the property: code of a user that this calls may read. The old state is destroyed
    // after the change.
    var updated = read?.state ?? last
    guard let value = read?.value else { return updated[keyPath: path] }
    swap(&last, &updated)
    return value
  }

  func property<Child, ChildAction: Sendable>(
    _ path: KeyPath<State, Child>, embed: @escaping (ChildAction) -> Action
  ) -> any ChildAccessor<Child, ChildAction> {
    OptionalAccessor<Root, RootAction, Child, ChildAction>(
      store, place(of: path), embed: embedding(embed), last: value(at: path))
  }

  func place<Value>(of path: KeyPath<State, Value>) -> Place<Root, Value> {
    unsafe Place(hops: place.hops.appending(path), isIdentified: place.isIdentified) {
      [find = unsafe place.find] in unsafe find($0)?[keyPath: path]
    }
  }
}

extension Store {
  func trackPresence<Child>(at place: Place<State, Child>) {
    let find = unsafe place.find
    let key = TrackedKey(hops: place.hops)
    guard needsEntry(for: key) else { return }
    unsafe insertEntry(for: key) { state in
      unsafe TrackedCheck(isChanged: isUnequal(to: find(state) != nil)) { unsafe find($0) != nil }
    }
  }
}
