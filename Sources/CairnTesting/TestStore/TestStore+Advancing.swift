import Cairn
import CairnDump
import CairnSimulation

// Virtual time, real time, and the end of a test.
extension TestStore {
  /// Advances virtual time.
  ///
  ///     store.send(.typed("cairn")) { $0.query = "cairn" }
  ///     store.advance(by: .milliseconds(300))
  ///     store.receive(.case(.found)) { $0.results = ["a stack of stones"] }
  ///
  /// If an effect sends an action in the meantime, time stops until the test has received it, and
  /// then advances by the remaining duration.
  ///
  /// This method fails if actions from effects are not yet received, and reduces them first. With
  /// exhaustivity off, it reduces them first without a failure.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    begin(before: "advancing by \(duration)", at: site)
    target = simulation.clock.time.advanced(by: duration)
    runUntilQueued(at: site)
  }

  /// Waits in real time until an action can be received, or until no effect except background
  /// effects is blocked by external work. An effect that is still blocked after `timeout`, half a
  /// minute by default, is a failure.
  ///
  ///     store.waitForExternalWork()
  ///
  /// This method blocks its thread. Use the asynchronous form if the work needs the main actor, or a
  /// free thread in a large test suite.
  public func waitForExternalWork(
    timeout: Duration = .seconds(30),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let blocked = simulation.waitForExternalWork(timeout: timeout) { externalBlocks(at: site) }
    for issue in blocked { report(issue.description, at: site) }
  }

  /// Waits like the synchronous form, and blocks no thread.
  ///
  ///     await store.waitForExternalWork()
  public func waitForExternalWork(
    timeout: Duration = .seconds(30), isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let blocked = await simulation.waitForExternalWork(timeout: timeout) {
      externalBlocks(at: site)
    }
    for issue in blocked { report(issue.description, at: site) }
  }

  /// Runs effects, and returns an issue for each effect that external work still blocks.
  private func externalBlocks(at site: CallSite) -> [RuntimeIssue] {
    begin(at: site)
    return externalBlocks(of: effects).compactMap(\.self)
  }

  /// An issue for each effect that external work blocks, and `nil` for any other effect. No effect
  /// counts as blocked while actions are not yet received, because it may await the reduction of one
  /// of them.
  func externalBlocks(of effects: [RunningEffect<Action>]) -> [RuntimeIssue?] {
    guard !store.hasQueued else { return effects.map { _ in nil } }
    return simulation.issuesIfBlocked(effects, store.identity, label: \.summary)
  }

  /// Checks that all actions are received, that no effect except background effects is in flight,
  /// and that all fixed answers were used.
  ///
  ///     store.finish()
  ///
  /// With exhaustivity off, actions that are not yet received are reduced, and nothing fails.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    checkNothingIsLeft(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    isFinished = true
  }

  func checkNothingIsLeft(at site: CallSite) {
    begin(before: "the end of the test", at: site)
    // The last action may have dismissed the feature.
    if log.isDismissed { checkDismissal() }
    let running = effects
    let unusedFixes = simulation.choices.unusedFixes
    switch exhaustivity {
    case .on:
      reportRunning(running, at: site, FailureText.running)
      if !unusedFixes.isEmpty { report(FailureText.unusedFixes(unusedFixes), at: site) }
    case .off(showSkipped: true):
      if !running.isEmpty { note(SkippedText.running(running), at: site) }
      if !unusedFixes.isEmpty { note(SkippedText.unusedFixes(unusedFixes), at: site) }
    case .off(showSkipped: false):
      return
    }
  }

  /// Reports effects in flight: those that external work blocks with their causes.
  func reportRunning(
    _ running: [RunningEffect<Action>], at site: CallSite,
    _ text: ([RunningEffect<Action>]) -> String
  ) {
    let blocks = externalBlocks(of: running)
    let unblocked = zip(running, blocks).compactMap { $1 == nil ? $0 : nil }
    if !unblocked.isEmpty { report(text(unblocked), at: site) }
    for issue in blocks.compactMap(\.self) { report(issue.description, at: site) }
  }
}
