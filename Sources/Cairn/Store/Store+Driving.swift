// For the drivers in this package: the test store, trails, the terminal and the explorer.
extension Store {
  /// Continues a machine whose queue is empty. Its effects begin again, each when ``beginAgain(_:)`` is
  /// called.
  @inlinable package convenience init(
    resuming machine: Machine<State, Action>, executor: (any TaskExecutor)?
  ) {
    self.init(nonisolated: machine.current, executor: executor) { machine.reducer }
    self.machine = machine
    lastBegun = machine.lastEffectNumber
    for effect in machine.running {
      self.machine.effects[effect.number] = RunningEffect(
        number: effect.number, operation: effect.operation, context: effect.context)
    }
    leaveIdle()
  }

  package var machineCopy: Machine<State, Action> {
    checkUse()
    return machine
  }

  package func beginAgain(_ number: Int) {
    if let effect = machine.effects[number] { begin(effect) }
  }

  /// Drops the replies of effects during `body`. The effects continue at once, as if their actions had been
  /// reduced.
  package func droppingReplies<Result>(_ body: () -> Result) -> Result {
    mailbox.contents.withLock { $0.isClosed = true }
    defer { mailbox.contents.withLock { $0.isClosed = false } }
    return body()
  }

  /// Whether the operation of an effect in flight has not ended.
  package func isRunning(_ number: Int) -> Bool {
    machine.effects[number].map { !$0.hasEnded.load(ordering: .acquiring) } ?? false
  }

  @discardableResult
  @inlinable
  package func step() -> Step<Action>? {
    checkUse()
    var step: Step<Action>?
    performTurn {
      guard let next = nextAction() else { return }
      step = process(next) ?? Step(number: machine.lastActionNumber, next)
    }
    return step
  }

  @inlinable
  func checkUse() {
    if phase > .working { stopDriving() }
  }

  @usableFromInline @inline(never)
  func stopDriving() -> Never {
    fatalError(
      """
      A store was stepped or restored while its reducer ran or its state was read.
      Likely causes: a reducer, a getter or a `deinit` uses the driver of its own store.
      Suggestion: return an effect that sends an action.
      """)
  }

  /// Takes in the replies of the mailbox; whether an action is queued. `false` while the store is in
  /// use.
  @inlinable package func collect() -> Bool {
    guard isOpen else { return false }
    let outer = phase
    phase = .working
    if !mailbox.isEmpty { handle(.drain) }
    while !outer.isTurn, beginNext() {}
    endTurn(within: outer)
    return hasQueued
  }

  /// Reports a turn that has reduced very many actions, or ends it at the limit of a simulation.
  @usableFromInline @inline(never) func checkLength(ofTurn count: Int) {
    guard !mailbox.continues(after: count) else { return }
    notify(ofCancelling: change { $0.cancelEverything() })
  }

  /// Cancels the effects of all features, as the end of a child does. Effects that outlive their feature go on.
  package func endRoot() {
    checkUse()
    performTurn { notify(ofCancelling: change { $0.cancelAll(.everyFeature) }) }
  }

  /// Replaces the state, cancels all effects and empties the queue.
  ///
  /// - Parameter effects: effects of that state with a `root`, which begin again under other numbers.
  package func restore(
    _ state: State, startingAgain effects: [RunningEffect<Action>] = []
  ) {
    checkUse()
    // The old state is destroyed at the end of the turn.
    var other = state
    performTurn {
      let changes = change { machine in
        swap(&machine.current, &other)
        var changes = machine.cancelEverything()
        for effect in effects {
          changes.started.append(machine.insert(effect.operation, effect.context))
        }
        return changes
      }
      notify(ofCancelling: changes)
      publish()
    }
  }

  package var running: [RunningEffect<Action>] { machine.running }

  package var shownEffects: [RunningEffect<Action>] { machine.shownEffects }

  package var isIdle: Bool { machine.isIdle }

  @inlinable package var hasQueued: Bool { !(machine.queue.isEmpty && deferred.isEmpty) }

  package var queueEntries: [QueuedAction<Action>] { machine.queue.contents }

  package var nextEntry: QueuedAction<Action>? { machine.queue.first }

  /// Whether an entry dismisses the root: nothing around its feature can be removed.
  package func dismissesRoot(_ entry: QueuedAction<Action>) -> Bool {
    guard entry.isDismissal else { return false }
    guard let scope = entry.metadata?.scope, !scope.isRoot else { return true }
    var state = untrackedState
    let end: Effect<Action>? = scope.dismiss(from: &state)
    return end == nil
  }

  @inlinable package var actionCount: Int { machine.lastActionNumber }

  /// The number of times that a caller has waited for the end of effects, for tests.
  package var waitCount: Int { Int(mailbox.waitCount) }

  /// Whether `send` of an action without an effect only runs the reducer.
  @inlinable package var isAtRest: Bool { phase == .idle }
}
