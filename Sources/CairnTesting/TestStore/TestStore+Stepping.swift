import Cairn
import CairnSimulation

// How a test store drives the engine: one action at a time, and effects until one is there.
extension TestStore {
  /// Runs effects, and time up to the target, until an action waits to be received, and reports
  /// the mistakes that the engine has found since the last time.
  @inlinable
  func settle(at site: CallSite) {
    isFinished = false
    RuntimeIssue.$reporter.withValue(reporter, operation: settle)
    if !issues.isEmpty { reportIssues(at: site) }
  }

  @inlinable
  func settle() {
    // As in a store, effects continue when the queue is empty.
    repeat { runEffects() } while !store.hasQueued && simulation.wakeNext(upTo: target)
    if !store.hasQueued { simulation.move(to: target) }
  }

  /// Runs what is ready, and what is started by what has ended.
  @inlinable
  func runEffects() {
    while !store.collect(), simulation.runJobs() {}
  }

  @usableFromInline @inline(never)
  func reportIssues(at site: CallSite) {
    for issue in issues.takeAll() { report(issue.description, at: site) }
  }

  /// Reduces the next action; the effects that it starts note their mistakes in the same log.
  @inlinable
  @discardableResult
  func step() -> Step<Action>? {
    let running = store.running
    let step = RuntimeIssue.$reporter.withValue(reporter, operation: store.step)
    if let step { keep(step, while: running) }
    return step
  }

  /// Keeps what an action has cancelled and dropped.
  @inlinable
  func keep(_ step: Step<Action>, while running: [RunningEffect<Action>]) {
    guard !step.changes.cancelled.isEmpty || !step.changes.dropped.isEmpty else { return }
    keepCancelled(step, of: running)
  }

  @usableFromInline
  func keepCancelled(_ step: Step<Action>, of running: [RunningEffect<Action>]) {
    cancellations.append(step, of: running)
  }

  /// Reduces what waits and what comes of it, because something else is to be done.
  @usableFromInline @inline(never)
  func reduceQueued(before occasion: TestOccasion<Action>, at site: CallSite) {
    let before = state
    switch exhaustivity {
    case .on:
      report(FailureText.unreceived(store.queueEntries, before: occasion), at: site)
      reduceQueued(at: site)
    case .off(let showSkipped):
      let skipped = reduceQueued(at: site)
      guard showSkipped else { return }
      note(SkippedText.actions(skipped, from: before, to: state, before: occasion.text), at: site)
    }
  }

  @discardableResult
  func reduceQueued(at site: CallSite) -> [QueuedAction<Action>] {
    var reduced: [QueuedAction<Action>] = []
    while let entry = store.nextEntry, step() != nil {
      reduced.append(entry)
      settle(at: site)
    }
    return reduced
  }
}
