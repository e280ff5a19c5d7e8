// How effects begin and end. An effect is interpreted when it is returned; what has to come later
// (the next stage of a concatenation, the latest of the throttled) waits in a table.
extension Machine {
  @inlinable
  mutating func interpret(
    _ effect: Effect<Action>, _ context: EffectContext<Action>,
    _ changes: inout EffectChanges<Action>
  ) {
    switch effect.kind {
    case .none:
      return
    case .undelivered:
      changes.missing =
        reducer.missingRecipient(of: context.action, in: current)
        ?? MissingRecipient("a part of \(State.self) is not there")
    case .send(let action):
      sequences.enter(context.terms.sequence)
      queue.append(
        QueuedAction(action: action, sender: .followUp(context)))
    case .run(let operation):
      sequences.enter(context.terms.sequence)
      changes.started.append(effects.insert(operation, context))
    case .merge(let effects):
      for (number, effect) in effects.enumerated() {
        interpret(effect, context.part(number), &changes)
      }
    case .concatenate(let stages):
      sequences.enter(context.terms.sequence)
      advance(sequences.open(stages, context), &changes)
    case .cancel(let id):
      cancel(CancelKey(scope: context.terms.scope, id: id), &changes)
    case .dismiss:
      changes.dismissedRoot = true
    case .end(let slot):
      let ended = context.terms.scope.within(slot)
      end(scopes { $0.starts(with: ended) }, &changes)
    case .cancellable(let id, let cancelInFlight, let effect):
      let key = CancelKey(scope: context.terms.scope, id: id)
      if cancelInFlight { cancel(key, &changes) }
      var context = context
      context.terms.keys.append(key)
      interpret(effect, context, &changes)
    case .throttle(let id, let latest, let window, let effect):
      throttle(
        CancelKey(scope: context.terms.scope, id: id), latest, window, effect, context, &changes)
    case .within(let slot, let effect):
      var context = context
      context.terms.scope = context.terms.scope.within(slot)
      interpret(effect, context, &changes)
    }
  }

  /// Whether anything waits for the end of an effect.
  @inlinable
  func isAwaited(_ effect: RunningEffect<Action>) -> Bool {
    effect.terms.sequence != nil || !throttles.windows.isEmpty
  }

  /// Starts what was to come after an effect that has ended by itself.
  @inlinable
  mutating func follow(_ effect: RunningEffect<Action>) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    if let (latest, context) = throttles.close(sleeper: effect.number) {
      interpret(latest, context, &changes)
    }
    complete(effect.terms.sequence, &changes)
    return changes
  }

  /// Cancels what meets a condition, in flight and queued.
  @inlinable
  mutating func cancelAll(
    where condition: (EffectTerms) -> Bool
  ) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    let ended = effects.removeAll { condition($0.terms) }
    end(ended, &changes, where: condition)
    return changes
  }

  /// Notes that something has ended that a concatenation waited for.
  @inlinable
  mutating func complete(_ sequence: Int?, _ changes: inout EffectChanges<Action>) {
    if let sequence, sequences.leave(sequence) { advance(sequence, &changes) }
  }

  /// The scopes of all that is under way that meet a condition.
  @inlinable
  func scopes(where condition: (EffectScope) -> Bool) -> Set<EffectScope> {
    var met: Set<EffectScope> = []
    for scope in effects.scopes where condition(scope) { met.insert(scope) }
    for scope in queue.scopes where condition(scope) { met.insert(scope) }
    for scope in sequences.scopes where condition(scope) { met.insert(scope) }
    return met
  }

  /// Ends features: cancels their effects and drops what they have sent, so that one that comes to
  /// stand in the same place gets none of it.
  @inlinable
  mutating func end(_ gone: Set<EffectScope>, _ changes: inout EffectChanges<Action>) {
    guard !gone.isEmpty else { return }
    let ended = effects.removeAll(in: gone)
    end(ended, &changes) { gone.contains($0.scope) }
  }

  @inlinable
  mutating func cancel(_ key: CancelKey, _ changes: inout EffectChanges<Action>) {
    end(effects.removeAll(with: key), &changes) { $0.keys.contains(key) }
  }

  @inlinable
  mutating func end(
    _ ended: [RunningEffect<Action>], _ changes: inout EffectChanges<Action>,
    where condition: (EffectTerms) -> Bool
  ) {
    // Sequences first: what ends with its sequence does not lead to the next stage.
    let around = sequences.closeAll(where: condition)
    changes.cancel(ended)
    for effect in ended {
      _ = throttles.close(sleeper: effect.number)
      complete(effect.terms.sequence, &changes)
    }
    for entry in queue.removeAll(where: { $0.terms.map(condition) ?? false }) {
      changes.dropped.append(entry.action)
      if let waiter = entry.waiter { changes.settled.append(waiter) }
      complete(entry.sequence, &changes)
    }
    for sequence in around { complete(sequence, &changes) }
  }

  /// Starts stages until there is one to wait for; at the end, so has the sequence ended.
  @inlinable
  mutating func advance(_ sequence: Int, _ changes: inout EffectChanges<Action>) {
    while let (effect, context) = sequences.nextStage(of: sequence) {
      interpret(effect, context, &changes)
      guard sequences.leave(sequence) else { return }
    }
    if let around = sequences.close(sequence) { complete(around, &changes) }
  }

  @inlinable
  mutating func throttle(
    _ key: CancelKey, _ latest: Bool, _ window: EffectOperation<Action>, _ effect: Effect<Action>,
    _ context: EffectContext<Action>, _ changes: inout EffectChanges<Action>
  ) {
    var context = context
    context.terms.keys.append(key)
    guard let sleeper = throttles.sleeper(of: key) else {
      interpret(effect, context.part(0), &changes)
      context.terms.sequence = nil
      let sleeper = effects.insert(window, context.part(1))
      changes.started.append(sleeper)
      return throttles.open(key, sleeper: sleeper.number)
    }
    guard latest else { return }
    context.terms.sequence = nil
    // Interpreted once the time is over, it opens the next window.
    context.terms.keys.removeLast()
    throttles.keep(
      Effect(.throttle(key.id, latest: latest, window: window, effect)), context, for: key)
    effects.bringToForeground(sleeper)
  }
}
