import Cairn
import CairnSimulation

// A test store reduces one action at a time, and runs effects until one of them has sent an action.
extension TestStore {
  /// Begins a call of the test: reports a dismissal that the test has not asserted, and runs effects.
  func begin(at site: CallSite) {
    if log.isDismissed { checkDismissal() }
    runUntilQueued(at: site)
  }

  /// Begins a call before which the test must have received all actions. Reduces those that it has not.
  ///
  /// - Parameter occasion: the call in words, which only a failure or a note needs.
  func begin(before occasion: @autoclosure () -> String, at site: CallSite) {
    begin(at: site)
    guard store.hasQueued else { return }
    let before = state
    switch exhaustivity {
    case .on:
      report(FailureText.unreceived(store.queueEntries, before: occasion()), at: site)
      reduceQueued(at: site)
    case .off(let showSkipped):
      let skipped = reduceQueued(at: site)
      guard showSkipped else { return }
      note(SkippedText.actions(skipped, from: before, to: state, before: occasion()), at: site)
    }
  }

  /// Runs effects, and advances time up to `target`, until an action can be received. Reports the
  /// issues that the engine has found.
  @usableFromInline
  func runUntilQueued(at site: CallSite) {
    isFinished = false
    RuntimeIssue.$reporter.withValue(reporter, operation: runUntilQueued)
    if log.isDismissed { dismissalSite = dismissalSite ?? site }
    if issues.isEmpty { return }
    for issue in issues.takeAll() where !log.dismissalIssues.contains(issue) {
      report(issue.description, at: site)
    }
  }

  /// Effects continue when the queue is empty, as in a store.
  func runUntilQueued() {
    log.endDismissed()
    repeat {
      if hasReceivable() { break }
      simulation.runJobs {
        _ = store.collect()
        return hasReceivable()
      }
    } while !store.hasQueued && simulation.wakeNext(upTo: target)
    if !store.hasQueued { simulation.move(to: target) }
  }

  /// Whether the test can receive an action or a dismissal. Performs dismissals of the feature itself, which change no
  /// state.
  func hasReceivable() -> Bool {
    guard store.hasQueued else { return false }
    while let entry = store.nextEntry, store.dismissesRoot(entry) { step() }
    if log.isDismissed { log.endDismissed() }
    return store.hasQueued
  }

  /// Reduces the next action. The effects that it starts report to the same log of issues.
  @discardableResult
  func step() -> Step<Action>? {
    guard let entry = store.nextEntry else { return nil }
    let step = RuntimeIssue.$reporter.withValue(reporter) {
      simulation.reduce(actionOf: log.sender(of: entry), store.step)
    }
    if store.isAtRest, !sendTasks.isEmpty { sendTasks = [:] }
    return step
  }

  /// Reduces the actions that are not yet received, and all actions that follow.
  @discardableResult
  func reduceQueued(at site: CallSite) -> [QueuedAction<Action>] {
    var reduced: [QueuedAction<Action>] = []
    while let entry = skipNext(at: site) { reduced.append(entry) }
    return reduced
  }

  /// Reduces the next action without an assertion. If its screen no longer exists, that is a failure as in
  /// `receive`, because an app reports it.
  func skipNext(at site: CallSite) -> QueuedAction<Action>? {
    guard let entry = store.nextEntry, let step = step() else { return nil }
    if case .undelivered(let missing) = step.outcome {
      report(FailureText.undelivered(entry, missing, isReceived: false), at: site)
    }
    runUntilQueued(at: site)
    return entry
  }
}
