// Effects begin when the queue is empty: an effect that a follow-up cancels never begins. An effect of a
// store of the main actor begins within the turn, where its replies are reduced at once, and its end is
// a function call. Any other effect begins in a task of its own, because a task that is isolated to an
// actor would keep that actor alive; in a simulation, that task runs when the simulation is driven.
extension Store {
  /// Begins the next effect if the queue is empty. Returns whether an effect began.
  @inlinable func beginNext() -> Bool {
    guard lastBegun < machine.lastEffectNumber, machine.queue.isEmpty else { return false }
    // An effect that was cancelled is not in the table.
    guard let effect = machine.effects.first(after: lastBegun) else {
      lastBegun = machine.lastEffectNumber
      return false
    }
    lastBegun = effect.number
    phase = .starting
    begin(effect)
    phase = .working
    return true
  }

  @inlinable func begin(_ effect: RunningEffect<Action>) {
    if ownership == .unreported { reportNoIsolation(effect) }
    let task =
      ownership == .mainActor
      ? startNow(effect)
      : runner.startTask(effect, on: executor.executor(of: identity(of: effect)))
    // An effect that ended, or was cancelled, before its first suspension is not in the table. An executor that runs
    // jobs within `enqueue` lets its actions be reduced before its task is known.
    if machine.effects.contains(effect.number) {
      tasks.insert(task, number: effect.number)
    } else {
      task.cancel()
    }
  }

  @usableFromInline @inline(never) func reportNoIsolation(_ effect: RunningEffect<Action>) {
    ownership = .drained
    RuntimeIssue.report(.onNoIsolation(effect))
  }

  @inlinable func startNow(_ effect: RunningEffect<Action>) -> Task<Void, Never> {
    beginning = (effect.number, nil)
    defer { beginning = (0, nil) }
    return runner.startNow(effect)
  }

  /// Remembers the task of an effect that begins, so that it can be cancelled before its first
  /// suspension, when `tasks` does not contain it yet.
  ///
  /// The task is on the stack until `beginning` is reset, so the reference is valid.
  @usableFromInline func noteCurrentTask(of number: Int) {
    guard beginning.number == number else { return }
    unsafe withUnsafeCurrentTask { beginning.task = unsafe $0 }
  }

  /// Lets effects use the store on the thread that drives the simulation. The caller has the store and
  /// the simulation in one region.
  @inlinable package func joinSimulation(repliesAtOnce: Bool) {
    hasJoinedSimulation = true
    self.repliesAtOnce = repliesAtOnce
  }

  /// Performs a request within the call of the effect; `false` if it has to wait. A driver that steps the
  /// store decides when replies are reduced.
  @inlinable func reply(_ request: EffectRequest<Action>, from effect: Int) -> Bool {
    guard isOpen, repliesAtOnce, stepHandler == nil || request.isCancellation else { return false }
    performTurn {
      if case .cancel(let id) = request { return cancel(id, from: effect) }
      guard let entry = machine.entry(for: request, from: effect, nil) else { return }
      if hasQueued { change { $0.append(entry) } } else { process(entry) }
    }
    return true
  }

  @inlinable package var runner: EffectRunner<State, Action> {
    if let cachedRunner { return cachedRunner }
    let runner = EffectRunner(self)
    cachedRunner = runner
    return runner
  }

  @inlinable package func identity(of effect: RunningEffect<Action>) -> EffectIdentity {
    EffectIdentity(store: mailbox, number: effect.number, actionNumber: effect.actionNumber)
  }

  /// Waits until one `send` is idle, or the store for root 0; `false` if the task of the caller is cancelled before.
  func wait(for root: Int, isolation: isolated (any Actor)?) async -> Bool {
    var watch: Task<Void, Never>?
    defer { watch?.cancel() }
    while true {
      // In a store in use, the end of the turn takes in the messages, and wakes the caller.
      drain()
      let effect = isOpen ? machine.awaitedEffect(root: root) : nil
      if isOpen, effect == nil, root == 0 ? machine.isIdle : machine.isIdle(root: root) {
        return true
      }
      if Task.isCancelled { return false }
      watch = watch ?? mailbox.watchDriver()
      lookedAt = effect == nil ? -1 : min(lookedAt, machine.leftCount)
      await mailbox.arrival(awaiting: effect, endsAtPresent: isOpen, isolation: isolation)
    }
  }

  /// Wakes the calls without an effect, and those whose effect has ended.
  @inlinable @inline(never) func wakeCalls() {
    // An executor that runs jobs within `enqueue` lets a call go on, and wait again, before `wake` returns.
    lookedAt = machine.leftCount
    if !mailbox.wake(where: { !machine.effects.contains($0) }) { lookedAt = .max }
  }
}

/// A handle on all effects that an action causes, directly or through the actions that its effects send.
///
///     let task = store.send(.download)
///     await task.finish()
///
/// It belongs to the isolation of its store, and keeps the store alive.
public struct SendTask {
  @usableFromInline let store: any SendTaskStore
  /// The number of the `send`; 0 if nothing is left to wait for.
  @usableFromInline package let root: Int

  @inlinable init(store: any SendTaskStore, root: Int) {
    self.store = store
    self.root = root
  }

  /// Waits until the effects have ended, except background effects, and reduces their actions.
  ///
  /// ```text
  /// .task { await store.send(.task).finish() }
  /// ```
  ///
  /// If the task that waits is cancelled, the effects are cancelled as by ``cancel()``, and the call
  /// returns.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    if root != 0 { await store.finish(root: root, isolation: isolation) }
  }

  /// Cancels the effects and drops the actions that they sent. Effects of other actions continue, and so
  /// do ``Effect/shielded`` ones.
  public func cancel() {
    if root != 0 { store.cancel(root: root) }
  }
}

/// A store without its generic parameters, so that a ``SendTask`` has none and needs no allocation.
@usableFromInline protocol SendTaskStore: AnyObject {
  func finish(root: Int, isolation: isolated (any Actor)?) async
  func cancel(root: Int)
}

extension Store: SendTaskStore {
  @usableFromInline func finish(root: Int, isolation: isolated (any Actor)?) async {
    if await !wait(for: root, isolation: isolation) { cancel(root: root) }
  }

  @usableFromInline func cancel(root: Int) { receive(.cancel(root: root)) }
}
