/// The stepping core: an action goes in, the effects to start and to cancel come out.
///
/// A plain value without a task, a clock or a lock. A store steps its own machine; a search also steps a machine
/// without a store.
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
  /// The effects in flight.
  @usableFromInline package var effects = NumberedTable<RunningEffect<Action>>()
  /// The concatenations in progress.
  @usableFromInline package var sequences = NumberedTable<EffectSequence<Action>>()
  /// The open windows of throttled effects, in the order of their timers.
  @usableFromInline package var throttles: [ThrottleWindow<Action>] = []
  /// The number of queued actions, effects and sequences of each feature, and of its effects that one of another
  /// feature holds back; without the root feature: it is never removed.
  @usableFromInline var scopes: [_Kernel.EffectScope: Int] = [:]
  /// Values of users that left the machine. Its owner destroys them after the access, because a `deinit`
  /// may use the store.
  @usableFromInline var released: [any Sendable] = []
  @usableFromInline var lastActionNumber = 0
  @usableFromInline var lastEffectNumber = 0
  var lastSequenceNumber = 0
  @usableFromInline var foregroundCount = 0

  /// Creates a machine with an empty queue.
  @inlinable public init(_ state: State, reducer: some Reducer<State, Action>) {
    current = state
    self.reducer = .kept(reducer)
  }

  /// The effects in flight, in the order in which they were started.
  @inlinable public var running: [RunningEffect<Action>] { effects.values }

  /// Whether the queue is empty and every effect in flight is a background effect.
  public var isIdle: Bool { queue.isEmpty && foregroundCount == 0 }

  /// True once everything that this `send` started has finished; background effects do not count. O(n) in
  /// the number of queued actions and effects.
  public func isIdle(root: Int) -> Bool {
    !queue.contents.contains { $0.root == root } && running(of: root).isEmpty
  }

  /// The effects in flight that one `send` caused, except background effects. The timer of a throttle counts as the
  /// effect that it delays. O(n).
  package func running(of root: Int) -> [RunningEffect<Action>] {
    shownEffects.filter { $0.metadata.root == root && !$0.isBackground }
  }

  /// The effects in flight, as messages show them: the timer of a throttle with the action of the effect that it
  /// delays. O(n).
  package var shownEffects: [RunningEffect<Action>] {
    guard !throttles.isEmpty else { return running }
    let held = Dictionary(
      uniqueKeysWithValues: throttles.compactMap { window in
        window.latest.map { (window.timer, $0.context) }
      })
    return running.map { effect in
      guard let context = held[effect.number] else { return effect }
      return RunningEffect(number: effect.number, operation: effect.operation, context: context)
    }
  }

  /// The newest foreground effect of one `send`, or of any `send` for root 0; `nil` if there is none. The timer of a
  /// throttle, which has no root, does not count. O(n).
  func awaitedEffect(root: Int) -> Int? {
    effects.entries.last {
      guard let effect = $0.value, !effect.isBackground else { return false }
      return root == 0 ? effect.metadata.root != 0 : effect.metadata.root == root
    }?.number
  }

  /// The number of effects that have ended or were cancelled.
  @inlinable var leftCount: Int { lastEffectNumber - effects.count }

  /// Appends an action of the owner to the queue. Everything that it causes has its `root`.
  @inlinable public mutating func enqueue(
    _ action: Action, root: Int = 0, origin: Step<Action>.Origin = .owner
  ) {
    queue.append(QueuedAction(action: action, sender: .owner(origin, root: root)))
  }

  /// The queue entry for an action or a dismissal of an effect; `nil` if the effect is not in flight or has outlived
  /// its feature. The continuation is among the changes of the step that processes or drops it.
  @inlinable func entry(
    for request: EffectRequest<Action>, from number: Int, _ waiter: SendContinuation?
  ) -> QueuedAction<Action>? {
    guard let effect = effects[number], !effect.metadata.isOrphan else { return nil }
    let reply = request.action
    return QueuedAction(
      action: reply ?? effect.action, sender: request.sender(effect), isDismissal: reply == nil,
      isSurrounded: request.isSurrounded, waiter: waiter)
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

  mutating func release(_ values: [some Sendable]) {
    if !values.isEmpty { released.append(values) }
  }

  /// Ends an access: the caller destroys the values.
  @inlinable mutating func takeReleased() -> [any Sendable] {
    defer { released = [] }
    return released
  }

  @inlinable mutating func count(_ scope: _Kernel.EffectScope) {
    guard !scope.isRoot else { return }
    if scopes[scope] == nil { released.append(NewScope(scope: scope)) }
    scopes[scope, default: 0] += 1
  }

  @inlinable mutating func uncount(_ scope: _Kernel.EffectScope) {
    guard !scope.isRoot, let index = scopes.index(forKey: scope) else { return }
    scopes.values[index] -= 1
    if scopes.values[index] == 0 { released.append(scopes.remove(at: index).key) }
  }

  /// Counts a concatenation that has left the table.
  mutating func uncount(_ sequence: EffectSequence<Action>) {
    uncount(sequence.context.metadata.scope)
    for feature in sequence.held { uncount(feature) }
  }

  /// Ends the parts of features that effects of other features hold back, in later stages and throttled effects: a
  /// reducer that wraps another makes such effects. When such a part begins, only an effect that outlives its feature
  /// does, also if another feature is then at the place. O(n).
  mutating func endHeldParts(of features: Set<_Kernel.EffectScope>) {
    for number in sequences.numbers {
      guard let held = sequences[number]?.held, !held.isEmpty else { continue }
      for feature in held where features.contains(feature) {
        removeStages(of: CancelKey(scope: feature, id: .feature), in: number)
        uncount(feature)
      }
      release(held)
      sequences[number]?.held = held.filter { !features.contains($0) }
    }
    for feature in throttles.flatMap(\.held) where features.contains(feature) {
      _ = removeThrottled(CancelKey(scope: feature, id: .feature))
    }
  }

  /// Replaces the state, empties the queue and cancels all effects.
  @inlinable public mutating func restore(_ state: State) -> EffectChanges<Action> {
    current = state
    return cancelEverything()
  }

  @usableFromInline mutating func cancelEverything() -> EffectChanges<Action> {
    var changes = cancelAll(.all)
    // The actions of the owner are left; they belong to no feature.
    let dropped = queue.removeAll { _ in true }
    changes.drop(dropped)
    release(dropped)
    return changes
  }

  /// Reduces the first action of the queue; `nil` if it is empty.
  @inlinable public mutating func step() -> Step<Action>? {
    _ = takeReleased()
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
    let endsEffects = scopes.keys.contains { $0.hasEnded(in: state) == true }
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
  @usableFromInline mutating func dismiss(_ next: QueuedAction<Action>) -> Effect<Action> {
    lastActionNumber &+= 1
    guard let scope = next.metadata?.scope, !scope.isRoot else { return .dismiss }
    let effect = reducer.dismissRecipient(
      of: next.action, scope: scope.components[...], in: &current)
    // The operators do not find a child whose reducer is called by hand, or an element that has changed its id.
    return effect.isNone || effect.isUndelivered
      ? scope.dismiss(from: &current) ?? .dismiss : effect
  }

  /// Interprets the effect of an action, and ends the features that the action removed.
  @inlinable mutating func applyEffect(
    _ effect: Effect<Action>, of next: QueuedAction<Action>
  ) -> Step<Action> {
    var step = Step(number: lastActionNumber, next)
    if let waiter = next.waiter { step.changes.waiters.append(waiter) }
    if !effect.isNone {
      let metadata = EffectMetadata(actionNumber: step.number, root: next.root)
      interpret(effect, EffectContext(action: next.action, metadata: metadata), &step.changes)
      if next.isCancelled { cancel(.root(next.root), &step.changes) }
    }
    // The effects of a feature whose place in the state is unknown could not be ended.
    for case let new as NewScope in released where new.scope.hasEnded(in: current) == nil {
      step.changes.unknownFeature = new.scope.description
    }
    if !scopes.isEmpty {
      cancelFeatures(
        where: { [current] scope in scope.hasEnded(in: current) == true }, &step.changes)
    }
    complete(next.sequence, &step.changes)
    return step
  }
}

/// A concatenation in progress: the stages to come, and the pending items of the present stage. A stage that has begun
/// is empty.
@usableFromInline package struct EffectSequence<Action: Sendable>: Sendable {
  package let context: EffectContext<Action>
  package var stages: [Effect<Action>]
  package var nextStage = 0
  /// The ids whose parts were removed from later stages.
  package var removed: [CancelKey] = []
  /// The features whose effects are parts of later stages, without those that were removed.
  var held: [_Kernel.EffectScope]
  @usableFromInline package var pending = 0

  init(context: EffectContext<Action>, stages: [Effect<Action>]) {
    self.context = context
    self.stages = stages
    held = stages.dropFirst().flatMap { $0.features(in: context.metadata.scope) }
  }

  /// Takes out the next stage, with its context; `nil` after the last one.
  mutating func takeStage(of number: Int) -> (Effect<Action>, EffectContext<Action>)? {
    guard nextStage < stages.count else { return nil }
    let stage = stages[nextStage]
    stages[nextStage] = .none
    var own = context.branch(nextStage)
    own.metadata.sequence = number
    if nextStage > 0 { own.metadata.isDelayed = true }
    nextStage += 1
    return (stage, own)
  }
}

/// An open window of a throttled effect.
@usableFromInline package struct ThrottleWindow<Action: Sendable>: Sendable {
  let key: CancelKey
  /// The effect that sleeps until the end of the window.
  let timer: Int
  /// The effect that begins at the end of the window.
  package var latest: (effect: Effect<Action>, context: EffectContext<Action>)?
  /// The ids whose parts were removed from the latest effect.
  package var removed: [CancelKey] = []

  /// The concatenation that waits for the latest effect.
  var sequence: Int? { latest?.context.metadata.sequence }

  /// The features whose effects are parts of the latest effect.
  var held: [_Kernel.EffectScope] {
    latest.map { $0.effect.features(in: $0.context.metadata.scope) } ?? []
  }
}
