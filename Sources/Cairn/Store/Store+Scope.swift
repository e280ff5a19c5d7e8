extension Store {
  /// The whole store as the type that views hold; see ``ChildStore``.
  public func scope() -> ChildStore<State, Action> {
    ChildStore(PropertyWay(self, \.self) { $0 })
  }

  /// A child that is a property: always there.
  ///
  ///     LoginView(store: store.scope(\.login, .login))
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction> {
    scope().scope(state, action)
  }

  /// A child that is an optional, or `nil` while it is not there. Whether it is there is tracked.
  ///
  ///     if let alert = store.scope(\.alert, .alert) { AlertView(store: alert) }
  public func scope<Child, ChildAction>(
    _ state: KeyPath<State, Child?>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    scope().scope(state, action)
  }

  /// A child that is the payload of a case, or `nil` in another. Whether it is there is tracked.
  ///
  ///     if let main = store.scope(.main, .main) { MainView(store: main) }
  public func scope<Child, ChildAction>(
    _ state: CasePath<State, Child>, _ action: CasePath<Action, ChildAction>
  ) -> ChildStore<Child, ChildAction>? {
    scope().scope(state, action)
  }

  /// One screen of a stack or one row of a list, or `nil` while it is not there. Whether it is there
  /// is tracked.
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
