/// The stepping core: an action goes in, the list of effects to start and to cancel comes out.
///
/// A plain value without a task, a clock or a lock. The store, the test store, the trail player
/// and the explorer are shells over it; they differ in when they call ``step()`` and in what they
/// do with the answer.
///
///     var machine = Machine(Counter.State(), reducer: Counter())
///     machine.enqueue(.increment)
///     let step = machine.step()
///
/// Guarantees: one action at a time, first in, first out; an action of an effect that was
/// cancelled, or whose feature is gone, is never reduced; an action for a screen that is not there
/// changes nothing.
public struct Machine<State, Action: Sendable> {
  public internal(set) var state: State

  private let reduce: (inout State, Action) -> Effect<Action>
  private let missingRecipient: (Action, State) -> MissingRecipient?
  private let hasEnded: (EffectScope.Rest, State) -> Bool

  private var queue = ActionQueue<Action>()
  private var effects = EffectTable<Action>()
  private var lastActionNumber = 0

  public init(_ state: State, reducer: some Reducer<State, Action>) {
    self.state = state
    reduce = { reducer.reduce(into: &$0, action: $1) }
    missingRecipient = { reducer.missingRecipient(of: $0, in: $1) }
    hasEnded = { reducer.hasEnded($0, in: $1) }
  }

  /// The effects in flight, in the order in which they were started.
  public var running: [RunningEffect<Action>] { effects.all }

  /// Whether nothing is queued and no effect but background ones is in flight.
  public var isIdle: Bool { queue.isEmpty && effects.foregroundCount == 0 }

  /// Whether anything waits in the queue.
  public var hasQueued: Bool { !queue.isEmpty }

  /// The actions that wait to be reduced, in order.
  public var queued: [Action] { queue.actions }

  /// Puts an action of the owner at the end of the queue.
  public mutating func enqueue(_ action: Action) {
    queue.append(QueuedAction(action: action, origin: .owner))
  }

  /// Puts a reply of an effect in flight at the end of the queue; `false`, and nothing is done,
  /// if that effect was cancelled. The ticket comes back in a step once the reply is settled.
  mutating func enqueue(_ action: Action, from effect: Int, ticket: Int) -> Bool {
    guard let effect = effects[effect] else { return false }
    queue.append(
      QueuedAction(
        action: action, origin: .effect(name: effect.name, number: effect.number),
        scope: effect.scope, keys: effect.keys, ticket: ticket))
    return true
  }

  /// Notes that an effect has ended by itself.
  mutating func finish(_ effect: Int) { effects.remove(effect) }

  /// Puts another state in place of the current one, forgets what is queued and ends all effects,
  /// whose numbers it returns.
  public mutating func restore(_ state: State) -> [Int] {
    self.state = state
    queue = ActionQueue()
    return effects.removeAll { _ in true }
  }

  /// Reduces the first action of the queue; `nil` if it is empty.
  public mutating func step() -> Step<Action>? {
    guard let next = queue.popFirst() else { return nil }
    lastActionNumber += 1
    var step = Step(number: lastActionNumber, action: next.action, origin: next.origin)
    if let ticket = next.ticket { step.settled.append(ticket) }
    if let missing = missingRecipient(next.action, state) {
      step.outcome = .undelivered(missing)
    } else {
      let effect = reduce(&state, next.action)
      if !effect.isNone { interpret(effect, EffectScope(), [], &step) }
      if !effects.isEmpty || !queue.scopes.isEmpty {
        end(in: &step) { [hasEnded, state] scope in
          !scope.isRoot && hasEnded(scope.slots[...], state)
        }
      }
    }
    return step
  }

  private mutating func interpret(
    _ effect: Effect<Action>, _ scope: EffectScope, _ keys: [CancelKey], _ step: inout Step<Action>
  ) {
    switch effect.kind {
    case .none:
      return
    case .send(let action):
      queue.append(
        QueuedAction(
          action: action, origin: .effect(name: "send", number: nil), scope: scope, keys: keys))
    case .run(let operation):
      let running = effects.insert(
        operation, startedBy: step.action, step.number, scope: scope, keys: keys)
      step.started.append(running)
    case .merge(let effects):
      for effect in effects { interpret(effect, scope, keys, &step) }
    case .cancel(let id):
      let key = CancelKey(scope: scope, id: id)
      cancel(key, in: &step)
    case .dismiss:
      step.dismissedRoot = true
    case .end(let slot):
      let ended = scope.within(slot)
      end(in: &step) { $0.starts(with: ended) }
    case .cancellable(let id, let cancelInFlight, let effect):
      let key = CancelKey(scope: scope, id: id)
      if cancelInFlight { cancel(key, in: &step) }
      interpret(effect, scope, keys + [key], &step)
    case .within(let slot, let effect):
      interpret(effect, scope.within(slot), keys, &step)
    }
  }

  private mutating func cancel(_ key: CancelKey, in step: inout Step<Action>) {
    note(effects.removeAll(with: key), in: &step)
    drop(in: &step) { $0.keys.contains(key) }
  }

  /// Cancels the effects of features that have ended and drops what they have sent, so that a
  /// feature that comes to stand in the same place gets none of it.
  private mutating func end(in step: inout Step<Action>, where ended: (EffectScope) -> Bool) {
    note(effects.removeAll(where: ended), in: &step)
    let gone = Set(queue.scopes.filter(ended))
    if !gone.isEmpty { drop(in: &step) { gone.contains($0.scope) } }
  }

  /// An effect that is cancelled by the step that starts it never begins.
  private func note(_ cancelled: [Int], in step: inout Step<Action>) {
    guard !cancelled.isEmpty else { return }
    let fresh = Set(step.started.map(\.number)).intersection(cancelled)
    step.started.removeAll { fresh.contains($0.number) }
    step.cancelled = (step.cancelled + cancelled.filter { !fresh.contains($0) }).sorted()
  }

  private mutating func drop(
    in step: inout Step<Action>, where condition: (QueuedAction<Action>) -> Bool
  ) {
    guard !queue.isEmpty else { return }
    for entry in queue.removeAll(where: condition) {
      step.dropped.append(entry.action)
      if let ticket = entry.ticket { step.settled.append(ticket) }
    }
  }
}
