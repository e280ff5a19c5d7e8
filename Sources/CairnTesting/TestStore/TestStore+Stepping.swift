import Cairn
import CairnSimulation

// A test store reduces one action at a time, and runs effects until one of them has sent an action.
extension TestStore {
  /// Runs effects, and advances time up to `target`, until an action can be received. Reports the
  /// issues that the engine has found.
  @inlinable
  func runUntilQueued(at site: CallSite) {
    isFinished = false
    RuntimeIssue.$reporter.withValue(reporter, operation: runUntilQueued)
    store.rest()
    if !issues.isEmpty { reportIssues(at: site) }
  }

  @inlinable
  func runUntilQueued() {
    repeat { runEffects() } while !store.hasQueued && simulation.wakeNext(upTo: target)
    if !store.hasQueued { simulation.move(to: target) }
  }

  /// Runs all ready jobs, including those of effects that start when another effect ends.
  @inlinable
  func runEffects() {
    var didRun: Bool
    repeat {
      didRun = simulation.runJobs()
      store.collect()
    } while didRun
  }

  @usableFromInline @inline(never)
  func reportIssues(at site: CallSite) {
    for issue in issues.takeAll() { report(issue.description, at: site) }
  }

  /// Reduces the next action. The effects that it starts report to the same log of issues.
  @inlinable
  @discardableResult
  func step() -> Step<Action>? {
    let running = store.running
    let step = RuntimeIssue.$reporter.withValue(reporter, operation: store.step)
    if let step { recordCancellations(step, while: running) }
    return step
  }

  /// Records the effects that an action has cancelled, and the actions that it has dropped.
  @inlinable
  func recordCancellations(_ step: Step<Action>, while running: [RunningEffect<Action>]) {
    guard !step.changes.cancelled.isEmpty || !step.changes.dropped.isEmpty else { return }
    appendCancellations(step, of: running)
  }

  @usableFromInline
  func appendCancellations(_ step: Step<Action>, of running: [RunningEffect<Action>]) {
    cancellations.append(step, of: running)
  }

  /// Reduces the actions that are not yet received, because the test continues without them.
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

  /// Reduces the actions that are not yet received, and all actions that follow.
  @discardableResult
  func reduceQueued(at site: CallSite) -> [QueuedAction<Action>] {
    var reduced: [QueuedAction<Action>] = []
    while let entry = store.nextEntry, step() != nil {
      reduced.append(entry)
      runUntilQueued(at: site)
    }
    return reduced
  }
}
