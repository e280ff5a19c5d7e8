/// Runs a child reducer on a part of the parent's state: a property, or one case of an enum.
///
///     Scope(\.login, .login) { Login() }      // struct state
///     Scope(.terms, .terms) { Terms() }       // enum state
///
/// Effects that the child starts belong to the child: their ids are its own, and where the state
/// is an enum they are cancelled when its case is left. An action for a case that the state is
/// not in changes nothing.
public struct Scope<Place: ChildAccess, ParentAction: Sendable, Child: Reducer>: Reducer
where Place.Child == Child.State {
  @usableFromInline let place: Place
  @usableFromInline let action: CasePath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  @inlinable @inline(__always)
  public init<Parent, ChildState, ChildAction>(
    _ state: WritableKeyPath<Parent, ChildState> & Sendable,
    _ action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
  where
    Place == PropertyAccess<Parent, ChildState>, Child: Reducer<ChildState, ChildAction>
  {
    self.init(PropertyAccess(state), action, child())
  }

  @inlinable @inline(__always)
  public init<Parent, ChildState, ChildAction>(
    _ state: CasePath<Parent, ChildState>,
    _ action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  )
  where Place == CaseAccess<Parent, ChildState>, Child: Reducer<ChildState, ChildAction> {
    self.init(CaseAccess(state), action, child())
  }

  @inlinable @inline(__always)
  init(_ place: Place, _ action: CasePath<ParentAction, Child.Action>, _ child: consuming Child) {
    self.place = place
    self.action = action
    self.child = child
  }

  @inlinable @inline(__always)
  public func reduce(
    into state: inout Place.Parent, action parentAction: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = action.extract(parentAction) else { return .none }
    return place.reduce(
      child, into: &state, action: childAction, component: EffectScope.Component(action.site),
      embed: action.embed)
  }

  @inlinable @inline(__always)
  public func missingRecipient(
    of parentAction: ParentAction, in state: Place.Parent
  ) -> MissingRecipient? {
    guard let childAction = action.extract(parentAction) else { return nil }
    return place.missingRecipient(child, of: childAction, in: state)
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Subpath, in state: Place.Parent) -> Bool {
    guard scope.first == EffectScope.Component(action.site) else { return false }
    return place.hasEnded(child, scope, in: state)
  }
}
