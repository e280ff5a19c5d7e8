/// Holds the state of an app, reduces actions one at a time and runs their effects.
///
///     let store = Store(Counter.State()) { Counter() }
///     store.send(.increment)
///     print(store.state.count)  // 1
///
/// A store belongs to the isolation that made it: the main actor, another actor, or none. The
/// compiler checks this, because the class is not `Sendable`. Effects of a store of the main actor
/// begin on the main actor: before `send` returns, or after it on systems older than macOS 26 and iOS 26. A store on
/// no isolation, made with ``init(nonisolated:executor:reducer:)``, reduces no reply by itself: replies wait in a
/// mailbox until its owner calls ``drain()`` or awaits ``finish(isolation:)``.
///
/// The end of a store cancels all its effects. Only its owner keeps it alive.
///
/// Reducers, getters, observers and the `deinit` of any value may use the store. While the store is in use,
/// ``send(_:origin:)`` and ``cancel()`` are deferred: before the next reduction they append to the queue and cancel
/// effects, in order. The outermost call returns when the queue is empty. Reading the state while a reducer changes
/// it stops the program with a message.
///
/// The path of an action is `@inlinable`: it takes nanoseconds where the layout of state and action is known, and
/// microseconds of metadata look-ups elsewhere.
///
/// Safe: `beginning` is the current task, and is only used while it runs.
@safe @dynamicMemberLookup
public final class Store<State, Action: Sendable> {
  // Unchecked exclusivity: a dynamic check of each access would take longer than the action. `phase`
  // takes its place; see `Store+Phase.swift`. Therefore each property is marked `@safe`.
  @usableFromInline @safe @exclusivity(unchecked)
  package internal(set) var machine: Machine<State, Action>
  /// Messages that arrived during a turn, or while the machine was in use.
  @usableFromInline @safe @exclusivity(unchecked) var deferred: [Message<Action>] = []
  /// The number of the last effect that began. The effects after it begin when the queue is empty.
  @usableFromInline @safe @exclusivity(unchecked) var lastBegun = 0
  /// The tasks of the effects in flight that have begun.
  @usableFromInline @safe @exclusivity(unchecked) var tasks = NumberedTable<Task<Void, Never>>()
  /// The number of the effect that begins now, and its task; otherwise 0.
  @usableFromInline @safe @exclusivity(unchecked) var beginning:
    (number: Int, task: UnsafeCurrentTask?)
  @usableFromInline @safe @exclusivity(unchecked) var lastRoot = 0
  /// `nil` until the first call of ``observe(_:)``.
  @usableFromInline @safe @exclusivity(unchecked) var observers: EventObservers<Action>?
  /// Set for a store whose driver steps it by hand, and in which replies wait in the mailbox. Receives the steps that
  /// have consequences beyond the change of the state.
  @usableFromInline @safe @exclusivity(unchecked) package var stepHandler: ((Step<Action>) -> Void)?
  @usableFromInline @safe @exclusivity(unchecked) var tracked = TrackedPaths()
  @usableFromInline @safe @exclusivity(unchecked) var readers = StateReaders()
  @usableFromInline @safe @exclusivity(unchecked) var cachedRunner: EffectRunner<State, Action>?
  /// Whether the store and the driver of its simulation belong to one region.
  @usableFromInline @safe @exclusivity(unchecked) var hasJoinedSimulation = false
  @usableFromInline @safe @exclusivity(unchecked) package internal(set) var phase = Phase.idle
  /// Whether `tracked` is in use. Not a part of it: the optimizer assumes that nothing reads a
  /// structure that a mutating method changes.
  @usableFromInline @safe @exclusivity(unchecked) var isTracking = false
  /// Whether a reply is reduced within the call of the effect. Otherwise it waits in the mailbox.
  @usableFromInline @safe @exclusivity(unchecked) package var repliesAtOnce: Bool
  @usableFromInline @safe @exclusivity(unchecked) var ownership: Ownership
  /// Waiting calls are checked after a turn if more effects than this have ended: always for -1, and never for
  /// `Int.max`, because no call waits.
  @usableFromInline @safe @exclusivity(unchecked) var lookedAt = Int.max

  @usableFromInline let mailbox: Mailbox<Action>
  /// `nil` for a store on no isolation, and after the end of its actor.
  @usableFromInline weak let isolation: (any Actor)?
  @usableFromInline let executor: EffectExecutor

  /// Where the store was made. One byte: an app may have thousands of stores.
  @usableFromInline enum Ownership {
    /// On the main actor, where the runtime begins an effect within the turn.
    case mainActor
    /// On an actor. Effects begin in tasks.
    case actor
    /// On no isolation: only the owner drains the store.
    case drained
    /// The same, perhaps by mistake: the first effect reports it.
    case unreported
  }

  /// - Parameters:
  ///   - executor: where effects run; the executor of a simulation, in tests. By default they run on
  ///     the main actor for a store of the main actor, and otherwise on the global executor.
  ///   - isolation: the isolation that the store belongs to, filled in by the compiler. In the initial
  ///     value of a property, a `lazy var`, a `static let` or a global, and in a default argument, the
  ///     compiler fills in none, even on the main actor: write `isolation: MainActor.shared` there. The
  ///     first effect of a store that was given none reports a ``RuntimeIssue``.
  @inlinable public init(
    _ state: State,
    executor: (any TaskExecutor)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) {
    machine = Machine(state, reducer: reducer())
    self.executor = EffectExecutor(executor)
    mailbox = Mailbox(simulation: self.executor.simulation)
    beginning = (0, nil)
    self.isolation = isolation
    let startsNow = EffectStart.isImmediate && executor == nil && isolation === MainActor.shared
    ownership = isolation == nil ? .unreported : startsNow ? .mainActor : .actor
    repliesAtOnce = isolation != nil
  }

  /// Creates a store on no isolation, for an owner that drains it.
  ///
  ///     let store = Store(nonisolated: Counter.State()) { Counter() }
  ///     await store.send(.load).finish()
  ///
  /// Replies of effects are reduced only when the owner calls ``drain()`` or awaits
  /// ``finish(isolation:)`` or an element of ``states``.
  @inlinable public convenience init(
    nonisolated state: State,
    executor: (any TaskExecutor)? = nil,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>
  ) {
    self.init(state, executor: executor, isolation: nil, reducer: reducer)
    ownership = .drained
  }

  deinit {
    for task in tasks.values { task.cancel() }
    mailbox.close()
    for entry in machine.queue.contents { entry.waiter?.resume() }
    for case .reply(_, _, let waiter?) in deferred { waiter.resume() }
    readers.end()
    observers?.end()
  }

  /// The current state, untracked: a view that reads only this property is not redrawn when the state
  /// changes.
  @inlinable public var untrackedState: State { withState { unsafe $0.pointee } }

  /// Reduces `action` and its follow-ups, first in, first out, before it returns.
  ///
  ///     await store.send(.refresh).finish()
  ///
  /// During a reduction or an observer, the action is deferred: it is reduced after the
  /// follow-ups of the current action and before the outermost `send` returns. An action for a screen
  /// that does not exist changes nothing and is reported as a ``RuntimeIssue``.
  ///
  /// - Returns: a handle on the effects that the action causes.
  @inlinable @discardableResult public func send(
    _ action: Action, origin: Step<Action>.Origin = .owner
  ) -> SendTask {
    SendTask(store: self, root: take(action, origin))
  }

  /// Reduces the replies that effects have left since the last time.
  ///
  /// Needed only for a store on no isolation; any other drains itself.
  @inlinable public func drain() {
    // A needless turn would wake the waiting calls, which drain again.
    if !isOpen || !mailbox.isEmpty || hasQueued { receive(.drain) }
  }

  /// Cancels all effects in flight and drops the actions that they sent.
  public func cancel() { receive(.cancel(root: nil)) }

  /// Waits until every effect in flight is a background effect, and reduces what effects send.
  ///
  /// If a foreground effect never ends, the call returns only when its task is cancelled.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    _ = await wait(for: 0, isolation: isolation)
  }
}

// MARK: The path of an action

// An action passes these functions from top to bottom. Each stage is skipped where it has nothing to do:
// an idle store goes no further than `take`, and an action without an effect no further than `process`.
extension Store {
  /// The one function that takes in an action of the owner.
  ///
  /// - Returns: the number of this `send`; 0 if it began in an idle store and left no work.
  @inlinable @inline(__always) func take(_ action: Action, _ origin: Step<Action>.Origin) -> Int {
    guard phase == .idle else { return receive(action, origin) }
    let effect = reduce(action)
    guard effect.isNone, phase == .reducing else { return perform(effect, of: action, origin) }
    withExtendedLifetime(action) { phase = .idle }
    return 0
  }

  /// Defers an action of a store in use; in an active store it is a turn of its own.
  @inlinable @inline(never)
  func receive(_ action: Action, _ origin: Step<Action>.Origin) -> Int {
    lastRoot += 1
    let root = lastRoot
    receive(.send(action, origin, root: root))
    return root
  }

  /// Continues with the effect of an action that was reduced in an idle store. A follow-up needs no
  /// queue.
  @inlinable @inline(never)
  func perform(_ effect: Effect<Action>, of action: Action, _ origin: Step<Action>.Origin) -> Int {
    guard phase == .reducing, stepHandler == nil, let followUp = effect.followUp else {
      return performTurn(with: effect, of: action, origin)
    }
    var action = followUp
    // After very many follow-ups a turn takes over, because only a turn notices that they do not end. Its
    // queue makes each of them several times slower.
    var followUps = 0
    while true {
      let effect = reduce(action)
      followUps += 1
      guard phase == .reducing, deferred.isEmpty, isUnobserved, followUps < 1 << 14,
        effect.isNone || effect.isFollowUp
      else {
        return performTurn(with: effect, of: action, .followUp, after: followUps)
      }
      guard let followUp = effect.followUp else {
        withExtendedLifetime(action) { phase = .idle }
        return 0
      }
      phase = .busy
      action = followUp
    }
  }

  @inlinable @inline(never)
  func performTurn(
    with effect: Effect<Action>, of action: Action, _ origin: Step<Action>.Origin,
    after followUps: Int = 0
  ) -> Int {
    lastRoot += 1
    let root = lastRoot
    performTurn(after: followUps) {
      apply(effect, of: QueuedAction(action: action, sender: .owner(origin, root: root)))
    }
    return hasWork ? root : 0
  }

  /// Takes in a message, or defers it while the store is in use.
  @inlinable @inline(never) func receive(_ message: Message<Action>) {
    guard isOpen else {
      deferred.append(message)
      return noteInterruption()
    }
    performTurn { handle(message) }
  }

  /// Takes in the end of an effect. Not inlined: the message would be stored in the task of the effect, which would
  /// then need one more allocation.
  @inlinable @inline(never) func receiveEnd(of effect: Int) { receive(.ended(effect: effect)) }

  /// Does some work, processes the queue, and begins effects once the queue is empty. A driver that
  /// steps the store processes the queue itself. A nested turn leaves the effects to the outer turn.
  ///
  /// - Parameter followUps: the follow-ups that were reduced without a queue.
  @inlinable func performTurn(after followUps: Int = 0, _ work: () -> Void) {
    let outer = phase
    phase = .working
    work()
    var count = followUps
    while true {
      let last = machine.lastActionNumber
      if stepHandler == nil, let next = nextAction() {
        process(next)
      } else {
        handleDeferred()
        guard !outer.isTurn, beginNext() else { break }
      }
      // An effect may have replied before its first suspension: each reply is a nested turn.
      guard machine.lastActionNumber != last else { continue }
      count += 1
      if count.isMultiple(of: 1 << 16) { checkLength(ofTurn: count) }
    }
    endTurn(within: outer)
  }

  @inlinable func endTurn(within outer: Phase) {
    phase = outer.isTurn ? outer : isUnobserved && !hasWork ? .idle : .active
    if machine.leftCount > lookedAt, !outer.isTurn { wakeCalls() }
  }

  @inlinable func nextAction() -> QueuedAction<Action>? {
    handleDeferred()
    return machine.queue.isEmpty ? nil : change { $0.popFirst() }
  }

  @inlinable func handleDeferred() {
    while !deferred.isEmpty {
      let messages = deferred
      deferred = []
      for message in messages { handle(message) }
    }
  }

  @inlinable func handle(_ message: Message<Action>) {
    switch message {
    case .send(let action, let origin, let root):
      change { $0.enqueue(action, root: root, origin: origin) }
    case .reply(.cancel(let id), let effect, let waiter):
      cancel(id, from: effect)
      waiter?.resume()
    case .reply(let request, let effect, let waiter):
      if let entry = machine.entry(for: request, from: effect, waiter) {
        change { $0.append(entry) }
      } else {
        waiter?.resume()
      }
    case .ended(let number): end(number)
    case .cancel(let root): cancelEffects(of: root)
    case .drain:
      while let message = mailbox.takeFirst() { handle(message) }
    }
  }

  @usableFromInline func cancelEffects(of root: Int?) {
    notify(ofCancelling: change { $0.cancelAll(root.map { .root($0) } ?? .all) })
  }

  @usableFromInline func cancel(_ id: AnyID, from effect: Int) {
    if let changes = change({ $0.cancel(id, from: effect) }) { notify(ofCancelling: changes) }
  }

  /// Removes an effect that ended by itself, and starts what waited for its end.
  @inlinable func end(_ number: Int) {
    let task = tasks.remove(number)
    defer { withExtendedLifetime(task) {} }
    // An effect that was cancelled is no longer in the table.
    guard let effect = change({ $0.removeEnded(number) }) else { return }
    guard isObserved || machine.isAwaited(effect) else { return }
    let changes = change { $0.startNext(after: effect) }
    perform(changes)
    deliver(.finished(effect, changes))
  }

  func notify(ofCancelling changes: EffectChanges<Action>) {
    perform(changes)
    deliver(.cancelled(changes))
  }

  /// Reduces an action of the queue and does everything that follows from it.
  ///
  /// - Returns: `nil` if the action had no consequence except for the change of the state.
  @inlinable @discardableResult func process(_ next: QueuedAction<Action>) -> Step<Action>? {
    if next.isSurrounded { return processSurrounded(next) }
    let effect = reduce(next)
    // No feature with effects can have been removed, and no sequence waits for the action.
    let isDone = effect.isNone && machine.scopes.isEmpty && next.sequence == nil
    guard isDone, phase == .reducing, isUnobserved else { return apply(effect, of: next) }
    withExtendedLifetime(next) { phase = .working }
    next.waiter?.resume()
    return nil
  }

  /// Starts and cancels effects, reports issues, and informs observers.
  @inlinable
  @discardableResult
  func apply(_ effect: Effect<Action>, of next: QueuedAction<Action>) -> Step<Action> {
    let step = change { $0.applyEffect(effect, of: next) }
    perform(step.changes)
    if step.changes.hasIssues { reportIssues(of: step) }
    stepHandler?(step)
    deliver(.step(step))
    publish()
    return step
  }

  @usableFromInline @inline(never) func reportIssues(of step: Step<Action>) {
    if step.changes.dismissedRoot { RuntimeIssue.report(.dismissedRoot(by: step)) }
    if let feature = step.changes.unknownFeature {
      RuntimeIssue.report(.unknownFeature(feature, step))
    }
    guard let missing = step.changes.missing else { return }
    switch step.origin {
    // A test store reports it at the line that receives the action.
    case .effect where stepHandler != nil: break
    case .owner, .replay, .effect: RuntimeIssue.report(.undelivered(step, missing))
    }
  }

  /// Cancels effects, and resumes the effects whose actions were reduced or dropped.
  @inlinable func perform(_ changes: EffectChanges<Action>) {
    for number in changes.cancelled {
      if beginning.number == number { unsafe beginning.task?.cancel() }
      tasks.remove(number)?.cancel()
    }
    for waiter in changes.waiters { waiter.resume() }
  }
}
