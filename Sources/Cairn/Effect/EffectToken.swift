/// A part of an effect, without closures: effects with equal tokens do the same, if every operation depends
/// on its input alone.
package enum EffectToken: Hashable, Sendable {
  case none
  /// The number of the action.
  case send(Int)
  case run(name: String, input: AnyID, isBackground: Bool, isShielded: Bool)
  /// The number of branches, which follow.
  case merge(Int)
  /// The number of stages, which follow.
  case concatenate(Int)
  case cancel(AnyID)
  /// The number of the action that returned the effect.
  case dismiss(Int)
  case end(_Kernel.EffectScope.Component)
  case cancellable(AnyID, cancelInFlight: Bool)
  case within(_Kernel.EffectScope.Component)
  /// A concatenation, whose later stages follow, and the number of pending parts of its present stage.
  case sequence(_Kernel.EffectScope, [CancelKey], pending: Int)
}

extension Machine {
  /// The tokens of everything that starts when an effect ends; `nil` if it contains an operation without an
  /// input, or a throttled effect.
  ///
  /// - Parameter number: numbers actions, equal ones equally.
  package func continuation(of effect: Int, _ number: (Action) -> Int) -> [EffectToken]? {
    guard throttles.windows.isEmpty else { return nil }
    var tokens: [EffectToken] = []
    var sequence = effects[effect]?.metadata.sequence
    while let next = sequence, let entry = sequences.entries[next] {
      let metadata = entry.context.metadata
      guard entry.removed.isEmpty else { return nil }
      tokens.append(.sequence(metadata.scope, metadata.keys, pending: entry.pending))
      for stage in entry.stages[entry.nextStage...] {
        guard let stage = stage.tokens(of: entry.context.action, number) else { return nil }
        tokens += stage
      }
      sequence = metadata.sequence
    }
    return tokens
  }
}

extension Effect {
  fileprivate func tokens(of action: Action, _ number: (Action) -> Int) -> [EffectToken]? {
    func all(_ effects: [Effect], after first: EffectToken) -> [EffectToken]? {
      effects.reduce([first]) { tokens, effect in
        guard let tokens, let own = effect.tokens(of: action, number) else { return nil }
        return tokens + own
      }
    }
    switch kind {
    case .none, .undelivered: return [.none]
    case .send(let action): return [.send(number(action))]
    case .run(let operation):
      return operation.input.map { input in
        [
          .run(
            name: operation.name, input: input.value, isBackground: operation.isBackground,
            isShielded: operation.isShielded)
        ]
      }
    case .merge(let effects): return all(effects, after: .merge(effects.count))
    case .concatenate(let effects): return all(effects, after: .concatenate(effects.count))
    case .cancel(let id): return [.cancel(id)]
    case .dismiss: return [.dismiss(number(action))]
    case .end(let component): return [.end(component)]
    case .cancellable(let id, let cancelInFlight, let effect):
      return all([effect], after: .cancellable(id, cancelInFlight: cancelInFlight))
    case .throttle: return nil
    case .within(let component, let effect): return all([effect], after: .within(component))
    }
  }
}
