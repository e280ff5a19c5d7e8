/// Runs a reducer on the element of a collection that an action is for; see `Reducer.forEach`.
public struct ForEach<
  Parent, ParentAction: Sendable, Elements: ElementCollection, Child: Reducer
>: Reducer where Child.State == Elements.Element {
  @usableFromInline let elements: WritableKeyPath<Parent, Elements> & Sendable
  @usableFromInline let action: CasePath<ParentAction, ElementAction<Elements.ID, Child.Action>>
  @usableFromInline let child: Child

  @inlinable
  init(
    _ elements: WritableKeyPath<Parent, Elements> & Sendable,
    _ action: CasePath<ParentAction, ElementAction<Elements.ID, Child.Action>>,
    _ child: Child
  ) {
    self.elements = elements
    self.action = action
    self.child = child
  }

  @inlinable
  public func reduce(
    into state: inout Parent, action parentAction: ParentAction
  ) -> Effect<ParentAction> {
    guard case .element(let id, let childAction) = action.extract(parentAction),
      let identity = state[keyPath: elements].identity(of: id)
    else { return .none }
    return ElementPlace(elements, identity).reduce(
      child, into: &state, action: childAction, embed: embedding(identity))
  }

  @inlinable
  func embedding(_ identity: Elements.Identity) -> @Sendable (Child.Action) -> ParentAction {
    let id = Elements.id(of: identity)
    return { [embed = action.embed] in embed(.element(id: id, action: $0)) }
  }

  @inlinable
  public func missingRecipient(
    of parentAction: ParentAction, in state: Parent
  ) -> MissingRecipient? {
    guard case .element(let id, let childAction) = action.extract(parentAction) else {
      return nil
    }
    guard let identity = state[keyPath: elements].identity(of: id) else {
      return MissingRecipient(state[keyPath: elements].missing(id, at: "\(elements)"))
    }
    return ElementPlace(elements, identity).missingRecipient(child, of: childAction, in: state)
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Rest, in state: Parent) -> Bool {
    guard let identity = scope.first?.element(of: elements, as: Elements.Identity.self) else {
      return false
    }
    return ElementPlace(elements, identity).hasEnded(child, scope, in: state)
  }
}

/// A child that is one element of a collection.
@usableFromInline
struct ElementPlace<Parent, Elements: ElementCollection>: ChildPlace {
  @usableFromInline let elements: WritableKeyPath<Parent, Elements> & Sendable
  @usableFromInline let identity: Elements.Identity

  @inlinable
  init(
    _ elements: WritableKeyPath<Parent, Elements> & Sendable, _ identity: Elements.Identity
  ) {
    self.elements = elements
    self.identity = identity
  }

  @inlinable var slot: EffectScope.Slot { .element(elements, identity) }

  @inlinable
  func child(in parent: Parent) -> Elements.Element? { parent[keyPath: elements].element(identity) }

  @inlinable
  func modify<Result>(
    _ parent: inout Parent, _ change: (inout Elements.Element) -> Result
  ) -> Result? {
    parent[keyPath: elements].modify(identity, change)
  }

  @inlinable
  func dismiss(from parent: inout Parent) -> Bool {
    parent[keyPath: elements].dismiss(identity)
  }

  @usableFromInline
  func missing(from parent: Parent) -> MissingRecipient {
    let id = Elements.id(of: identity)
    return MissingRecipient(parent[keyPath: elements].missing(id, at: "\(elements)"))
  }
}
