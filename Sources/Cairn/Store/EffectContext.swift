/// On whose behalf an effect runs, and what ends it.
struct EffectContext<Action: Sendable>: Sendable {
  /// The action that returned the effect.
  let action: Action
  let actionNumber: Int
  /// The owner's `send` that it all began with.
  let root: Int
  var scope = EffectScope()
  var keys: [CancelKey] = []
  /// The concatenation that waits for the effect to end.
  var sequence: Int?
}

/// An id, in the scope in which it counts.
struct CancelKey: Hashable, Sendable {
  let scope: EffectScope
  let id: AnyID
}
