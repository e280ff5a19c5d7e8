import Cairn
import CairnApp

// The parts of effects that have not begun, as values: a search compares them. Hashing one finds the stack
// generations in it.

/// An effect of which a part has not begun, without the parts that were cancelled.
struct WaitingEffect: Sendable {
  /// The number of the action that returned it.
  let actionNumber: Int
  /// Its position among the effects of that action.
  let position: [Int]
  /// The cancelled ids.
  let cancelled: [CancelKey]

  fileprivate init(_ metadata: EffectMetadata, without cancelled: [CancelKey]) {
    actionNumber = metadata.actionNumber
    position = metadata.indexPath
    self.cancelled = cancelled.map(\.withStackIDs)
  }
}

/// The identity of an effect that depends on its input alone.
struct DeclaredIdentity: Hashable, Sendable {
  let name: String
  fileprivate let input: AnyID
  /// The feature that receives its actions.
  fileprivate let scope: _Kernel.EffectScope
  fileprivate let keys: [CancelKey]
  /// Everything that starts when the effect ends.
  var next: [EffectToken] = []
}

/// A part of an effect, without closures: effects with equal tokens do the same, if every operation depends
/// on its input alone.
enum EffectToken: Hashable, Sendable {
  case none
  /// The number of the action.
  case send(Int)
  case run(name: String, input: AnyID)
  /// The number of branches, which follow.
  case merge(Int)
  /// The number of stages, which follow.
  case concatenate(Int)
  case cancel(AnyID)
  /// The number of the action that returned the effect.
  case dismiss(Int)
  case end(_Kernel.EffectScope.Component)
  case cancellable(AnyID, cancelInFlight: Bool)
  case background
  case shielded
  case within(_Kernel.EffectScope.Component)
  /// A concatenation, whose later stages follow, and the number of pending parts of its present stage.
  case sequence(
    _Kernel.EffectScope, [CancelKey], pending: Int, isBackground: Bool, isShielded: Bool)
}

extension RunningEffect {
  /// The identity of an effect with an input, without what starts when it ends.
  var declaredIdentity: DeclaredIdentity? {
    operation.input.map { input in
      DeclaredIdentity(
        name: name, input: input.value, scope: metadata.scope.withStackIDs,
        keys: metadata.keys.map(\.withStackIDs))
    }
  }
}

extension Store {
  func isInFlight(_ effect: Int) -> Bool { machine.effects[effect] != nil }

  /// The numbers of the effects that sent the queued actions, in order; `nil` for another sender.
  var queuedSenders: [Int?] {
    queueEntries.map { if case .effect(_, let number) = $0.origin { number } else { nil } }
  }

  /// The follow-ups in the queue, and `nil` for each action of another sender.
  var queuedFollowUps: [(effect: WaitingEffect, isDismissal: Bool)?] {
    zip(queueEntries, queuedSenders).map { entry, sender in
      guard sender == nil, let metadata = entry.metadata else { return nil }
      return (WaitingEffect(metadata, without: []), entry.isDismissal)
    }
  }

  /// The queued actions of an effect, in order.
  func queuedActions(ofEffect number: Int) -> [Action] {
    zip(queueEntries, queuedSenders).filter { $1 == number }.map(\.0.action)
  }

  /// Whether something starts when this effect ends.
  func isAwaited(_ effect: Int) -> Bool {
    machine.effects[effect].map(machine.isAwaited) ?? false
  }

  /// The throttled effects that wait for the end of a window, and the concatenations of which later parts
  /// were cancelled.
  var waitingEffects: [WaitingEffect] {
    guard !machine.throttles.isEmpty || !machine.sequences.isEmpty else { return [] }
    let throttled = machine.throttles.compactMap { window in
      window.latest.map { WaitingEffect($0.context.metadata, without: window.removed) }
    }
    let shortened = machine.sequences.values.filter { !$0.removed.isEmpty }
    return throttled + shortened.map { WaitingEffect($0.context.metadata, without: $0.removed) }
  }

  /// The tokens of everything that starts when an effect ends; `nil` if it contains an operation without an
  /// input, or a throttled effect.
  ///
  /// - Parameter number: numbers actions, equal ones equally.
  func continuation(of effect: Int, _ number: (Action) -> Int) -> [EffectToken]? {
    guard machine.throttles.isEmpty else { return nil }
    var tokens: [EffectToken] = []
    var next = machine.effects[effect]?.metadata.sequence
    while let sequence = next.flatMap({ machine.sequences[$0] }) {
      let metadata = sequence.context.metadata
      guard sequence.removed.isEmpty else { return nil }
      tokens.append(
        .sequence(
          metadata.scope.withStackIDs, metadata.keys.map(\.withStackIDs), pending: sequence.pending,
          isBackground: metadata.isBackground, isShielded: metadata.isShielded))
      for stage in sequence.stages[sequence.nextStage...] {
        guard let stage = stage.tokens(of: sequence.context.action, number) else { return nil }
        tokens += stage
      }
      next = metadata.sequence
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
      return operation.input.map { [.run(name: operation.name.text, input: $0.value)] }
    case .merge(let effects): return all(effects, after: .merge(effects.count))
    case .concatenate(let effects): return all(effects, after: .concatenate(effects.count))
    case .cancel(let id): return [.cancel(id)]
    case .dismiss: return [.dismiss(number(action))]
    case .end(let component): return [.end(component.withStackID)]
    case .cancellable(let id, let cancelInFlight, let effect):
      return all([effect], after: .cancellable(id, cancelInFlight: cancelInFlight))
    case .throttle: return nil
    case .background(let effect): return all([effect], after: .background)
    case .shielded(let effect): return all([effect], after: .shielded)
    case .within(let component, let effect):
      return all([effect], after: .within(component.withStackID))
    }
  }
}
