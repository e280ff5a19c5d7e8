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
  @inlinable
  public var state: State { current }

  @usableFromInline var current: State
  @usableFromInline let reducer: AnyReducer<State, Action>
  @usableFromInline var queue = ActionQueue<Action>()
  @usableFromInline var effects = EffectTable<Action>()
  @usableFromInline var sequences = SequenceTable<Action>()
  @usableFromInline var throttles = ThrottleTable<Action>()
  @usableFromInline var lastActionNumber = 0

  @inlinable
  public init(_ state: State, reducer: some Reducer<State, Action>) {
    self.init(state, resolved: reducer.resolved())
  }

  @usableFromInline
  init(_ state: State, resolved reducer: AnyReducer<State, Action>) {
    current = state
    self.reducer = reducer
  }

  /// Whether an action that returns no effect is its reduction and nothing else.
  @inlinable
  var isQuiet: Bool { queue.isEmpty && effects.isEmpty }

  /// The effects in flight, in the order in which they were started.
  @inlinable
  public var running: [RunningEffect<Action>] { effects.all }

  /// Whether nothing is queued and no effect but background ones is in flight.
  @inlinable
  public var isIdle: Bool { queue.isEmpty && effects.foregroundCount == 0 }

  /// Whether nothing is queued or, but in the background, in flight that began with one `send` of
  /// the owner. O(n) in what is under way.
  @inlinable
  public func isIdle(root: Int) -> Bool {
    !queue.contains(root: root)
      && !effects.all.contains { $0.terms.root == root && !$0.isBackground }
  }

  /// Whether anything waits in the queue.
  @inlinable
  public var hasQueued: Bool { !queue.isEmpty }

  /// The actions that wait to be reduced, in order.
  @inlinable
  public var queued: [Action] { queue.actions }

  /// Puts an action of the owner at the end of the queue. All that comes of it has its `root`.
  @inlinable
  public mutating func enqueue(
    _ action: Action, root: Int = 0, origin: Step<Action>.Origin = .owner
  ) {
    queue.append(QueuedAction(action: action, sender: .owner(origin, root: root)))
  }

  /// Puts a reply of an effect in flight at the end of the queue; `false`, and nothing is done,
  /// if that effect was cancelled. Whoever waits for it is among the changes once it is settled.
  @inlinable
  mutating func enqueue(_ action: Action, from effect: Int, waiter: Waiter?) -> Bool {
    guard let effect = effects[effect] else { return false }
    queue.append(QueuedAction(action: action, sender: .effect(effect), waiter: waiter))
    return true
  }

  /// Puts another state in place of the current one, forgets what is queued and ends all effects.
  @inlinable
  public mutating func restore(_ state: State) -> EffectChanges<Action> {
    current = state
    var changes = cancelAll { _ in true }
    changes.dropped += queue.removeAll { _ in true }.map(\.action)
    return changes
  }

  /// Reduces the first action of the queue; `nil` if it is empty.
  @inlinable
  public mutating func step() -> Step<Action>? {
    guard let next = queue.popFirst() else { return nil }
    return conclude(next, withUnsafePointer(to: next.action) { reduce($0) })
  }

  /// What the reducer makes of an action. Nothing else is done: ``conclude(_:_:)`` comes next.
  @inlinable @inline(__always)
  mutating func reduce(_ action: UnsafePointer<Action>) -> Effect<Action> {
    lastActionNumber &+= 1
    // No reference is counted: the reducer lives as long as the machine.
    return Unmanaged.passUnretained(reducer)._withUnsafeGuaranteedRef {
      $0.run(&current, action)
    }
  }

  /// Whether the action next in line, if it returns no effect, is its reduction and nothing else.
  @inlinable
  func endsNothing(_ next: QueuedAction<Action>) -> Bool {
    effects.byScope.isEmpty && queue.counts.isEmpty && next.sequence == nil
  }

  /// Starts the one effect of an action that was reduced while nothing was under way.
  @inlinable
  mutating func begin(
    _ operation: consuming EffectOperation<Action>, of action: Action, root: Int
  ) -> RunningEffect<Action> {
    effects.insert(
      operation,
      EffectContext(action: action, terms: EffectTerms(actionNumber: lastActionNumber, root: root)))
  }

  /// What comes of an action that has just been reduced.
  @inlinable
  mutating func conclude(_ next: QueuedAction<Action>, _ effect: Effect<Action>) -> Step<Action> {
    var step = Step(number: lastActionNumber, action: next.action, origin: next.origin)
    if let waiter = next.waiter { step.changes.settled.append(waiter) }
    if !effect.isNone {
      let context = EffectContext(
        action: next.action, terms: EffectTerms(actionNumber: step.number, root: next.root))
      interpret(effect, context, &step.changes)
    }
    if !effects.scopes.isEmpty || !queue.scopes.isEmpty { endWhatIsGone(&step.changes) }
    complete(next.sequence, &step.changes)
    return step
  }

  /// Ends the features whose place in the state is gone.
  @inlinable
  mutating func endWhatIsGone(_ changes: inout EffectChanges<Action>) {
    let gone = scopes { [reducer, current] scope in
      !scope.isRoot && reducer.hasEnded(scope.slots[...], in: current)
    }
    end(gone, &changes)
  }
}
