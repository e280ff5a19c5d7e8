// The effect of a child can be a part of one of its parent: of a later stage or a throttled effect. A reducer that
// wraps another makes it so. It ends with the child before it begins.
extension Machine {
  /// Counts a concatenation that has left the table.
  mutating func uncount(_ sequence: EffectSequence<Action>) {
    uncount(sequence.context.metadata.scope)
    for feature in sequence.held { uncount(feature) }
  }

  /// Ends the parts of features that effects of other features hold back. When such a part begins, only an effect that
  /// outlives its feature does, also if another feature is then at the place. O(n).
  mutating func endHeldParts(of features: Set<_Kernel.EffectScope>) {
    for number in sequences.numbers {
      guard let held = sequences[number]?.held, !held.isEmpty else { continue }
      for feature in held where features.contains(feature) {
        removeStages(of: CancelKey(scope: feature, id: .feature), in: number)
        uncount(feature)
      }
      sequences[number]?.held = held.filter { !features.contains($0) }
    }
    for index in throttles.indices {
      for feature in throttles[index].held where features.contains(feature) {
        let key = CancelKey(scope: feature, id: .feature)
        guard let (effect, context) = throttles[index].latest,
          let rest = effect.removing(key, in: context.metadata.scope)
        else { continue }
        _ = setLatest((rest, context), at: index)
        throttles[index].removed.append(key)
      }
    }
  }
}

extension Effect {
  /// The features around parts of the effect that can be removed before these begin.
  func features(in scope: _Kernel.EffectScope) -> [_Kernel.EffectScope] {
    switch kind {
    case .none, .undelivered, .send, .run, .cancel, .dismiss, .end: return []
    case .merge(let effects), .concatenate(let effects):
      return effects.flatMap { $0.features(in: scope) }
    case .cancellable(_, _, let effect), .throttle(_, _, _, let effect), .background(let effect),
      .shielded(let effect):
      return effect.features(in: scope)
    case .within(let component, let effect):
      let feature = scope.within(component)
      return component.isEnded ? [] : [feature] + effect.features(in: feature)
    }
  }
}
