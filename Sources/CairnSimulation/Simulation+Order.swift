import Cairn

// The order of work: first in, first out, or the order that the source of choices selects.
extension Simulation {
  /// Runs all ready work without advancing the time.
  ///
  /// This method does not return while an effect makes further work ready.
  public func drain() {
    simulationExecutor.drive {
      if isDecided { return drainAsDecided() }
      guard partLimit > 0 else {
        repeat { drainStores() } while simulationExecutor.drain()
        return
      }
      var partCount = 0
      while !isStopped {
        drainStores()
        guard simulationExecutor.runFirst() else { return }
        partCount += 1
        if partCount > partLimit { simulationExecutor.stopEndlessWork() }
      }
    }
  }

  private func drainAsDecided() {
    var partCount = 0
    while !isStopped {
      partCount += 1
      if partLimit > 0, partCount > partLimit { return simulationExecutor.stopEndlessWork() }
      // Stores first: the end of an effect may start the next stage of a sequence.
      let stores = stores.filter { $0.collect() }
      scheduler?.didRun(simulationExecutor.takeInteraction())
      let jobs = simulationExecutor.eligible
      let options = jobs.map(\.work.option) + stores.map { _ in .reduction }
      guard !options.isEmpty else { return }
      let choice = ChoicePoint(question: .next, options: options)
      guard let index = selected(choice, among: jobs.map(\.work.lane?.effect)) else { return }
      if index < jobs.count {
        if simulationExecutor.isRecording { recordTurn(index, of: jobs.map(\.work.lane?.record)) }
        simulationExecutor.run(at: jobs[index].offset)
      } else {
        stores[index - jobs.count].drain()
      }
    }
  }

  /// The option to take; `nil` if the scheduler stops the run, or has stopped it.
  private func selected(_ choice: ChoicePoint, among effects: [EffectIdentity?]) -> Int? {
    guard !isStopped else { return nil }
    guard let scheduler else { return choices.index(for: choice) }
    switch scheduler.select(choice, effects) {
    case .source: return choices.index(for: choice)
    case .option(let index): return choices.record(index, for: choice)
    case .stop:
      hasStopped = true
      return nil
    }
  }

  /// Ends the process of a store, which `body` replaces by that of the next process.
  ///
  ///     var store = simulation.store(Timer.State()) { Timer(clock: simulation.clock) }
  ///     store.send(.start)
  ///     simulation.restart {
  ///       store = simulation.store(Timer.State()) { Timer(clock: simulation.clock) }
  ///     }
  ///
  /// The effects of the store end, and so do the requests of effects that were cancelled before. What is left of
  /// them runs before this returns, first in, first out, and without a choice: orders of it would multiply with those
  /// of the next start. What it stores in ``memory`` is lost afterwards: in a process that ended, it would
  /// not run.
  public func restart(_ body: () -> Void) {
    var ended = stores.compactMap(\.store)
    clock.endProcess {
      body()
      processCount += 1
      simulationExecutor.endedProcess.store(processCount, ordering: .relaxed)
      // The end of a store runs the cancellation handlers of its effects, which are in no cancelled task.
      simulationExecutor.isEndingProcess.store(true, ordering: .relaxed)
      ended.removeAll()
      simulationExecutor.isEndingProcess.store(false, ordering: .relaxed)
    }
    simulationExecutor.drive { _ = simulationExecutor.drain() }
    simulationExecutor.endedProcess.store(0, ordering: .relaxed)
  }

  /// Runs ready jobs, one at a time, until `canReduce`, which is called before each, returns `true`
  /// and the next turn is that of the reduction. A source of choices decides whether it is.
  package func runJobs(until canReduce: () -> Bool) {
    simulationExecutor.drive {
      guard isDecided else {
        while !canReduce(), simulationExecutor.runFirst() {}
        return
      }
      while true {
        let canReduce = canReduce()
        let jobs = simulationExecutor.eligible
        let options = jobs.map(\.work.option) + (canReduce ? [.reduction] : [])
        guard !options.isEmpty else { return }
        let index = choices.index(for: ChoicePoint(question: .next, options: options))
        guard index < jobs.count else { return }
        simulationExecutor.run(at: jobs[index].offset)
      }
    }
  }

  /// Reduces an action of an effect. The effect continues before other ready jobs, as it does when a
  /// store reduces within the call of the effect, unless a source of choices decides.
  package func reduce<Result>(actionOf effect: EffectIdentity?, _ reduce: () -> Result) -> Result {
    guard let effect, !isDecided else { return reduce() }
    return simulationExecutor.reduce(actionOf: effect, reduce)
  }

  /// Wakes the sleeper with the earliest deadline up to `target`, and those sleepers with the same
  /// deadline that the source of choices selects. Returns `false` if there is no such deadline.
  package func wakeNext(upTo target: VirtualClock.Instant) -> Bool {
    simulationExecutor.drive { isDecided ? wakeAsDecided(upTo: target) : clock.wake(upTo: target) }
  }

  private func wakeAsDecided(upTo target: VirtualClock.Instant) -> Bool {
    var due = clock.due(upTo: target)
    guard !due.isEmpty else { return false }
    let first = ChoicePoint(question: .wake, options: due.map(option))
    guard var index = selected(first, among: []) else { return false }
    repeat {
      if simulationExecutor.isRecording, let turn = clock.turn(of: index, upTo: target) {
        let ready = simulationExecutor.eligible.count { $0.work.lane?.record === turn.record }
        if ready + turn.count > 1 { turn.record.take(turn: ready + turn.position) }
      }
      _ = clock.wake(index, upTo: target)
      due = clock.due(upTo: clock.time)
      let choice = ChoicePoint(question: .wake, options: [.later] + due.map(option))
      guard let next = selected(choice, among: []) else { return false }
      index = next - 1
    } while index >= 0
    return true
  }

  /// Records the task of an effect that continues, if several of its tasks can continue.
  private func recordTurn(_ index: Int, of tasks: [(any EffectRecord)?]) {
    guard let record = tasks[index] else { return }
    let own = tasks.indices.filter { tasks[$0] === record }
    guard own.count > 1 || clock.isDue(record), let turn = own.firstIndex(of: index) else { return }
    record.take(turn: turn)
  }

  private func option(for sleeper: EffectIdentity?) -> ChoicePoint.Option {
    sleeper.map { .effect($0.number) } ?? .work
  }

  private func drainStores() {
    // Reducers and observers may create stores.
    for store in stores where store.hasMessages() { store.drain() }
  }
}

extension RuntimeIssue {
  static var endlessWork: RuntimeIssue {
    RuntimeIssue(
      "The work of one instant does not end.",
      causes: [
        "two effects start each other", "an effect repeats a request at once, without a delay",
        "a reducer answers an action with `.send` of an action that leads to the first one again",
      ],
      suggestion: "wait on the clock before the effect starts again, or limit how often it does.")
  }
}
