/// The members that ``Store`` and ``ChildStore`` share: tracked reading, and scopes of children.
public protocol _StateReading<State, Action> {
  associatedtype State
  associatedtype Action: Sendable

  /// The whole store, as the type that views hold; see ``ChildStore``.
  func scope() -> ChildStore<State, Action>

  /// The value at a key path, tracked. Static, so that completion does not offer it after a store.
  static func _value<Value>(
    in store: Self, at path: KeyPath<State, Value>, isCompared: Bool,
    _ test: @escaping _Kernel.ChangeTest<Value>
  ) -> Value
}

extension _Kernel {
  /// Makes a function that compares the value at an address with `last`.
  public typealias ChangeTest<Value> = (_ last: Value) -> (UnsafeMutableRawPointer) -> Bool
}

extension _StateReading {
  /// The value at a key path, tracked: only a change of it fires.
  @inlinable
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    self[path]
  }

  /// The value at a key path, tracked; every action counts as a change of it.
  @inlinable public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    self[path]
  }

  /// The value at a key path of any length, tracked: only a change of it fires.
  ///
  ///     store[\.profile.name]
  ///     store[\.alert?.title]
  ///
  /// An index in the path must be valid as long as it is observed; otherwise use `\.rows[id: 3]` or a scope.
  @inlinable public subscript<Value: Equatable>(path: KeyPath<State, Value>) -> Value {
    unsafe Self._value(in: self, at: path, isCompared: true, isUnequal(to:))
  }

  /// The value at a key path of any length, tracked; every action counts as a change of it.
  @inlinable public subscript<Value>(path: KeyPath<State, Value>) -> Value {
    unsafe Self._value(in: self, at: path, isCompared: false) { _ in { _ in true } }
  }
}

@inlinable
func isUnequal<Value: Equatable>(to last: Value) -> (UnsafeMutableRawPointer) -> Bool {
  { unsafe $0.assumingMemoryBound(to: Value.self).pointee != last }
}

extension _StateReading {
  /// A child that is a property: always present, or present as long as the child that contains it.
  ///
  ///     LoginView(store: store.scope(\.login, .login))
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction> {
    ChildStore(scope().accessor.property(state, embed: action.embed))
  }

  /// A child that is an optional, or `nil` while it is absent. Its presence is tracked.
  ///
  ///     if let alert = store.scope(\.alert, .alert) { AlertView(store: alert) }
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child?>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    scope().accessor.optional(state, [], embed: action.embed) { $0 }.map { ChildStore($0) }
  }

  /// A child that is an optional, or `nil` while it is absent. A value with another id is another child.
  public func scope<Child: Identifiable, ChildAction>(
    _ state: KeyPath<State, Child?>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? where Child.ID: Sendable {
    scope().accessor.identified(state, [], embed: action.embed) { $0 }.map { ChildStore($0) }
  }

  /// A child that is the payload of a case, or `nil` in another case. Its presence is tracked.
  ///
  ///     if let main = store.scope(.main, .main) { MainView(store: main) }
  public func scope<Child, ChildAction>(
    _ state: CasePath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    scope().accessor.optional(\.self, [.enumCase(state.site)], embed: action.embed, state.extract)
      .map { ChildStore($0) }
  }

  /// A child that is the payload of a case, or `nil` in another case. A payload with another id is another
  /// child.
  public func scope<Child: Identifiable, ChildAction>(
    _ state: CasePath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? where Child.ID: Sendable {
    scope().accessor.identified(
      \.self, [.enumCase(state.site)], embed: action.embed, state.extract
    ).map { ChildStore($0) }
  }

  /// The rows of a list or the screens of a stack, in order.
  ///
  ///     ForEach(store.scope(\.path, .path), id: \.self) { ScreenView(store: $0) }
  ///
  /// A row keeps its child store, wherever it moves to. The ids and their order are tracked, and no change
  /// within a row. O(n), for each call.
  public func scope<Elements: _ElementCollection, ChildAction>(
    _ elements: KeyPath<State, Elements>,
    _ action: CasePath<Action, ElementAction<Elements.ID, ChildAction>>
  ) -> [ChildStore<Elements.Element, ChildAction>] {
    let store = scope()
    _ = store[elements.appending(path: \.identities)]
    return store.accessor.elements(elements, embed: action.embed).map { ChildStore($0) }
  }

  /// One screen of a stack or one row of a list, or `nil` while it is absent. Its presence is tracked.
  ///
  ///     if let screen = store.scope(\.path, .path, id: id) { ScreenView(store: screen) }
  ///
  /// A literal id of a stack denotes the screen that is at that position now: a screen that replaces it
  /// is another child.
  ///
  /// For all screens, scope the list instead. The ids of a screen and of its replacement are equal: an observer of
  /// `path.ids` is not told.
  public func scope<Elements: _ElementCollection, ChildAction>(
    _ elements: KeyPath<State, Elements>,
    _ action: CasePath<Action, ElementAction<Elements.ID, ChildAction>>, id: Elements.ID
  ) -> ChildStore<Elements.Element, ChildAction>? {
    let store = scope()
    let identity = Elements._identity(of: id, in: store.accessor.value(at: elements))
    let id = identity.map(Elements._id) ?? id
    // Ids of absent screens with one number are equal, but may find different screens later.
    let hop =
      identity.map { AnyID($0) } ?? (id as? StackID).map { AnyID($0.identity) } ?? AnyID(id)
    return store.accessor.optional(
      elements, [.element(hop)],
      embed: { [embed = action.embed] in embed(.element(id: id, action: $0)) }
    ) { elements in
      (identity ?? Elements._identity(of: id, in: elements))
        .flatMap { Elements._element($0, in: elements) }
    }
    .map { ChildStore($0) }
  }
}
