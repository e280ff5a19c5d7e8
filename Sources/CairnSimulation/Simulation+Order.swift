import Cairn

// What goes on next: first in, first out, or as the source of choices says.
extension Simulation {
  /// Runs everything that is ready, without letting time pass.
  ///
  /// An effect that makes new work for ever keeps it from returning.
  public func drain() {
    handDrained.drive {
      if isDecided { return drainAsDecided() }
      repeat { drainStores() } while handDrained.drain()
    }
  }

  private func drainAsDecided() {
    var cannotReduce: [SimulatedStore] = []
    while true {
      // Stores first: one that takes in the end of an effect may start what comes after it.
      let stores = stores.filter { store in
        store.hasReplies() && !cannotReduce.contains { $0 === store }
      }
      let jobs = handDrained.eligible
      let options = jobs.map(\.job.option) + stores.map { _ in .reduction }
      guard !options.isEmpty else { return }
      let index = choices.index(for: ChoicePoint(question: .next, options: options))
      if index < jobs.count {
        if handDrained.keepsHistories {
          noteTurn(index, of: jobs.map(\.job.lane?.effect) + clock.due(upTo: clock.now))
        }
        handDrained.run(at: jobs[index].place)
        cannotReduce = []
      } else {
        let store = stores[index - jobs.count]
        store.drain()
        // It reduces already, and calls this from inside.
        if store.hasReplies() { cannotReduce.append(store) }
      }
    }
  }

  /// Runs the jobs that are ready, and reduces nothing; `false` if there were none.
  @discardableResult
  @usableFromInline
  package func runJobs() -> Bool {
    handDrained.drive { isDecided ? runJobsAsDecided() : handDrained.drain() }
  }

  private func runJobsAsDecided() -> Bool {
    var didRun = false
    while true {
      let jobs = handDrained.eligible
      guard !jobs.isEmpty else { return didRun }
      let choice = ChoicePoint(question: .next, options: jobs.map(\.job.option))
      handDrained.run(at: jobs[choices.index(for: choice)].place)
      didRun = true
    }
  }

  /// Wakes the first sleeper whose time comes no later than `target`, or as many of those whose
  /// time it is as the source of choices says; `false` if there is none.
  @usableFromInline
  package func wakeNext(upTo target: VirtualClock.Instant) -> Bool {
    handDrained.drive { isDecided ? wakeAsDecided(upTo: target) : clock.wake(upTo: target) }
  }

  private func wakeAsDecided(upTo target: VirtualClock.Instant) -> Bool {
    var due = clock.due(upTo: target)
    guard !due.isEmpty else { return false }
    var index = choices.index(for: ChoicePoint(question: .wake, options: due.map(option)))
    repeat {
      if handDrained.keepsHistories {
        let ready = handDrained.eligible.map(\.job.lane?.effect)
        noteTurn(ready.count + index, of: ready + due)
      }
      _ = clock.wake(index, upTo: target)
      due = clock.due(upTo: clock.now)
      let choice = ChoicePoint(question: .wake, options: [.later] + due.map(option))
      index = choices.index(for: choice) - 1
    } while index >= 0
    return true
  }

  /// Notes, of the effect of one of several tasks that goes on now, which of its own it is.
  private func noteTurn(_ index: Int, of tasks: [EffectIdentity?]) {
    guard let effect = tasks[index] else { return }
    let own = tasks.indices.filter { tasks[$0] == effect }
    if own.count > 1, let turn = own.firstIndex(of: index) {
      handDrained.note(turn: turn, of: effect)
    }
  }

  private func option(for sleeper: EffectIdentity?) -> ChoicePoint.Option {
    sleeper.map { .effect($0.number) } ?? .work
  }

  private func drainStores() {
    // Reducers and inspectors may make stores meanwhile.
    for store in stores { store.drain() }
  }
}
