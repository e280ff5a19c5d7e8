/// On whose behalf an effect runs, and what ends it.
@usableFromInline
struct EffectContext<Action: Sendable>: Sendable {
  /// The action that returned the effect.
  @usableFromInline let action: Action
  @usableFromInline var terms: EffectTerms

  @inlinable
  init(action: Action, terms: EffectTerms) {
    self.action = action
    self.terms = terms
  }

  /// The context of a part, by its number among those beside it.
  @inlinable
  func part(_ number: Int) -> EffectContext {
    var part = self
    part.terms.place.append(number)
    return part
  }
}

/// What there is to say of an effect, whatever its action.
@usableFromInline
struct EffectTerms: Sendable {
  @usableFromInline let actionNumber: Int
  /// The owner's `send` that it all began with.
  @usableFromInline let root: Int
  /// Which of the effects that the action returned: on the way down to it, the number of each
  /// branch of what goes on together, and of each stage of a concatenation.
  @usableFromInline var place: [Int] = []
  @usableFromInline var scope = EffectScope()
  @usableFromInline var keys: [CancelKey] = []
  /// The concatenation that waits for the effect to end.
  @usableFromInline var sequence: Int?

  @inlinable
  init(actionNumber: Int, root: Int) {
    self.actionNumber = actionNumber
    self.root = root
  }
}

/// An id, in the scope in which it counts.
@usableFromInline
struct CancelKey: Hashable, Sendable {
  @usableFromInline let scope: EffectScope
  @usableFromInline let id: AnyID

  @inlinable
  init(scope: EffectScope, id: AnyID) {
    self.scope = scope
    self.id = id
  }
}
