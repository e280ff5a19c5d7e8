import Cairn
import CairnSimulation

extension TestStore {
  /// Reduces the actions that effects have sent, and all actions that follow, without assertions. No
  /// time passes.
  ///
  ///     store.skipReceived()
  ///
  /// This method fails if there is no action to skip, unless exhaustivity is off. With any exhaustivity,
  /// an action whose screen no longer exists is a failure.
  public func skipReceived(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    begin(at: site)
    let before = state
    let skipped = reduceQueued(at: site)
    switch exhaustivity {
    case .on where skipped.isEmpty:
      report(FailureText.nothingToSkip(running: store.shownEffects), at: site)
    case .off(showSkipped: true) where !skipped.isEmpty:
      note(SkippedText.actions(skipped, from: before, to: state), at: site)
    case .on, .off:
      return
    }
  }

  /// Cancels all effects in flight, including background effects, such as effects without an end.
  ///
  ///     store.skipInFlight()
  ///
  /// This method fails if no effect is in flight, and if actions from effects are not yet received,
  /// unless exhaustivity is off. It reduces such actions first.
  public func skipInFlight(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    begin(before: "skipping the effects in flight", at: site)
    let running = store.shownEffects
    switch exhaustivity {
    case .on where running.isEmpty:
      report(FailureText.nothingInFlight, at: site)
    case .off(showSkipped: true) where !running.isEmpty:
      note(SkippedText.cancelled(running), at: site)
    case .on, .off:
      break
    }
    RuntimeIssue.$reporter.withValue(reporter, operation: store.cancel)
    runUntilQueued(at: site)
  }

  /// Changes the exhaustivity for a part of a test.
  ///
  ///     store.withExhaustivity(.off) {
  ///       store.send(.signUpTapped)
  ///       store.receive(.case(.signedUp))
  ///     }
  ///
  /// Actions that are not yet received at the end of `body` must be received after it.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try body()
  }

  /// Changes the exhaustivity for an asynchronous part of a test.
  ///
  ///     await store.withExhaustivity(.off) { await store.waitForExternalWork() }
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try await body()
  }
}
