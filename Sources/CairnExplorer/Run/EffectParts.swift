/// The results of parts of effects.
@usableFromInline
final class EffectParts {
  /// The parts that have left no trace, by the history before them.
  var withoutTrace: Set<EffectKey> = []
  /// The result of the last part of each history of an effect with an input.
  private var behaviors: [EffectKey: PartBehavior] = [:]
  /// Whether an effect acted differently than an effect with the same input and history.
  @usableFromInline private(set) var hasOtherBehavior = false
  /// Whether a result was noted since ``takeNewBehavior()``.
  private var hasNewBehavior = false
  /// The effect whose last part was compared last, by its history.
  private var compared: [EffectKey: Int] = [:]

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

  func takeNewBehavior() -> Bool { exchange(&hasNewBehavior, with: false) }
}
