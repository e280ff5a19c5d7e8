/// The part of a store that belongs to one feature, for the view of that feature.
///
///     let login = store.scope(\.login, .login)
///     login.send(.emailChanged("ada@example.com"))
///     print(login.email)
///
/// ``Store/scope()`` gives the whole store this type, so that the view of a feature works for the root of
/// a store, a property, a sheet and a screen of a stack.
///
/// Guarantees:
///
/// - There is one store. A child store holds its root store and a path into the state of the root: no
///   copy of the state, no chain of stores. It sees every change at once.
/// - Reading a field tracks that field alone, as in a ``Store``. Observers of one value share its entry,
///   even if they read it through different child stores.
/// - Two child stores are equal if they show the same part of the same store, so that a view that
///   receives an equal one is not drawn again.
/// - A child store keeps its root alive. The store holds no child store, so there is no cycle. Like the
///   store it is not `Sendable`.
///
/// A child that can disappear (an optional, a case of an enum, an element of a collection) can be scoped
/// only while it is present. After it has disappeared:
///
/// - ``isPresent`` is `false`.
/// - The reducer refuses its actions, and they are reported as a ``RuntimeIssue``.
/// - Its observers are not called for its disappearance; observers of the scope are.
/// - A field has the value that was last read through this child store or, if it was never read, the value
///   at the time of the scope, so that a view that leaves the screen still shows something.
///
/// For this, such a child store holds the state with which it was scoped: an array in it is copied by the
/// next action that changes it in place, once. A child that is a property is always present and holds
/// nothing.
///
/// Complexity: reading takes time proportional to the length of the key path from the root. Each child
/// that can disappear adds a copy of the optional value that it is read from.
@dynamicMemberLookup
public struct ChildStore<State, Action: Sendable> {
  private let accessor: any ChildAccessor<State, Action>

  init(_ accessor: any ChildAccessor<State, Action>) {
    self.accessor = accessor
  }

  /// The state of the child, untracked: the current one, or the last known one of a child that has
  /// disappeared.
  public var state: State { accessor.state }

  /// Whether the child is present, tracked.
  public var isPresent: Bool { accessor.isPresent }

  /// Reduces `action`, as the child's, and its follow-ups before it returns; see
  /// ``Store/send(_:origin:)``.
  @discardableResult public func send(_ action: Action) -> SendTask { accessor.send(action) }

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
  @inlinable public subscript<Value: Equatable>(path: KeyPath<State, Value>) -> Value {
    read(path, .whenUnequal)
  }

  /// The value at a key path of any length, tracked; every action counts as a change of it.
  @inlinable public subscript<Value>(path: KeyPath<State, Value>) -> Value {
    read(path, .always)
  }

  @usableFromInline
  func read<Value>(_ path: KeyPath<State, Value>, _ change: TrackedChange<Value>) -> Value {
    accessor.read(path, change)
  }
}

extension ChildStore {
  /// A child that is a property of this one: present as long as this one is.
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction> {
    ChildStore<Child, ChildAction>(accessor.property(state, embed: action.embed))
  }

  /// A child that is an optional, or `nil` while it is absent. Its presence is tracked.
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child?>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    accessor.optional(state, nil, embed: action.embed) { $0 }.map(
      ChildStore<Child, ChildAction>.init)
  }

  /// A child that is the payload of a case, or `nil` in another case. Its presence is tracked.
  public func scope<Child, ChildAction>(
    _ state: CasePath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    accessor.optional(\.self, .enumCase(state.site), embed: action.embed, state.extract)
      .map(ChildStore<Child, ChildAction>.init)
  }

  /// One screen of a stack or one row of a list, or `nil` while it is absent. Its presence is tracked.
  ///
  /// A literal id of a stack names the screen that is at that position now: a screen that replaces it
  /// is another child.
  public func scope<Elements: ElementCollection, ChildAction>(
    _ elements: KeyPath<State, Elements>,
    _ action: CasePath<Action, ElementAction<Elements.ID, ChildAction>>, id: Elements.ID
  ) -> ChildStore<Elements.Element, ChildAction>? {
    let identity = state[keyPath: elements].identity(of: id)
    let lasting = identity.map(Elements.id) ?? id
    let embed = action.embed
    return accessor.optional(
      elements, .element(identity.map { AnyID($0) } ?? AnyID(id)),
      embed: { embed(.element(id: lasting, action: $0)) }
    ) { elements in
      (identity ?? elements.identity(of: id)).flatMap(elements.element)
    }
    .map(ChildStore<Elements.Element, ChildAction>.init)
  }
}

extension ChildStore: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.accessor.root == right.accessor.root && left.accessor.key == right.accessor.key
  }
}

extension Store {
  /// The whole store, as the type that views hold; see ``ChildStore``.
  public func scope() -> ChildStore<State, Action> {
    ChildStore(PropertyAccessor(self, \.self) { $0 })
  }

  /// A child that is a property: always present.
  ///
  ///     LoginView(store: store.scope(\.login, .login))
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction> {
    scope().scope(state, action)
  }

  /// A child that is an optional, or `nil` while it is absent. Its presence is tracked.
  ///
  ///     if let alert = store.scope(\.alert, .alert) { AlertView(store: alert) }
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child?>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    scope().scope(state, action)
  }

  /// A child that is the payload of a case, or `nil` in another case. Its presence is tracked.
  ///
  ///     if let main = store.scope(.main, .main) { MainView(store: main) }
  public func scope<Child, ChildAction>(
    _ state: CasePath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    scope().scope(state, action)
  }

  /// One screen of a stack or one row of a list, or `nil` while it is absent. Its presence is tracked.
  ///
  ///     ForEach(store[\.path.ids], id: \.self) { id in
  ///       if let screen = store.scope(\.path, .path, id: id) { ScreenView(store: screen) }
  ///     }
  public func scope<Elements: ElementCollection, ChildAction>(
    _ elements: KeyPath<State, Elements>,
    _ action: CasePath<Action, ElementAction<Elements.ID, ChildAction>>, id: Elements.ID
  ) -> ChildStore<Elements.Element, ChildAction>? {
    scope().scope(elements, action, id: id)
  }
}
