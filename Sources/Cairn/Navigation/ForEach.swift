/// Runs a reducer on the element of a collection that an action names; see `Reducer.forEach`.
public struct ForEach<
  Parent, ParentAction: Sendable, Elements: ElementCollection, Child: Reducer
>: Reducer where Child.State == Elements.Element {
  @usableFromInline let elements: WritableKeyPath<Parent, Elements> & Sendable
  @usableFromInline let action: CasePath<ParentAction, ElementAction<Elements.ID, Child.Action>>
  @usableFromInline let child: Child

  @inlinable @inline(__always)
  init(
    _ elements: WritableKeyPath<Parent, Elements> & Sendable,
    _ action: CasePath<ParentAction, ElementAction<Elements.ID, Child.Action>>,
    _ child: consuming Child
  ) {
    self.elements = elements
    self.action = action
    self.child = child
  }

  @inlinable @inline(__always)
  public func reduce(
    into state: inout Parent, action parentAction: ParentAction
  ) -> Effect<ParentAction> {
    guard case .element(let id, let childAction) = action.extract(parentAction) else {
      return .none
    }
    let outcome = state[keyPath: elements].modify(element: id) { [child] element, identity in
      (child.reduce(into: &element, action: childAction), identity)
    }
    guard let (effect, identity) = outcome else { return .undelivered }
    guard !effect.isNone else { return .none }
    let isDismissed = effect.dismisses && state[keyPath: elements].dismiss(identity)
    return effect.of(
      child: EffectScope.Slot(action.site, element: identity),
      embed: Self.embedding(identity, action.embed), isDismissed: isDismissed)
  }

  @inlinable @inline(never)
  static func embedding(
    _ identity: Elements.Identity,
    _ embed: @escaping @Sendable (ElementAction<Elements.ID, Child.Action>) -> ParentAction
  ) -> @Sendable (Child.Action) -> ParentAction {
    let id = Elements.id(of: identity)
    return { embed(.element(id: id, action: $0)) }
  }

  @inlinable @inline(__always)
  public func missingRecipient(
    of parentAction: ParentAction, in state: Parent
  ) -> MissingRecipient? {
    guard case .element(let id, let childAction) = action.extract(parentAction) else {
      return nil
    }
    guard let identity = state[keyPath: elements].identity(of: id),
      let element = state[keyPath: elements].element(identity)
    else { return missing(id, from: state) }
    return child.missingRecipient(of: childAction, in: element)
  }

  @usableFromInline
  func missing(_ id: Elements.ID, from state: Parent) -> MissingRecipient {
    MissingRecipient(state[keyPath: elements].missing(id, at: "\(elements)"))
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Rest, in state: Parent) -> Bool {
    guard let identity = scope.first?.element(at: action.site, as: Elements.Identity.self) else {
      return false
    }
    guard let element = state[keyPath: elements].element(identity) else { return true }
    return child.hasEnded(scope.dropFirst(), in: element)
  }
}
