/// Runs a child reducer on a part of the parent's state: a property, or one case of an enum.
///
///     Scope(\.login, .login) { Login() }      // struct state
///     Scope(.terms, .terms) { Terms() }       // enum state
///
/// The effects of the child are scoped to it: their ids are its own, and they are cancelled when an enum
/// state leaves the case. An action for another case changes nothing.
public struct Scope<Access: _ChildAccess, ParentAction: Sendable, Child: Reducer>: Reducer
where Access.Child == Child.State {
  @usableFromInline let access: Access
  @usableFromInline let action: CasePath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  /// Runs a child on a property of struct state.
  ///
  ///     Scope(\.login, .login) { Login() }
  @inlinable @inline(__always) public init<Parent, ChildState, ChildAction>(
    _ state: @autoclosure @escaping @Sendable () -> WritableKeyPath<Parent, ChildState> & Sendable,
    _ action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
  where
    Access == _Kernel.PropertyAccess<Parent, ChildState>, Child: Reducer<ChildState, ChildAction>
  {
    self.init(_Kernel.PropertyAccess(state), action, child())
  }

  // A child with an id takes the next initializer.
  @_disfavoredOverload
  @inlinable @inline(__always) public init<Parent, ChildState, ChildAction>(
    _ state: CasePath<Parent, ChildState>,
    _ action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
  where Access == _Kernel.CaseAccess<Parent, ChildState>, Child: Reducer<ChildState, ChildAction> {
    self.init(_Kernel.CaseAccess(state), action, child())
  }

  /// A payload with another id is another child, as for `ifLet`.
  @inlinable @inline(__always) public init<Parent, ChildState: Identifiable, ChildAction>(
    _ state: CasePath<Parent, ChildState>,
    _ action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
  where
    Access == _Kernel.IdentifiedAccess<_Kernel.CaseAccess<Parent, ChildState>>,
    Child: Reducer<ChildState, ChildAction>
  {
    self.init(_Kernel.IdentifiedAccess(_Kernel.CaseAccess(state)), action, child())
  }

  @inlinable @inline(__always)
  init(_ access: Access, _ action: CasePath<ParentAction, Child.Action>, _ child: consuming Child) {
    self.access = access
    self.action = action
    self.child = child
  }

  @inlinable @inline(__always) public func reduce(
    into state: inout Access.Parent, action parentAction: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = action.extract(parentAction) else { return .none }
    return access.reduce(
      child, into: &state, action: childAction, site: { action.site }, embed: { _ in action.embed })
  }

  @inlinable public static var _node: _Kernel.Node<Self> {
    @inline(__always) get {
      let check = Child._node.check
      let isProperty = Access.self == _Kernel.PropertyAccess<Access.Parent, Child.State>.self
      return _Kernel.Node(
        weight: 1 + Access.weight,
        check: isProperty && check == nil
          ? nil
          : { scope, action, state in
            guard let childAction = scope.action.extract(action) else { return nil }
            return scope.access.missingRecipient(scope.child, of: childAction, in: state, check)
          },
        dismiss: { $0.dismissChild(of: $1, scope: $2, in: &$3) },
        reach: { $0.reach(of: $1) })
    }
  }

  @usableFromInline func dismissChild(
    of parentAction: ParentAction, scope: _Kernel.EffectScope.Subpath,
    in state: inout Access.Parent
  ) -> Effect<ParentAction> {
    guard access.leads(into: scope) else { return .none }
    return Scope<Access, ParentAction, Dismissal<Child>>(
      access, action, Dismissal(child: child, scope: scope)
    )
    .reduce(into: &state, action: parentAction)
  }
}

/// Takes the place of a child to dismiss it, or a feature inside it.
private struct Dismissal<Child: Reducer>: Reducer {
  typealias Body = Never

  let child: Child
  /// The scope of the feature from the parent of the child on.
  let scope: _Kernel.EffectScope.Subpath

  func reduce(into state: inout Child.State, action: Child.Action) -> Effect<Child.Action> {
    scope.count == 1
      ? .dismiss : child.dismissRecipient(of: action, scope: scope.dropFirst(), in: &state)
  }
}

extension _Kernel {
  /// Runs a child reducer on the element that an action names; see `Reducer.forEach`.
  public struct ForEach<
    Parent, ParentAction: Sendable, Elements: _ElementCollection, Child: Reducer
  >: Reducer where Child.State == Elements.Element {
    @usableFromInline let elements: @Sendable () -> WritableKeyPath<Parent, Elements> & Sendable
    @usableFromInline let action: CasePath<ParentAction, ElementAction<Elements.ID, Child.Action>>
    @usableFromInline let child: Child

    @inlinable @inline(__always) init(
      _ elements: @escaping @Sendable () -> WritableKeyPath<Parent, Elements> & Sendable,
      _ action: CasePath<ParentAction, ElementAction<Elements.ID, Child.Action>>,
      _ child: consuming Child
    ) {
      self.elements = elements
      self.action = action
      self.child = child
    }

    @inlinable @inline(__always) public func reduce(
      into state: inout Parent, action parentAction: ParentAction
    ) -> Effect<ParentAction> {
      guard case .element(let id, let childAction) = action.extract(parentAction) else {
        return .none
      }
      return ElementAccess(elements, id).reduce(
        child, into: &state, action: childAction, site: { action.site },
        embed: { Self.embedding($0, action.embed) })
    }

    @inlinable @inline(never) static func embedding(
      _ identity: Elements.Identity,
      _ embed: @escaping @Sendable (ElementAction<Elements.ID, Child.Action>) -> ParentAction
    ) -> @Sendable (Child.Action) -> ParentAction {
      let id = Elements._id(of: identity)
      return { embed(.element(id: id, action: $0)) }
    }

    @inlinable public static var _node: Node<Self> {
      @inline(__always) get {
        let check = Child._node.check
        return Node(
          weight: 2,
          check: { reducer, action, state in
            guard case .element(let id, let childAction) = reducer.action.extract(action) else {
              return nil
            }
            return ElementAccess(reducer.elements, id)
              .missingRecipient(reducer.child, of: childAction, in: state, check)
          },
          dismiss: { $0.dismissChild(of: $1, scope: $2, in: &$3) },
          reach: { $0.reach(of: $1) })
      }
    }

    @usableFromInline func dismissChild(
      of parentAction: ParentAction, scope: EffectScope.Subpath, in state: inout Parent
    ) -> Effect<ParentAction> {
      guard case .element(let id, _) = action.extract(parentAction),
        ElementAccess(elements, id).leads(into: scope)
      else { return .none }
      return ForEach<Parent, ParentAction, Elements, Dismissal<Child>>(
        elements, action, Dismissal(child: child, scope: scope)
      ).reduce(into: &state, action: parentAction)
    }
  }
}

extension Reducer {
  /// Runs `child` while an optional is not `nil`, before this reducer, which sees its changes.
  ///
  ///     Reduce { … }.ifLet(\.alert, .alert) { Alert() }
  ///
  /// ``Effect/dismiss`` of the child sets the optional to `nil`. When it becomes `nil`, by whatever means,
  /// the effects of the child are cancelled at once. An action for a child that does not exist is refused
  /// and reported as a ``RuntimeIssue``: this reducer does not see it.
  ///
  /// A value with another id replaces the child: the effects of the old child are cancelled in the same
  /// reduction. If the state of the child is not `Identifiable`, a value that replaces another is the same
  /// child, and a reply to the old child reaches the new one.
  ///
  /// A computed property, an entry of a collection (`\.rows[id: 1]`) and a property with observers are written once
  /// for an action of the child, and set to `nil` by a dismissal alone. An array in such a child is copied when it
  /// changes; in a stored property without observers it is changed in place.
  @inlinable @inline(__always)
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: @autoclosure @escaping @Sendable () -> WritableKeyPath<State, ChildState?> & Sendable,
    _ action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
    -> _Kernel.ReducerSequence<
      Scope<_Kernel.OptionalAccess<State, ChildState>, Action, Child>, Self
    >
  {
    _Kernel.ReducerSequence(Scope(_Kernel.OptionalAccess(state), action, child()), self)
  }

  /// Runs `child` while an optional is not `nil`; a value with another id is another child.
  @inlinable @inline(__always)
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: @autoclosure @escaping @Sendable () -> WritableKeyPath<State, ChildState?> & Sendable,
    _ action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
    -> _Kernel.ReducerSequence<
      Scope<_Kernel.IdentifiedAccess<_Kernel.OptionalAccess<State, ChildState>>, Action, Child>,
      Self
    > where ChildState: Identifiable, ChildState.ID: Sendable
  {
    _Kernel.ReducerSequence(
      Scope(_Kernel.IdentifiedAccess(_Kernel.OptionalAccess(state)), action, child()), self)
  }

  /// Runs `child` while enum state is in one case, before this reducer.
  ///
  ///     Reduce { … }.ifCaseLet(.main, .main) { Main() }
  ///
  /// When the state leaves the case, the effects of the child are cancelled at once. An action for
  /// another case is refused: this reducer does not see it. A payload with another id is another child, as
  /// for `ifLet`.
  @inlinable @inline(__always)
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CasePath<State, ChildState>,
    _ action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> _Kernel.ReducerSequence<Scope<_Kernel.CaseAccess<State, ChildState>, Action, Child>, Self> {
    _Kernel.ReducerSequence(Scope(_Kernel.CaseAccess(state), action, child()), self)
  }

  /// Runs `child` while enum state is in one case; a payload with another id is another child.
  @inlinable @inline(__always)
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CasePath<State, ChildState>,
    _ action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
    -> _Kernel.ReducerSequence<
      Scope<_Kernel.IdentifiedAccess<_Kernel.CaseAccess<State, ChildState>>, Action, Child>, Self
    > where ChildState: Identifiable, ChildState.ID: Sendable
  {
    _Kernel.ReducerSequence(
      Scope(_Kernel.IdentifiedAccess(_Kernel.CaseAccess(state)), action, child()), self)
  }

  /// Runs `child` on the element that an action is for, a screen of a ``StackState`` or a row of an
  /// ``IdentifiedArray``, before this reducer.
  ///
  ///     Reduce { … }.forEach(\.path, .path) { Path() }
  ///     Reduce { … }.forEach(\.rows, .row) { Row() }
  ///
  /// ``Effect/dismiss`` of a screen pops it and the screens above it; of a row, it dismisses the feature
  /// around the list. When an element is removed, by whatever means, its effects and those of its children
  /// are cancelled at once. An action for an element that does not exist is refused: this reducer does not
  /// see it.
  ///
  /// Complexity: O(1) in the number of elements; O(n) for a stack while its numbers differ from the positions.
  @inlinable @inline(__always)
  public func forEach<
    Elements: _ElementCollection, ChildAction, Child: Reducer<Elements.Element, ChildAction>
  >(
    _ elements: @autoclosure @escaping @Sendable () -> WritableKeyPath<State, Elements> & Sendable,
    _ action: CasePath<Action, ElementAction<Elements.ID, ChildAction>>,
    @ReducerBuilder<Elements.Element, ChildAction> child: () -> Child
  ) -> _Kernel.ReducerSequence<_Kernel.ForEach<State, Action, Elements, Child>, Self> {
    _Kernel.ReducerSequence(_Kernel.ForEach(elements, action, child()), self)
  }
}
