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
  /// The current state.
  @inlinable public var state: State { current }

  @usableFromInline package var current: State
  @usableFromInline let reducer: _Kernel.AnyReducer<State, Action>
  @usableFromInline var queue = Queue<QueuedAction<Action>>()
  @usableFromInline var effects = EffectTable<Action>()
  @usableFromInline var sequences = SequenceTable<Action>()
  @usableFromInline var throttles = ThrottleTable<Action>()
  /// The number of queued actions, effects and sequences of each feature, without the root feature: it
  /// is never removed.
  @usableFromInline var scopes: [_Kernel.EffectScope: Int] = [:]
  /// Values of users that left the tables. The owner of the machine destroys them after the access,
  /// because a `deinit` may use the store.
  @usableFromInline var released: [Released<Action>] = []
  @usableFromInline var lastActionNumber = 0

  /// Creates a machine with an empty queue.
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

  /// Appends an action of the owner to the queue. Everything that it causes has its `root`.
  @inlinable public mutating func enqueue(
    _ action: Action, root: Int = 0, origin: Step<Action>.Origin = .owner
  ) {
    queue.append(QueuedAction(action: action, sender: .owner(origin, root: root)))
  }

  /// A reply of an effect, or without a reply a dismissal, for the queue; `nil` if the effect is not in
  /// flight. The continuation is among the changes of the step that processes or drops it.
  @inlinable func entry(
    for reply: Action?, from number: Int, _ waiter: SendContinuation?
  ) -> QueuedAction<Action>? {
    effects[number].map { effect in
      QueuedAction(
        action: reply ?? effect.action, sender: .effect(effect), isDismissal: reply == nil,
        waiter: waiter)
    }
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

  @inlinable mutating func count(_ scope: _Kernel.EffectScope) {
    guard !scope.isRoot else { return }
    if scopes[scope] == nil { released.append(.added(scope)) }
    scopes[scope, default: 0] += 1
  }

  @inlinable mutating func uncount(_ scope: _Kernel.EffectScope) {
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
    unsafe next.isDismissal
      ? dismiss(next) : withUnsafePointer(to: next.action) { unsafe reduce($0) }
  }

  /// The state after an action that returns no effect and removes no feature with effects; `nil` for any
  /// other action.
  package func stateWithoutEffects(after action: Action) -> State? {
    var state = current
    guard reducer.reduce(into: &state, action: action).isNone else { return nil }
    let endsEffects = scopes.keys.contains {
      reducer.hasEnded($0.components[...], in: state) == true
    }
    return endsEffects ? nil : state
  }

  /// Runs the reducer, and nothing else. ``applyEffect(_:of:)`` comes next.
  @inlinable @inline(__always)
  mutating func reduce(_ action: UnsafePointer<Action>) -> Effect<Action> {
    lastActionNumber &+= 1
    // No reference is counted: the reducer lives as long as the machine.
    return unsafe Unmanaged.passUnretained(reducer)._withUnsafeGuaranteedRef {
      unsafe $0.run(&current, action)
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

/// A value that left a table of the machine.
@usableFromInline enum Released<Action: Sendable>: Sendable {
  case effect(Effect<Action>, EffectContext<Action>)
  case running(RunningEffect<Action>)
  case sequence(SequenceTable<Action>.Entry)
  case scope(_Kernel.EffectScope)
  /// The scope of the first effect of a feature: it is in the table, and checked after the action.
  case added(_Kernel.EffectScope)
}
