// What every driver does with what the machine answers; those in this package drive it by hand, one
// action at a time.
extension Store {
  @inlinable
  package var running: [RunningEffect<Action>] { core.pointee.machine.running }

  /// The actions, by number, whose throttled effects wait for their time.
  @inlinable
  package var throttledActions: [Int] { core.pointee.machine.throttles.waitingActions }

  @inlinable
  package var isIdle: Bool { core.pointee.machine.isIdle }

  @inlinable
  package var hasQueued: Bool { core.pointee.machine.hasQueued }

  @inlinable
  package var queued: [Action] { core.pointee.machine.queued }

  /// What waits to be reduced, in order, and who has sent it.
  @inlinable
  package var queueEntries: [QueuedAction<Action>] { core.pointee.machine.queue.entries.contents }

  /// What is reduced next, and who has sent it.
  @inlinable
  package var nextEntry: QueuedAction<Action>? { core.pointee.machine.queue.entries.first }

  /// How many actions were taken up so far.
  @inlinable
  package var actionCount: Int { core.pointee.machine.lastActionNumber }

  /// Whether an action that returns no effect is its reduction and nothing else.
  @inlinable
  package var isAtRest: Bool { core.pointee.activity == .quiet }

  /// Puts it at rest, if nobody looks on and nothing is under way.
  @inlinable
  package func rest() {
    if isQuiet { core.pointee.activity = .quiet }
  }

  /// Reduces an action of the owner while the store is at rest; its follow-ups wait in the queue.
  /// `nil` if it has no effect, and that is all.
  @inlinable
  package func reduceAlone(_ action: Action) -> Step<Action>? {
    core.pointee.activity = .stepping
    let effect = withUnsafePointer(to: action) { core.pointee.machine.reduce($0) }
    guard effect.isNone, core.pointee.activity == .stepping else {
      return begin(effect, of: action)
    }
    core.pointee.activity = .quiet
    return nil
  }

  @inlinable @inline(never)
  func begin(_ effect: Effect<Action>, of action: Action) -> Step<Action> {
    core.pointee.lastRoot += 1
    let entry = QueuedAction(action: action, sender: .owner(.owner, root: core.pointee.lastRoot))
    let step = core.pointee.machine.conclude(entry, effect)
    settle(step)
    return step
  }

  @inlinable
  package func enqueue(_ action: Action) {
    attend()
    core.pointee.lastRoot += 1
    core.pointee.machine.enqueue(action, root: core.pointee.lastRoot)
  }

  /// Takes what effects have left into the queue, without reducing it.
  @inlinable
  package func collect() {
    while let letter = mailbox.takeFirst() {
      switch letter {
      case .finished(let effect):
        core.pointee.tasks.remove(effect)
        // Not there if it was cancelled.
        if let ended = core.pointee.machine.effects.remove(effect) { follow(ended) }
      case .action(let action, let effect, let waiter):
        let isQueued = core.pointee.machine.enqueue(action, from: effect, waiter: waiter)
        if !isQueued { waiter?.resume() }
      }
    }
  }

  /// Starts what was to come after an effect that has ended by itself, and tells who looks on.
  @inlinable
  func follow(_ ended: RunningEffect<Action>) {
    guard inspector != nil || core.pointee.machine.isAwaited(ended) else { return }
    let changes = core.pointee.machine.follow(ended)
    perform(changes)
    inspector?(.finished(ended, changes))
  }

  /// Reduces the first action of the queue, starts and cancels effects; `nil` if it is empty.
  @discardableResult
  @inlinable
  package func step() -> Step<Action>? {
    guard hasQueued else { return nil }
    core.pointee.activity = .stepping
    guard let step = core.pointee.machine.step() else { return nil }
    settle(step)
    return step
  }

  /// Starts and cancels effects, and tells all who look on.
  @inlinable
  func settle(_ step: Step<Action>) {
    core.pointee.activity = .attended
    enqueueAside()
    perform(step.changes)
    if step.changes.dismissedRoot { RuntimeIssue.report(.dismissedRoot(by: step)) }
    if case .undelivered(let missing) = step.outcome {
      switch step.origin {
      case .owner, .replay: RuntimeIssue.report(.undelivered(step, missing))
      case .effect: break
      }
    }
    inspector?(.step(step))
    publish()
  }

  /// Takes up what was sent while the machine was being changed or read.
  @inlinable
  func enqueueAside() {
    guard !core.pointee.aside.isEmpty else { return }
    for (action, root, origin) in core.pointee.aside {
      core.pointee.machine.enqueue(action, root: root, origin: origin)
    }
    core.pointee.aside = []
  }

  /// Puts another state in place, ends all effects and forgets what is queued.
  @inlinable
  package func restore(_ state: State) {
    let changes = core.pointee.machine.restore(state)
    perform(changes)
    inspector?(.cancelled(changes))
    publish()
    stepAll()
  }

  @inlinable
  func cancelAll(where condition: (EffectTerms) -> Bool) {
    let changes = core.pointee.machine.cancelAll(where: condition)
    perform(changes)
    inspector?(.cancelled(changes))
  }

  @inlinable
  func perform(_ changes: EffectChanges<Action>) {
    for effect in changes.cancelled {
      core.pointee.tasks.remove(effect)?.cancel()
      // To a waiting `finish` it has ended now, however long its task takes to.
      mailbox.post(.finished(effect: effect))
    }
    for effect in changes.started { start(effect) }
    for waiter in changes.settled { waiter.resume() }
  }

  @inlinable
  func start(_ effect: RunningEffect<Action>) {
    let courier = Courier(of: effect, to: mailbox, home: home)
    let task = Task(
      executorPreference: executor(of: effect), priority: effect.operation.priority
    ) { await courier.run() }
    core.pointee.tasks.append(task, number: effect.number)
  }
}
