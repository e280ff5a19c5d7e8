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
  @inlinable
  public var state: State { current }

  @usableFromInline var current: State
  @usableFromInline let reducer: AnyReducer<State, Action>
  @usableFromInline var queue = ActionQueue<Action>()
  @usableFromInline var effects = EffectTable<Action>()
  @usableFromInline var sequences = SequenceTable<Action>()
  @usableFromInline var throttles = ThrottleTable<Action>()
  /// Values of users that left the tables. Whoever owns the machine destroys them after the access,
  /// because a `deinit` may use the store.
  @usableFromInline var released: [Released<Action>] = []
  @usableFromInline var lastActionNumber = 0

  @inlinable
  public init(_ state: State, reducer: some Reducer<State, Action>) {
    current = state
    self.reducer = reducer.resolved()
  }

  /// The effects in flight, in the order in which they were started.
  @inlinable
  public var running: [RunningEffect<Action>] { effects.all }

  /// Whether the queue is empty and every effect in flight is a background effect.
  @inlinable
  public var isIdle: Bool { queue.isEmpty && effects.foregroundCount == 0 }

  /// Whether nothing that one `send` of the owner caused is queued or, background effects aside, in
  /// flight. O(n) in the number of queued actions and effects.
  @inlinable
  public func isIdle(root: Int) -> Bool {
    !queue.contains(root: root)
      && !effects.all.contains { $0.metadata.root == root && !$0.isBackground }
  }

  /// Whether the queue and the effect table are empty.
  @inlinable
  var isQuiet: Bool { queue.isEmpty && effects.isEmpty }

  /// Whether the queue holds an action.
  @inlinable
  public var hasQueued: Bool { !queue.isEmpty }

  /// The queued actions, in order.
  @inlinable
  public var queued: [Action] { queue.actions }

  /// Appends an action of the owner to the queue. Everything that it causes has its `root`.
  @inlinable
  public mutating func enqueue(
    _ action: Action, root: Int = 0, origin: Step<Action>.Origin = .owner
  ) {
    queue.append(QueuedAction(action: action, sender: .owner(origin, root: root)))
  }

  /// Appends a reply of an effect to the queue; `false`, and nothing is changed, if the effect is not
  /// in flight. The continuation is among the changes of the step that reduces or drops the reply.
  @inlinable
  mutating func enqueue(_ action: Action, from number: Int, _ waiter: SendContinuation?) -> Bool {
    guard let effect = effects[number] else { return false }
    queue.append(QueuedAction(action: action, sender: .effect(effect), waiter: waiter))
    return true
  }

  @inlinable
  mutating func popFirst() -> QueuedAction<Action>? { queue.popFirst(&released) }

  /// Replaces the state, empties the queue and cancels all effects.
  @inlinable
  public mutating func restore(_ state: State) -> EffectChanges<Action> {
    current = state
    return cancelEverything()
  }

  @inlinable
  mutating func cancelEverything() -> EffectChanges<Action> {
    var changes = cancelAll { _ in true }
    changes.drop(queue.removeAll({ _ in true }, &released))
    return changes
  }

  /// Reduces the first action of the queue; `nil` if it is empty.
  @inlinable
  public mutating func step() -> Step<Action>? {
    released = []
    guard let next = popFirst() else { return nil }
    return applyEffect(withUnsafePointer(to: next.action) { reduce($0) }, of: next)
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

  /// Whether an action that returned no effect leaves nothing to do: no feature can have been
  /// removed, and no sequence waits for the action.
  @inlinable
  func hasNoBookkeeping(for action: QueuedAction<Action>) -> Bool {
    effects.byScope.isEmpty && queue.counts.isEmpty && action.sequence == nil
  }

  /// Interprets the effect that an action returned, and ends features that the action removed.
  @inlinable
  mutating func applyEffect(
    _ effect: Effect<Action>, of next: QueuedAction<Action>
  ) -> Step<Action> {
    var step = Step(number: lastActionNumber, action: next.action, origin: next.origin)
    if let waiter = next.waiter { step.changes.settled.append(waiter) }
    if !effect.isNone {
      let metadata = EffectMetadata(actionNumber: step.number, root: next.root)
      interpret(effect, EffectContext(action: next.action, metadata: metadata), &step.changes)
    }
    if !effects.byScope.isEmpty || !queue.counts.isEmpty { cancelRemovedFeatures(&step.changes) }
    complete(next.sequence, &step.changes)
    return step
  }

  @inlinable
  mutating func cancelRemovedFeatures(_ changes: inout EffectChanges<Action>) {
    let removed = scopes { [reducer, current] scope in
      !scope.isRoot && reducer.hasEnded(scope.components[...], in: current)
    }
    cancel(removed, &changes)
  }
}

// MARK: Interpreting effects

extension Machine {
  /// Starts and cancels what an effect describes. A later stage of a concatenation and the latest
  /// throttled effect are kept in their tables until their time.
  @inlinable
  mutating func interpret(
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
      queue.append(QueuedAction(action: action, sender: .followUp(context)))
    case .run(let operation):
      sequences.enter(metadata.sequence)
      changes.started.append(effects.insert(operation, context))
    case .merge(let effects):
      for (number, effect) in effects.enumerated() {
        interpret(effect, context.branch(number), &changes)
      }
    case .concatenate(let stages):
      sequences.enter(metadata.sequence)
      startNextStage(of: sequences.insert(stages, context), &changes)
    case .cancel(let id):
      cancel(CancelKey(scope: metadata.scope, id: id), &changes)
    case .dismiss:
      changes.dismissedRoot = true
    case .end(let component):
      let removed = metadata.scope.within(component)
      cancel(scopes { $0.starts(with: removed) }, &changes)
    case .cancellable(let id, let cancelInFlight, let effect):
      let key = CancelKey(scope: metadata.scope, id: id)
      if cancelInFlight { cancel(key, &changes) }
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

  @inlinable
  mutating func throttle(
    _ key: CancelKey, _ latest: Bool, _ window: EffectOperation<Action>, _ effect: Effect<Action>,
    _ context: EffectContext<Action>, _ changes: inout EffectChanges<Action>
  ) {
    var context = context
    context.metadata.keys.append(key)
    guard let timer = throttles.timer(of: key) else {
      interpret(effect, context.branch(0), &changes)
      context.metadata.sequence = nil
      let timer = effects.insert(window, context.branch(1))
      changes.started.append(timer)
      return throttles.open(key, timer: timer.number)
    }
    guard latest else { return }
    context.metadata.sequence = nil
    // When it is interpreted, it opens the next window, which adds the key again.
    context.metadata.keys.removeLast()
    let kept = Effect(.throttle(key.id, latest: latest, window: window, effect))
    if let replaced = throttles.replaceLatest(with: (kept, context), for: key) {
      released.append(.effect(replaced.effect, replaced.context))
    }
    effects.bringToForeground(timer)
  }

  /// Whether something starts when this effect ends.
  @inlinable
  func isAwaited(_ effect: RunningEffect<Action>) -> Bool {
    effect.metadata.sequence != nil || !throttles.isEmpty
  }

  /// Takes an effect that ended by itself out of the table; `nil` if it was cancelled.
  @inlinable
  mutating func removeEnded(_ number: Int) -> RunningEffect<Action>? {
    effects.remove(number, &released)
  }

  /// Starts the effects that waited for the end of this one.
  @inlinable
  mutating func startNext(after effect: RunningEffect<Action>) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    if let (latest, context) = throttles.close(timer: effect.number, &released) {
      interpret(latest, context, &changes)
      released.append(.effect(latest, context))
    }
    complete(effect.metadata.sequence, &changes)
    return changes
  }

  /// Counts one pending item of a stage as done, and starts the next stage after the last.
  @inlinable
  mutating func complete(_ sequence: Int?, _ changes: inout EffectChanges<Action>) {
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
    guard let closed = sequences.remove(sequence) else { return }
    released.append(.sequence(closed))
    complete(closed.context.metadata.sequence, &changes)
  }
}

// MARK: Cancelling

extension Machine {
  /// Cancels effects, kept stages and queued actions whose metadata meets a condition.
  @inlinable
  mutating func cancelAll(
    where condition: (EffectMetadata) -> Bool
  ) -> EffectChanges<Action> {
    var changes = EffectChanges<Action>()
    cancel(effects.removeAll({ condition($0.metadata) }, &released), condition, &changes)
    return changes
  }

  /// Cancels everything of some features, so that a feature that takes the place of one of them
  /// receives nothing of it.
  @inlinable
  mutating func cancel(_ scopes: Set<EffectScope>, _ changes: inout EffectChanges<Action>) {
    guard !scopes.isEmpty else { return }
    cancel(effects.removeAll(in: scopes, &released), { scopes.contains($0.scope) }, &changes)
  }

  @inlinable
  mutating func cancel(_ key: CancelKey, _ changes: inout EffectChanges<Action>) {
    cancel(effects.removeAll(with: key, &released), { $0.keys.contains(key) }, &changes)
  }

  @inlinable
  mutating func cancel(
    _ cancelled: [RunningEffect<Action>], _ condition: (EffectMetadata) -> Bool,
    _ changes: inout EffectChanges<Action>
  ) {
    // Sequences first: an effect that ends with its sequence does not start the next stage.
    let closed = sequences.removeAll { condition($0.context.metadata) }
    released += closed.map { .sequence($0) }
    changes.cancel(cancelled)
    released += cancelled.map { .running($0) }
    for effect in cancelled {
      if let (latest, context) = throttles.close(timer: effect.number, &released) {
        released.append(.effect(latest, context))
      }
      complete(effect.metadata.sequence, &changes)
    }
    let dropped = queue.removeAll({ $0.metadata.map(condition) ?? false }, &released)
    changes.drop(dropped)
    for entry in dropped { complete(entry.sequence, &changes) }
    for entry in closed { complete(entry.context.metadata.sequence, &changes) }
  }

  /// The scopes, of everything queued, in flight or kept, that meet a condition.
  @inlinable
  func scopes(where condition: (EffectScope) -> Bool) -> Set<EffectScope> {
    var found: Set<EffectScope> = []
    for scope in effects.byScope.keys where condition(scope) { found.insert(scope) }
    for scope in queue.counts.keys where condition(scope) { found.insert(scope) }
    for scope in sequences.scopes where condition(scope) { found.insert(scope) }
    return found
  }
}

/// A value that left a table of the machine.
@usableFromInline
enum Released<Action: Sendable>: Sendable {
  case effect(Effect<Action>, EffectContext<Action>)
  case running(RunningEffect<Action>)
  case sequence(SequenceTable<Action>.Entry)
  case key(CancelKey)
  case scope(EffectScope)
}
