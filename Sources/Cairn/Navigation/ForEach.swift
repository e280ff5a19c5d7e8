/// Runs a reducer on the screen of a stack that an action is for; see `Reducer.forEach`.
public struct ForEach<Parent, ParentAction: Sendable, Screen: Reducer>: Reducer {
  @usableFromInline let stack: WritableKeyPath<Parent, StackState<Screen.State>> & Sendable
  @usableFromInline let action: CasePath<ParentAction, StackAction<Screen.Action>>
  @usableFromInline let screen: Screen

  @inlinable
  init(
    _ stack: WritableKeyPath<Parent, StackState<Screen.State>> & Sendable,
    _ action: CasePath<ParentAction, StackAction<Screen.Action>>,
    _ screen: Screen
  ) {
    self.stack = stack
    self.action = action
    self.screen = screen
  }

  @inlinable
  public func reduce(
    into state: inout Parent, action parentAction: ParentAction
  ) -> Effect<ParentAction> {
    guard case .element(let id, let screenAction) = action.extract(parentAction),
      let id = state[keyPath: stack].resolve(id)
    else { return .none }
    let embed = action.embed
    return ScreenPlace(stack, id).reduce(screen, into: &state, action: screenAction) {
      embed(.element(id: id, action: $0))
    }
  }

  @inlinable
  public func missingRecipient(
    of parentAction: ParentAction, in state: Parent
  ) -> MissingRecipient? {
    guard case .element(let id, let screenAction) = action.extract(parentAction) else {
      return nil
    }
    return ScreenPlace(stack, id).missingRecipient(screen, of: screenAction, in: state)
  }

  @inlinable
  public func hasEnded(_ scope: EffectScope.Rest, in state: Parent) -> Bool {
    guard let id = scope.first?.screen(of: stack) else { return false }
    return ScreenPlace(stack, id).hasEnded(screen, scope, in: state)
  }
}

/// A child that is one screen of a stack. `dismiss` pops it and those above it.
@usableFromInline
struct ScreenPlace<Parent, Child>: ChildPlace {
  @usableFromInline let stack: WritableKeyPath<Parent, StackState<Child>> & Sendable
  @usableFromInline let id: StackID

  @inlinable
  init(_ stack: WritableKeyPath<Parent, StackState<Child>> & Sendable, _ id: StackID) {
    self.stack = stack
    self.id = id
  }

  @inlinable var slot: EffectScope.Slot { .screen(stack, id) }

  @inlinable
  func child(in parent: Parent) -> Child? { parent[keyPath: stack][id: id] }

  @inlinable
  func modify<Result>(_ parent: inout Parent, _ change: (inout Child) -> Result) -> Result? {
    parent[keyPath: stack].modify(id, change)
  }

  @inlinable
  func dismiss(from parent: inout Parent) -> Bool {
    parent[keyPath: stack].pop(from: id)
    return true
  }

  @usableFromInline
  func missing(from parent: Parent) -> MissingRecipient {
    let live = parent[keyPath: stack]
    let screens = live.ids.map { "\($0) \(live[id: $0].map(caseName) ?? "")" }
    let list = screens.isEmpty ? "it is empty" : "it holds " + screens.joined(separator: ", ")
    let isReplaced = live.indices.contains(id.number)
    let what = isReplaced ? "was replaced by another in" : "is not in"
    return MissingRecipient("screen \(id) \(what) \(stack): \(list)")
  }
}
