/// The parts of effects whose interactions are known.
@usableFromInline
final class EffectParts {
  /// Whether the part that follows a history commutes with all others; of an effect that was cancelled, if
  /// it is also its last part.
  private var commuting: [EffectKey: Bool] = [:]
  /// For a part that was not the last of its effect: the next part, if the effect is cancelled after it.
  private var whenCancelled: [EffectKey: EffectKey] = [:]
  /// The parts that have used memory or choices, or resumed another effect.
  private var interacting: Set<EffectKey> = []
  /// The result of the last part of each history of an effect with an input.
  private var behaviors: [EffectKey: PartBehavior] = [:]
  /// Whether an effect acted differently than an effect with the same input and history.
  @usableFromInline private(set) var hasOtherBehavior = false
  /// Whether a result or an interaction that matters for later steps was noted since ``takeNewBehavior()``.
  private var hasNewBehavior = false
  /// The effect whose last part was compared last, by its history.
  private var compared: [EffectKey: Int] = [:]

  /// Whether the part that follows a history is known to commute with all others.
  ///
  /// - Parameter isOrdered: whether a reduction of the step may cancel the effect. The part then also has to
  ///   commute with the cancellation: the effect does nothing else, whether it is cancelled before or after the
  ///   part. An effect that was cancelled before its first part does nothing.
  func commutes(_ key: EffectKey, isOrdered: Bool) -> Bool {
    guard commuting[key] == true else { return false }
    guard isOrdered, key.cancellation == .none else { return true }
    let isAloneBefore =
      key.history.resumptions == 0 || commuting[key.cancelled(wasReady: true)] == true
    return isAloneBefore && whenCancelled[key].map { commuting[$0] == true } ?? true
  }

  /// Whether a sleeping effect is known to do nothing else when it is cancelled, before or after it wakes.
  func endsAlone(_ key: EffectKey) -> Bool {
    [false, true].allSatisfy { commuting[key.cancelled(wasReady: $0)] == true }
  }

  /// Notes whether the part that follows a history commutes. A part that has interacted once never does: it may
  /// resume an effect that waits.
  ///
  /// - Parameter isReady: whether the effect can go on; `nil` if it has ended.
  func note(_ key: EffectKey, commutes: Bool, interacted: Bool, isReady: Bool?) {
    if interacted, interacting.insert(key).inserted { hasNewBehavior = true }
    commuting[key] = commutes && !interacting.contains(key)
    whenCancelled[key] = isReady.map { key.resumed.cancelled(wasReady: $0) }
  }

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

  func takeNewBehavior() -> Bool {
    defer { hasNewBehavior = false }
    return hasNewBehavior
  }
}
