/// The stepping core: an action goes in, the effects to start and to cancel come out.
///
/// A plain value without a task, a clock or a lock. The store, the test store, the trail player
/// and the explorer drive it; they differ in when they step and in how they use the answer.
///
///     var machine = Machine(Counter.State(), reducer: Counter())
///     machine.enqueue(.increment)
///     let step = machine.step()
///
/// Guarantees: actions are reduced one at a time, first in, first out. An action of a cancelled
/// effect, or of a feature that was removed, is never reduced. An action for a screen that does not
/// exist changes nothing.
public struct Machine<State, Action: Sendable> {
  @inlinable public var state: State { current }

  @usableFromInline var current: State
  @usableFromInline let reducer: AnyReducer<State, Action>
  @usableFromInline var queue = Queue<QueuedAction<Action>>()
  @usableFromInline var effects = EffectTable<Action>()
  @usableFromInline var sequences = SequenceTable<Action>()
  @usableFromInline var throttles = ThrottleTable<Action>()
  /// The number of queued actions, effects and sequences of each feature, without the root feature: it
  /// is never removed.
  @usableFromInline var scopes: [EffectScope: Int] = [:]
  /// Values of users that left the tables. The owner of the machine destroys them after the access,
  /// because a `deinit` may use the store.
  @usableFromInline var released: [Released<Action>] = []
  @usableFromInline var lastActionNumber = 0

  @inlinable public init(_ state: State, reducer: some Reducer<State, Action>) {
    current = state
    self.reducer = reducer.resolved()
  }

  /// The effects in flight, in the order in which they were started.
  @inlinable public var running: [RunningEffect<Action>] { effects.all }

  /// Whether the queue is empty and every effect in flight is a background effect.
  @inlinable public var isIdle: Bool { queue.isEmpty && effects.foregroundCount == 0 }

  /// Whether nothing that one `send` of the owner caused is queued, throttled or, background effects
  /// aside, in flight. O(n) in the number of queued actions and effects.
  @inlinable public func isIdle(root: Int) -> Bool {
    !queue.contents.contains { $0.root == root }
      && !effects.all.contains { $0.metadata.root == root && !$0.isBackground }
      && !throttles.windows.contains { $0.latest?.context.metadata.root == root }
  }

  /// Whether the queue and the effect table are empty.
  @inlinable var isQuiet: Bool { queue.isEmpty && effects.isEmpty }

  /// Whether the queue holds an action.
  @inlinable public var hasQueued: Bool { !queue.isEmpty }

  /// The queued actions, in order.
  @inlinable public var queued: [Action] { queue.contents.map(\.action) }

  /// Appends an action of the owner to the queue. Everything that it causes has its `root`.
  @inlinable public mutating func enqueue(
    _ action: Action, root: Int = 0, origin: Step<Action>.Origin = .owner
  ) {
    queue.append(QueuedAction(action: action, sender: .owner(origin, root: root)))
  }

  /// Appends a reply of an effect, or without a reply a dismissal, to the queue; `false`, and nothing is
  /// changed, if the effect is not in flight. The continuation is among the changes of the step that
  /// processes or drops it.
  @inlinable
  mutating func enqueue(_ reply: Action?, from number: Int, _ waiter: SendContinuation?) -> Bool {
    guard let effect = effects[number] else { return false }
    append(
      QueuedAction(
        action: reply ?? effect.action, sender: .effect(effect), isDismissal: reply == nil,
        waiter: waiter))
    return true
  }

  @inlinable mutating func append(_ entry: QueuedAction<Action>) {
    queue.append(entry)
    if let scope = entry.metadata?.scope { count(scope) }
  }

  @inlinable mutating func popFirst() -> QueuedAction<Action>? {
    guard let entry = queue.popFirst() else { return nil }
    if let scope = entry.metadata?.scope { uncount(scope) }
    return entry
  }

  /// Takes an effect that ended by itself out of the table; `nil` if it was cancelled.
  @inlinable mutating func removeEnded(_ number: Int) -> RunningEffect<Action>? {
    guard let effect = effects.remove(number) else { return nil }
    uncount(effect.metadata.scope)
    return effect
  }

  @inlinable mutating func count(_ scope: EffectScope) {
    guard !scope.isRoot else { return }
    if scopes[scope] == nil { released.append(.added(scope)) }
    scopes[scope, default: 0] += 1
  }

  @inlinable mutating func uncount(_ scope: EffectScope) {
    guard !scope.isRoot, let index = scopes.index(forKey: scope) else { return }
    scopes.values[index] -= 1
    if scopes.values[index] == 0 { released.append(.scope(scopes.remove(at: index).key)) }
  }

  /// Replaces the state, empties the queue and cancels all effects.
  @inlinable public mutating func restore(_ state: State) -> EffectChanges<Action> {
    current = state
    return cancelEverything()
  }

  @inlinable mutating func cancelEverything() -> EffectChanges<Action> {
    var changes = cancelAll { _ in true }
    // The actions of the owner are left; they belong to no feature.
    changes.drop(queue.removeAll { _ in true })
    return changes
  }

  /// Reduces the first action of the queue; `nil` if it is empty.
  @inlinable public mutating func step() -> Step<Action>? {
    released = []
    guard let next = popFirst() else { return nil }
    return applyEffect(reduce(next), of: next)
  }

  @inlinable mutating func reduce(_ next: QueuedAction<Action>) -> Effect<Action> {
    next.isDismissal ? dismiss(next) : withUnsafePointer(to: next.action) { reduce($0) }
  }

  /// Runs the reducer, and nothing else. ``applyEffect(_:of:)`` comes next.
  @inlinable @inline(__always)
  mutating func reduce(_ action: UnsafePointer<Action>) -> Effect<Action> {
    lastActionNumber &+= 1
    // No reference is counted: the reducer lives as long as the machine.
    return Unmanaged.passUnretained(reducer)._withUnsafeGuaranteedRef {
      $0.run(&current, action)
    }
  }

  /// Performs a dismissal, as if the reducer of the feature returned `.dismiss`. No other reducer runs.
  @inlinable mutating func dismiss(_ next: QueuedAction<Action>) -> Effect<Action> {
    lastActionNumber &+= 1
    guard next.depth > 0 else { return .dismiss }
    let effect = reducer.dismissRecipient(of: next.action, depth: next.depth, in: &current)
    return effect.isNone ? .dismiss : effect
  }

  /// Whether an action that returned no effect leaves nothing to do: no feature can have been
  /// removed, and no sequence waits for the action.
  @inlinable func hasNoBookkeeping(for action: QueuedAction<Action>) -> Bool {
    scopes.isEmpty && action.sequence == nil
  }

  /// Interprets the effect that an action returned, and ends features that the action removed.
  @inlinable mutating func applyEffect(
    _ effect: Effect<Action>, of next: QueuedAction<Action>
  ) -> Step<Action> {
    var step = Step(number: lastActionNumber, next)
    if let waiter = next.waiter { step.changes.settled.append(waiter) }
    if !effect.isNone {
      let metadata = EffectMetadata(actionNumber: step.number, root: next.root)
      interpret(effect, EffectContext(action: next.action, metadata: metadata), &step.changes)
    }
    if !released.isEmpty { checkNewScopes(&step.changes) }
    if !scopes.isEmpty { cancelRemovedFeatures(&step.changes) }
    complete(next.sequence, &step.changes)
    return step
  }

  /// Looks for features that no operator of the reducer makes. Their effects cannot be ended.
  @inlinable mutating func checkNewScopes(_ changes: inout EffectChanges<Action>) {
    for case .added(let scope) in released
    where reducer.hasEnded(scope.components[...], in: current) == nil {
      changes.unknownFeature = scope.description
    }
  }

  @inlinable mutating func cancelRemovedFeatures(_ changes: inout EffectChanges<Action>) {
    cancelFeatures(
      where: { [reducer, current] scope in
        !scope.isRoot && reducer.hasEnded(scope.components[...], in: current) == true
      }, &changes)
  }
}

// MARK: Interpreting effects

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
        ?? MissingRecipient("a part of \(State.self) does not exist")
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
      if rest.isNone { effects.setBackground(throttles.windows[index].timer, true) }
    }
  }

  /// Cancels the effects of the features that meet a condition, so that a feature that replaces one of
  /// them receives nothing of it.
  @inlinable
  mutating func cancelFeatures(
    where isRemoved: (EffectScope) -> Bool, _ changes: inout EffectChanges<Action>
  ) {
    var removed: Set<EffectScope> = []
    for scope in scopes.keys where isRemoved(scope) { removed.insert(scope) }
    if !removed.isEmpty { cancel(where: { removed.contains($0.scope) }, &changes) }
  }

  @inlinable
  mutating func cancel(
    where condition: (EffectMetadata) -> Bool, _ changes: inout EffectChanges<Action>
  ) {
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

/// A value that left a table of the machine.
@usableFromInline enum Released<Action: Sendable>: Sendable {
  case effect(Effect<Action>, EffectContext<Action>)
  case running(RunningEffect<Action>)
  case sequence(SequenceTable<Action>.Entry)
  case scope(EffectScope)
  /// The scope of the first effect of a feature: it is in the table, and checked after the action.
  case added(EffectScope)
}
