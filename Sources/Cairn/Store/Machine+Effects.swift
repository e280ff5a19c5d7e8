// The meaning of each verb. Sequences, cancellations and throttles are not specialized for a store: each store would
// add them to the build and to the size of an app.
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
    case .undelivered(let missing):
      changes.missing = missing
    case .send(let action):
      enter(metadata.sequence)
      append(QueuedAction(action: action, sender: .followUp(context)))
    case .run(let operation):
      enter(metadata.sequence)
      changes.started.append(insert(operation, context))
    case .merge(let effects):
      for (number, effect) in effects.enumerated() {
        interpret(effect, context.branch(number), &changes)
      }
    case .within(let component, let effect):
      var context = context
      let scope = metadata.scope.within(component)
      context.metadata.scope = scope
      interpret(effect, context, &changes)
      // If the child was removed meanwhile, only an effect that outlives its feature begins.
      guard metadata.isDelayed, component.isEnded || scope.hasEnded(in: current) == true
      else { return }
      cancelFeatures(where: { $0.starts(with: scope) }, &changes)
    case .concatenate, .cancel, .dismiss, .end, .cancellable, .throttle, .background, .shielded:
      interpretOther(effect, context, &changes)
    }
  }

  @usableFromInline mutating func interpretOther(
    _ effect: Effect<Action>, _ context: EffectContext<Action>,
    _ changes: inout EffectChanges<Action>
  ) {
    let metadata = context.metadata
    switch effect.kind {
    case .concatenate(let stages):
      enter(metadata.sequence)
      count(metadata.scope)
      lastSequenceNumber += 1
      let sequence = EffectSequence(context: context, stages: stages)
      for feature in sequence.held { count(feature) }
      sequences.insert(sequence, number: lastSequenceNumber)
      startNextStage(of: lastSequenceNumber, &changes)
    case .cancel(let id):
      cancel(CancelKey(scope: metadata.scope, id: id), from: metadata.sequence, &changes)
    case .dismiss:
      // An operator that can perform a dismissal at once has done so.
      guard metadata.isDelayed else {
        changes.dismissedRoot = true
        return
      }
      enter(metadata.sequence)
      append(QueuedAction(action: context.action, sender: .followUp(context), isDismissal: true))
    case .end(let component):
      // After a later action, another child may have the same place.
      guard metadata.actionNumber == lastActionNumber else { return }
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
    case .background(let effect):
      var context = context
      context.metadata.isBackground = true
      interpret(effect, context, &changes)
    case .shielded(let effect):
      var context = context
      context.metadata.isShielded = true
      interpret(effect, context, &changes)
    case .none, .undelivered, .send, .run, .merge, .within:
      interpret(effect, context, &changes)
    }
  }

  @inlinable
  mutating func insert(
    _ operation: consuming EffectOperation<Action>, _ context: EffectContext<Action>
  ) -> RunningEffect<Action> {
    count(context.metadata.scope)
    lastEffectNumber += 1
    let effect = RunningEffect(number: lastEffectNumber, operation: operation, context: context)
    effects.insert(effect, number: effect.number)
    if !effect.isBackground { foregroundCount += 1 }
    return effect
  }

  /// Takes an effect that ended by itself out of the table; `nil` if it was cancelled.
  @inlinable mutating func removeEnded(_ number: Int) -> RunningEffect<Action>? {
    guard let effect = effects.remove(number) else { return nil }
    discount(effect)
    return effect
  }

  @inlinable mutating func discount(_ effect: RunningEffect<Action>) {
    if !effect.isBackground { foregroundCount -= 1 }
    uncount(effect.metadata.scope)
  }

  mutating func throttle(
    _ key: CancelKey, _ latest: Bool, _ window: EffectOperation<Action>, _ effect: Effect<Action>,
    _ context: EffectContext<Action>, _ changes: inout EffectChanges<Action>
  ) {
    var context = context
    context.metadata.isDelayed = true
    // Another effect of the window may begin in its place.
    changes.cancels = true
    guard let index = throttles.firstIndex(where: { $0.key == key }) else {
      var own = context.branch(0)
      own.metadata.keys.append(key)
      interpret(effect, own, &changes)
      // The window has no other id and no root: the end of the effect that opened it does not close it.
      var timer = context.branch(1)
      timer.metadata.keys = [key]
      timer.metadata.root = 0
      timer.metadata.sequence = nil
      timer.metadata.isBackground = true
      let started = insert(window, timer)
      changes.started.append(started)
      return throttles.append(ThrottleWindow(key: key, timer: started.number))
    }
    guard latest else { return }
    // Its stage waits for it until it has ended, or was replaced or cancelled.
    enter(context.metadata.sequence)
    // When it is interpreted, it opens the next window.
    let kept = Effect(.throttle(key.id, latest: latest, window: window, effect))
    let replaced = setLatest((kept, context), at: index)
    throttles[index].removed = []
    complete(replaced, &changes)
  }

  /// Replaces the effect that begins at the end of a window. A timer without one, or of a background
  /// effect, is a background effect.
  ///
  /// - Returns: the concatenation that waits for the effect that was replaced.
  mutating func setLatest(
    _ latest: (Effect<Action>, EffectContext<Action>)?, at index: Int
  ) -> Int? {
    let (sequence, held) = (throttles[index].sequence, throttles[index].held)
    released.append(throttles[index])
    throttles[index].latest = latest
    for feature in throttles[index].held { count(feature) }
    for feature in held { uncount(feature) }
    let isBackground = latest?.1.metadata.isBackground ?? true
    guard let timer = effects[throttles[index].timer], timer.isBackground != isBackground else {
      return sequence
    }
    var context = timer.context
    context.metadata.isBackground = isBackground
    effects[timer.number] = RunningEffect(
      number: timer.number, operation: timer.operation, context: context)
    foregroundCount += isBackground ? -1 : 1
    return sequence
  }

  /// Closes the window of a timer. O(n).
  mutating func closeWindow(of timer: Int) -> ThrottleWindow<Action>? {
    guard let index = throttles.firstIndex(where: { $0.timer == timer }) else { return nil }
    let window = throttles.remove(at: index)
    for feature in window.held { uncount(feature) }
    released.append(window)
    return window
  }

  /// Whether something starts when this effect ends.
  @inlinable package func isAwaited(_ effect: RunningEffect<Action>) -> Bool {
    effect.metadata.sequence != nil || !throttles.isEmpty
  }

  @usableFromInline
  mutating func startNext(after effect: RunningEffect<Action>) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    if let window = closeWindow(of: effect.number), let (effect, context) = window.latest {
      let last = lastSequenceNumber
      interpret(effect, context, &changes)
      // A search compares concatenations, and throttled effects, by the ids whose parts they lack.
      for number in sequences.numbers where number > last {
        sequences[number]?.removed += window.removed
      }
      let action = context.metadata.actionNumber
      for index in throttles.indices
      where throttles[index].latest?.context.metadata.actionNumber == action {
        throttles[index].removed += window.removed
      }
      complete(context.metadata.sequence, &changes)
    }
    complete(effect.metadata.sequence, &changes)
    return changes
  }
}

// MARK: Sequences

extension Machine {
  /// Counts one more pending item of the present stage.
  @inlinable mutating func enter(_ sequence: Int?) {
    if let sequence { sequences[sequence]?.pending += 1 }
  }

  /// Counts one pending item of a stage as done, and starts the next stage after the last.
  @inlinable mutating func complete(_ sequence: Int?, _ changes: inout EffectChanges<Action>) {
    if let sequence { completeItem(of: sequence, &changes) }
  }

  @usableFromInline
  mutating func completeItem(of sequence: Int, _ changes: inout EffectChanges<Action>) {
    if leave(sequence) { startNextStage(of: sequence, &changes) }
  }

  /// Counts one pending item less; `true` if it was the last one of its stage.
  mutating func leave(_ sequence: Int) -> Bool {
    sequences[sequence]?.pending -= 1
    return sequences[sequence]?.pending == 0
  }

  /// Starts stages until one has to be waited for. After the last stage, the sequence is done too.
  mutating func startNextStage(of number: Int, _ changes: inout EffectChanges<Action>) {
    while let (stage, context) = sequences[number]?.takeStage(of: number) {
      // What it captures lives no longer than its effects.
      released.append(stage)
      // The stage is an item of its own, so that the sequence cannot finish meanwhile.
      enter(number)
      interpret(stage, context, &changes)
      guard leave(number) else { return }
    }
    guard let closed = sequences.remove(number) else { return }
    released.append(closed)
    uncount(closed)
    complete(closed.context.metadata.sequence, &changes)
  }

  /// Removes the parts of later stages that have an id, except for one sequence and those that contain
  /// it. O(n).
  mutating func removeStages(of key: CancelKey, except sequence: Int?) {
    var kept: [Int] = []
    var outer = sequence
    while let number = outer {
      kept.append(number)
      outer = sequences[number]?.context.metadata.sequence
    }
    for number in sequences.numbers where !kept.contains(number) {
      removeStages(of: key, in: number)
    }
  }

  mutating func removeStages(of key: CancelKey, in number: Int) {
    guard let sequence = sequences[number] else { return }
    let later = sequence.nextStage..<sequence.stages.count
    let (stages, scope) = (sequence.stages[later], sequence.context.metadata.scope)
    guard let rest = Effect.removing(key, from: stages, in: scope) else { return }
    released.append(sequence)
    sequences[number]?.stages.replaceSubrange(later, with: rest)
    sequences[number]?.removed.append(key)
  }
}

// MARK: Cancelling

extension Machine {
  mutating func cancelAll(_ cancellation: Cancellation) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    cancel(cancellation, &changes)
    return changes
  }

  /// For an effect of the same feature; `nil` if that is not in flight.
  mutating func cancel(_ id: AnyID, from number: Int) -> EffectChanges<Action>? {
    guard let metadata = effects[number]?.metadata else { return nil }
    var changes = EffectChanges<Action>()
    cancel(CancelKey(scope: metadata.scope, id: id), from: metadata.sequence, &changes)
    return changes
  }

  /// Cancels the effects of an id: those in flight, later stages and throttled effects. The later stages
  /// of the sequence that contains the cancellation are not cancelled, unless the sequence has the id.
  mutating func cancel(
    _ key: CancelKey, from sequence: Int?, _ changes: inout EffectChanges<Action>
  ) {
    // First, because the end of a cancelled effect begins the next stage.
    if !sequences.isEmpty { removeStages(of: key, except: sequence) }
    let awaiting = throttles.isEmpty ? [] : removeThrottled(key)
    cancel(.key(key), &changes)
    for sequence in awaiting { complete(sequence, &changes) }
  }

  /// Removes the parts of throttled effects that have an id.
  ///
  /// - Returns: the concatenations that waited for those of which nothing is left.
  mutating func removeThrottled(_ key: CancelKey) -> [Int?] {
    var awaiting: [Int?] = []
    for index in throttles.indices {
      guard let (effect, context) = throttles[index].latest,
        let rest = effect.removing(key, in: context.metadata.scope)
      else { continue }
      let removed = setLatest(rest.isNone ? nil : (rest, context), at: index)
      if rest.isNone { awaiting.append(removed) }
      throttles[index].removed.append(key)
    }
    return awaiting
  }

  /// Cancels the effects of the features that meet a condition, so that a feature that replaces one of
  /// them receives nothing of it.
  @usableFromInline mutating func cancelFeatures(
    where isRemoved: (_Kernel.EffectScope) -> Bool, _ changes: inout EffectChanges<Action>
  ) {
    changes.cancels = true
    var removed: Set<_Kernel.EffectScope> = []
    for scope in scopes.keys where isRemoved(scope) { removed.insert(scope) }
    guard !removed.isEmpty else { return }
    // First, because the end of a cancelled effect begins the next stage.
    endHeldParts(of: removed)
    cancel(.features(removed), &changes)
  }

  /// Lets the effects that outlive their features go on, without a feature that receives what they send.
  ///
  /// - Returns: the concatenations that waited for them.
  mutating func keepOutliving(_ cancellation: Cancellation) -> [Int?] {
    var awaiting: [Int?] = []
    for effect in effects.values where effect.operation.outlivesFeature {
      guard cancellation.includes(effect.metadata) else { continue }
      var context = effect.context
      context.metadata.isOrphan = true
      (context.metadata.scope, context.metadata.keys) = (_Kernel.EffectScope(), [])
      context.metadata.sequence = nil
      uncount(effect.metadata.scope)
      effects[effect.number] = RunningEffect(
        number: effect.number, operation: effect.operation, context: context)
      awaiting.append(effect.metadata.sequence)
    }
    return awaiting
  }

  /// Cancels effects, later stages and queued actions. O(n) in the number of all of them.
  @usableFromInline
  mutating func cancel(_ cancellation: Cancellation, _ changes: inout EffectChanges<Action>) {
    changes.cancels = true
    var awaiting: [Int?] = []
    switch cancellation {
    case .features, .everyFeature: awaiting = keepOutliving(cancellation)
    // The handle of an action that was deferred may be cancelled before the action is reduced.
    case .root(let root): queue.replace { $0.cancelled(root: root) }
    case .all, .key: break
    }
    // A restarted search or a debounced effect is cancelled at each key, and often nothing is in flight.
    if effects.isEmpty, sequences.isEmpty, throttles.isEmpty, queue.isEmpty { return }
    let cancelled = effects.removeAll { cancellation.includes($0.metadata) }
    // An effect that ends with its sequence does not start the next stage.
    let closed = sequences.removeAll { cancellation.includes($0.context.metadata) }
    changes.cancel(cancelled)
    release(cancelled)
    release(closed)
    for sequence in closed { uncount(sequence) }
    // Their next stages begin at the end, where nothing is left to cancel. Without specialization, a literal of a key
    // path is looked up each time.
    awaiting += cancelled.map { $0.metadata.sequence }
    for effect in cancelled {
      discount(effect)
      awaiting.append(closeWindow(of: effect.number)?.sequence)
    }
    for index in throttles.indices {
      guard let metadata = throttles[index].latest?.context.metadata,
        cancellation.includes(metadata)
      else { continue }
      awaiting.append(setLatest(nil, at: index))
    }
    let dropped = queue.removeAll { $0.metadata.map(cancellation.includes) ?? false }
    changes.drop(dropped)
    release(dropped)
    for entry in dropped {
      if let scope = entry.metadata?.scope { uncount(scope) }
      awaiting.append(entry.sequence)
    }
    awaiting += closed.map { $0.context.metadata.sequence }
    for sequence in awaiting { complete(sequence, &changes) }
  }
}
