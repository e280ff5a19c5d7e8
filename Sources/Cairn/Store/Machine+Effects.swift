// The meaning of each verb.
extension Machine {
  /// Starts and cancels what an effect describes. A later stage of a concatenation and the latest
  /// throttled effect are kept in their tables until their time.
  @inlinable mutating func interpret(
    _ effect: Effect<Action>, _ context: EffectContext<Action>,
    _ changes: inout EffectChanges<Action>
  ) {
    let metadata = context.metadata
    switch effect.kind {
    case .none:
      return
    case .undelivered:
      changes.missing =
        reducer.missingRecipient(of: context.action, in: current)
        ?? _Kernel.MissingRecipient("a part of \(State.self) does not exist")
    case .send(let action):
      sequences.enter(metadata.sequence)
      append(QueuedAction(action: action, sender: .followUp(context)))
    case .run(let operation):
      sequences.enter(metadata.sequence)
      changes.started.append(insert(operation, context))
    case .merge(let effects):
      for (number, effect) in effects.enumerated() {
        interpret(effect, context.branch(number), &changes)
      }
    case .concatenate(let stages):
      sequences.enter(metadata.sequence)
      count(metadata.scope)
      startNextStage(of: sequences.insert(stages, context), &changes)
    case .cancel(let id):
      cancel(CancelKey(scope: metadata.scope, id: id), from: metadata.sequence, &changes)
    case .dismiss:
      // An operator that can perform a dismissal at once has done so.
      guard metadata.isDelayed else {
        changes.dismissedRoot = true
        return
      }
      sequences.enter(metadata.sequence)
      append(QueuedAction(action: context.action, sender: .followUp(context), isDismissal: true))
    case .end(let component):
      let removed = metadata.scope.within(component)
      cancelFeatures(where: { $0.starts(with: removed) }, &changes)
    case .cancellable(let id, let cancelInFlight, let effect):
      let key = CancelKey(scope: metadata.scope, id: id)
      if cancelInFlight { cancel(key, from: metadata.sequence, &changes) }
      var context = context
      context.metadata.keys.append(key)
      interpret(effect, context, &changes)
    case .throttle(let id, let latest, let window, let effect):
      throttle(CancelKey(scope: metadata.scope, id: id), latest, window, effect, context, &changes)
    case .within(let component, let effect):
      var context = context
      context.metadata.scope = metadata.scope.within(component)
      interpret(effect, context, &changes)
    }
  }

  @inlinable mutating func throttle(
    _ key: CancelKey, _ latest: Bool, _ window: EffectOperation<Action>, _ effect: Effect<Action>,
    _ context: EffectContext<Action>, _ changes: inout EffectChanges<Action>
  ) {
    var context = context
    context.metadata.isDelayed = true
    guard let index = throttles.index(of: key) else {
      var own = context.branch(0)
      own.metadata.keys.append(key)
      interpret(effect, own, &changes)
      // The window has no other id and no root: the end of the effect that opened it does not close it.
      var timer = context.branch(1)
      timer.metadata.keys = [key]
      timer.metadata.root = 0
      timer.metadata.sequence = nil
      let started = insert(window, timer)
      changes.started.append(started)
      return throttles.windows.append(.init(key: key, timer: started.number))
    }
    guard latest else { return }
    context.metadata.sequence = nil
    // When it is interpreted, it opens the next window.
    let kept = Effect(.throttle(key.id, latest: latest, window: window, effect))
    release(throttles.windows[index].latest.take())
    throttles.windows[index].latest = (kept, context)
    throttles.windows[index].removed = []
    effects.setBackground(throttles.windows[index].timer, false)
  }

  /// Keeps an effect that is not interpreted, so that it is destroyed after the access.
  @inlinable mutating func release(_ latest: ThrottleTable<Action>.Latest?) {
    if let (effect, context) = latest { released.append(.effect(effect, context)) }
  }

  /// Whether something starts when this effect ends.
  @inlinable func isAwaited(_ effect: RunningEffect<Action>) -> Bool {
    effect.metadata.sequence != nil || !throttles.windows.isEmpty
  }

  /// Starts the effects that waited for the end of this one.
  @inlinable mutating func startNext(after effect: RunningEffect<Action>) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    let latest = throttles.close(timer: effect.number)?.latest
    if let (effect, context) = latest { interpret(effect, context, &changes) }
    release(latest)
    complete(effect.metadata.sequence, &changes)
    return changes
  }

  /// Counts one pending item of a stage as done, and starts the next stage after the last.
  @inlinable mutating func complete(_ sequence: Int?, _ changes: inout EffectChanges<Action>) {
    if let sequence, sequences.leave(sequence) { startNextStage(of: sequence, &changes) }
  }

  /// Starts stages until one has to be waited for. After the last stage, the sequence is done too.
  @inlinable
  mutating func startNextStage(of sequence: Int, _ changes: inout EffectChanges<Action>) {
    while let (effect, context) = sequences.nextStage(of: sequence) {
      interpret(effect, context, &changes)
      released.append(.effect(effect, context))
      guard sequences.leave(sequence) else { return }
    }
    guard let closed = sequences.entries.remove(sequence) else { return }
    released.append(.sequence(closed))
    uncount(closed.context.metadata.scope)
    complete(closed.context.metadata.sequence, &changes)
  }
}

// MARK: Cancelling

extension Machine {
  @inlinable
  mutating func insert(
    _ operation: consuming EffectOperation<Action>, _ context: EffectContext<Action>
  ) -> RunningEffect<Action> {
    count(context.metadata.scope)
    return effects.insert(operation, context)
  }

  /// Cancels effects, later stages and queued actions whose metadata meets a condition. O(n) in the
  /// number of all of them.
  @inlinable
  mutating func cancelAll(where condition: (EffectMetadata) -> Bool) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    cancel(where: condition, &changes)
    return changes
  }

  /// Cancels the effects of an id, for an effect of the same feature; `nil` if that is not in flight.
  @inlinable
  mutating func cancel(_ id: AnyID, from number: Int) -> EffectChanges<Action>? {
    guard let metadata = effects[number]?.metadata else { return nil }
    var changes = EffectChanges<Action>()
    cancel(CancelKey(scope: metadata.scope, id: id), from: metadata.sequence, &changes)
    return changes
  }

  /// Cancels the effects of an id: those in flight, later stages and throttled effects. The later stages
  /// of the sequence that contains the cancellation are not cancelled.
  @inlinable mutating func cancel(
    _ key: CancelKey, from sequence: Int?, _ changes: inout EffectChanges<Action>
  ) {
    cancel(where: { $0.keys.contains(key) }, &changes)
    guard !sequences.entries.isEmpty || !throttles.windows.isEmpty else { return }
    released += sequences.removeStages(of: key, except: sequence).map { .sequence($0) }
    for index in throttles.windows.indices {
      guard let latest = throttles.windows[index].latest else { continue }
      let rest = latest.effect.removing(key, in: latest.context.metadata.scope)
      guard let rest else { continue }
      release(latest)
      throttles.windows[index].latest = rest.isNone ? nil : (rest, latest.context)
      throttles.windows[index].removed.append(key)
      if rest.isNone { effects.setBackground(throttles.windows[index].timer, true) }
    }
  }

  /// Cancels the effects of the features that meet a condition, so that a feature that replaces one of
  /// them receives nothing of it.
  @inlinable
  mutating func cancelFeatures(
    where isRemoved: (_Kernel.EffectScope) -> Bool, _ changes: inout EffectChanges<Action>
  ) {
    changes.cancels = true
    var removed: Set<_Kernel.EffectScope> = []
    for scope in scopes.keys where isRemoved(scope) { removed.insert(scope) }
    if !removed.isEmpty { cancel(where: { removed.contains($0.scope) }, &changes) }
  }

  @inlinable
  mutating func cancel(
    where condition: (EffectMetadata) -> Bool, _ changes: inout EffectChanges<Action>
  ) {
    changes.cancels = true
    let cancelled = effects.removeAll(where: condition)
    // An effect that ends with its sequence does not start the next stage.
    let closed = sequences.removeAll(where: condition)
    changes.cancel(cancelled)
    released += cancelled.map { .running($0) } + closed.map { .sequence($0) }
    for entry in closed { uncount(entry.context.metadata.scope) }
    for effect in cancelled { uncount(effect.metadata.scope) }
    for effect in cancelled { release(throttles.close(timer: effect.number)?.latest) }
    for index in throttles.windows.indices {
      guard let metadata = throttles.windows[index].latest?.context.metadata, condition(metadata)
      else { continue }
      release(throttles.windows[index].latest.take())
      effects.setBackground(throttles.windows[index].timer, true)
    }
    for effect in cancelled { complete(effect.metadata.sequence, &changes) }
    let dropped = queue.removeAll { $0.metadata.map(condition) ?? false }
    changes.drop(dropped)
    for entry in dropped {
      if let scope = entry.metadata?.scope { uncount(scope) }
    }
    for entry in dropped { complete(entry.sequence, &changes) }
    for entry in closed { complete(entry.context.metadata.sequence, &changes) }
  }
}
