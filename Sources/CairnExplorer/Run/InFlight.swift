import Cairn
import CairnApp
import CairnSimulation

/// The identity of an effect in flight: effects with equal keys continue equally.
///
/// It depends on the source of the effect, and on its history. The time at which it continues depends on its remaining
/// sleep, which is part of the zone of all sleepers. The contents of the buffers of streams are not part of the key.
///
/// Comparing less merges distinct nodes. Example: two log-ins for different users have the same name
/// and action; without the source state one user gets the other's reply. Without the received
/// answers, the first reply takes the place of each later one.
struct EffectKey: Hashable {
  let source: EffectSource
  let isBackground: Bool
  let history: EffectHistory
  let sleepers: SleeperCount
  let cancellation: Cancellation
  /// Whether nothing receives what it sends, because it outlives its feature.
  let isOrphan: Bool

  /// Whether the effect was cancelled, after how many of its parts, and whether the next one was ready. If not, a
  /// wait ends with an error.
  enum Cancellation: Hashable {
    case none
    case after(parts: Int, wasReady: Bool)
  }
}

/// The number of a ``NamedResumer`` in the search.
struct ResumerNumber: Hashable, Sendable {
  let value: Int
}

/// An effect that resumed another one, as a ``Resumer``; equal on all paths.
struct NamedResumer: Hashable, Sendable {
  /// `nil` for an effect of no known reduction.
  let source: EffectSource?
  let history: EffectHistory
  let cancellation: EffectKey.Cancellation
}

/// The function that an effect runs.
enum EffectSource: Hashable, Sendable {
  /// That of the effect at a position among those that the reduction returned.
  case reduction(ReductionKey, position: [Int])
  /// That of an input, by the number of its ``DeclaredIdentity``.
  case input(Int)
}

/// The identity of an effect of which a part has not begun: the latest one that is throttled, or a
/// concatenation without some of its later parts.
struct WaitingKey: Hashable {
  let reduction: ReductionKey
  let position: [Int]
  /// The number of its action among those of a configuration; `nil` for a queued action.
  let group: Int?
  let cancelled: [CancelKey]
}

/// A concatenation in progress, by its number among those of a configuration, without the parts that were cancelled.
///
/// Equal actions start equal concatenations. They continue differently if one of them waits for two effects, or if each
/// waits for one. Effects of one action begin in order, also those of later stages.
struct SequenceKey: Hashable {
  let number: Int
  /// The number of its action among those of the configuration.
  let group: Int
  let cancelled: [CancelKey]
}

/// The number of tasks that sleep for a duration, and without end.
struct SleeperCount: Hashable {
  var timed = 0
  var endless = 0
}

/// A reduction: the numbers of the state before it and of the action, and what the reducer has seen besides.
struct ReductionKey: Hashable, Sendable {
  let state: Int
  let action: Int
  let seen: [AnyID]
  var times: [Duration] = []
  /// The number of the state after it, if an effect of the action dismissed its feature. No reducer has received the
  /// action, and two effects of one action can dismiss two features. `nil` for another reduction.
  let dismissal: Int?
}

/// A reduction, and the stack generations in its state, in its action and in the state after it.
struct ReductionIdentity {
  var key: ReductionKey
  let generations: [UInt64]
}

/// The effects in flight at a node, without the times at which they wake.
@usableFromInline
struct InFlightKey: Hashable {
  var effects: [EffectKey] = []
  /// The effects of which a part has not begun.
  var waiting: [WaitingKey] = []
  /// The concatenations that wait for each effect.
  var sequences: [[SequenceKey]] = []
  /// The sleepers that belong to no effect.
  var sleepers = SleeperCount()
  /// The screens, from the root up, from which each effect was started; empty if from none.
  var screens: [[String]] = []

  var isEmpty: Bool { effects.isEmpty && waiting.isEmpty && sleepers == SleeperCount() }

  /// Whether an effect is in flight that is not a background effect.
  @usableFromInline var isWaiting: Bool { effects.contains { !$0.isBackground } }

  /// Whether time passes for an effect that is not a background effect.
  var isSleeping: Bool { effects.contains { !$0.isBackground && $0.sleepers.timed > 0 } }

  var hasTimer: Bool { sleepers.timed > 0 || effects.contains { $0.sleepers.timed > 0 } }

  var isAtRest: Bool { !hasTimer && !isWaiting }

  /// Whether an effect is in flight whose screen is not among these, from the root up.
  ///
  /// Others may have been pushed or popped beneath it. Of screens with one id, those on top are gone first.
  @usableFromInline
  func isLeaked(beneath ids: [String]) -> Bool {
    screens.contains { origin in
      guard let own = origin.last else { return false }
      return ids.count { $0 == own } < origin.count { $0 == own }
    }
  }
}

/// Everything on which the rest of a step depends, between two parts of the work.
struct Configuration: Hashable {
  struct Effect: Hashable {
    let key: EffectKey
    /// The number of its action, if effects of that action have not begun or may begin later: they begin in order.
    let group: Int?
    let sleepers: [Sleeper]
  }

  struct Sleeper: Hashable {
    /// The number of a sleeper that slept before the step.
    let number: Int?
    /// `nil` without a deadline.
    let remaining: Duration?
  }

  /// A queued action: the effect that sent it, or the part of an effect that it is.
  struct Queued: Hashable {
    let sender: Effect?
    var followUp: WaitingKey?
    var isDismissal = false
  }

  /// The number of the state.
  let state: Int
  let memory: WorldMemory.Snapshot
  let time: Duration
  /// The number of options, and whether one is to wake no further sleeper.
  let options: Int
  let canWait: Bool
  /// The effects in flight, in the order in which they were started.
  var effects: [Effect?] = []
  /// The effects of which a part has not begun.
  var waiting: [WaitingKey] = []
  /// The concatenations that wait for each effect or queued action.
  var sequences: [[SequenceKey]] = []
  var queue: [Queued] = []
  /// The effects of the ready tasks, and the numbers of these tasks. Any of them may run next.
  var ready: [Effect?: Int] = [:]
  /// The pattern of the stack generations in all of these.
  var ids: [Int] = []
  var hasStartedEffects = false
  var hasReadClock = false
  var issues = 0
  var violated: Set<Int> = []
}

// The parts of effects that have not begun, as values: a search compares them. Hashing one finds the stack
// generations in it.

/// An effect of which a part has not begun, without the parts that were cancelled.
struct WaitingEffect: Sendable {
  /// The number of the action that returned it.
  let actionNumber: Int
  /// Its position among the effects of that action.
  let position: [Int]
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

  /// The actions of an effect in the queue; `nil` for a dismissal, whose action is that of the effect.
  func queuedActions(ofEffect number: Int) -> [Action?] {
    zip(queueEntries, queuedSenders).filter { $1 == number }
      .map { entry, _ in entry.isDismissal ? nil : entry.action }
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

  /// The concatenations that wait for each of these effects, for each throttled effect that waits, and for each queued
  /// action, from the inside. They are numbered in the order in which they occur. Empty without concatenations.
  func sequences(around effects: [Int], _ groups: inout [Int: Int]) -> [[SequenceKey]] {
    guard !machine.sequences.isEmpty else { return [] }
    var numbers: [Int: Int] = [:]
    func keys(from first: Int?) -> [SequenceKey] {
      var keys: [SequenceKey] = []
      var next = first
      while let number = next, let sequence = machine.sequences[number] {
        let metadata = sequence.context.metadata
        keys.append(
          SequenceKey(
            number: numbers.number(of: number), group: groups.number(of: metadata.actionNumber),
            cancelled: sequence.removed.map(\.withStackIDs)))
        next = metadata.sequence
      }
      return keys
    }
    let own = effects.map { machine.effects[$0]?.metadata.sequence }
    let throttled = machine.throttles.compactMap { $0.latest?.context.metadata }.map(\.sequence)
    return (own + throttled + queueEntries.map { $0.metadata?.sequence }).map(keys)
  }

  /// The tokens of everything that starts when an effect ends; `nil` if it contains an operation without an
  /// input, or a throttled effect.
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
