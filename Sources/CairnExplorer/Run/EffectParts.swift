/// The parts of effects whose interactions are known.
@usableFromInline
final class EffectParts {
  /// Whether the part that follows a history commutes with all others; of an effect that was cancelled, if
  /// it is also its last part.
  private var commuting: [EffectKey: Bool] = [:]
  /// The result of the last part of each history of an effect with an input.
  private var behaviors: [EffectKey: PartBehavior] = [:]
  /// Whether an effect acted differently than an effect with the same input and history.
  @usableFromInline private(set) var hasOtherBehavior = false
  /// Whether a result was noted that others are compared with, since ``takeNewBehavior()``.
  private var hasNewBehavior = false
  /// The effect whose last part was compared last, by its history.
  private var compared: [EffectKey: Int] = [:]

  /// Whether the part that follows a history is known to commute with all others.
  ///
  /// - Parameter isOrdered: whether a reduction of the step may cancel the effect. The part then also has to
  ///   commute if the effect was cancelled before. An effect that was cancelled before its first part does
  ///   nothing.
  func commutes(_ key: EffectKey, isOrdered: Bool) -> Bool {
    guard commuting[key] == true else { return false }
    return key.cancellation != .none || !isOrdered || key.history.resumptions == 0
      || commuting[key.cancelled(wasReady: true)] == true
  }

  /// Whether a sleeping effect is known to do nothing else when it is cancelled, before or after it wakes.
  func endsAlone(_ key: EffectKey) -> Bool {
    [false, true].allSatisfy { commuting[key.cancelled(wasReady: $0)] == true }
  }

  /// Notes whether the part that follows a history commutes.
  func note(_ key: EffectKey, commutes: Bool) { commuting[key] = commutes }

  /// Whether the last part of this history was last compared for another effect. An effect that repeats its
  /// past has the same parts.
  func isNew(_ instance: Int, _ key: EffectKey) -> Bool {
    compared.updateValue(instance, forKey: key) != instance
  }

  /// Whether the last part of this history had the same result before, or is new.
  func isKnown(_ behavior: PartBehavior, of key: EffectKey) -> Bool {
    guard let known = behaviors[key] else {
      behaviors[key] = behavior
      hasNewBehavior = true
      return true
    }
    if known != behavior { hasOtherBehavior = true }
    return known == behavior
  }

  /// Whether a result was noted since the last call with which those of other effects are compared.
  func takeNewBehavior() -> Bool {
    defer { hasNewBehavior = false }
    return hasNewBehavior
  }
}
