import Cairn
import CairnSimulation

extension TestStore {
  /// Reduces what effects have sent, and what comes of it, without a word: for the part of a flow
  /// that a test is not about. No time passes.
  ///
  /// It fails where there is nothing to skip, unless exhaustivity is off.
  public func skipReceived(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    let before = state
    let skipped = reduceQueued(at: site)
    switch exhaustivity {
    case .on where skipped.isEmpty:
      report(FailureText.nothingToSkip(running: store.running), at: site)
    case .off(showSkipped: true) where !skipped.isEmpty:
      note(SkippedText.actions(skipped, from: before, to: state), at: site)
    case .on, .off:
      return
    }
  }

  /// Cancels the effects in flight, background ones too: for what would go on for ever and is not
  /// what a test is about.
  ///
  /// It fails where nothing is in flight, and while actions of effects are unreceived, unless
  /// exhaustivity is off; those are reduced first.
  public func skipInFlight(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    if store.hasQueued { reduceQueued(before: .skippingInFlight, at: site) }
    let running = store.running
    switch exhaustivity {
    case .on where running.isEmpty:
      report(FailureText.nothingInFlight, at: site)
    case .off(showSkipped: true) where !running.isEmpty:
      note(SkippedText.cancelled(running), at: site)
    case .on, .off:
      break
    }
    store.cancel()
    settle(at: site)
  }

  /// Asks more or less of a part of a test.
  ///
  ///     store.withExhaustivity(.off) {
  ///       store.send(.signUpTapped)
  ///       store.receive(.case(.signedUp))
  ///     }
  ///
  /// What is unreceived at its end has to be received after it.
  public func withExhaustivity<Result>(
    _ exhaustivity: Exhaustivity, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = self.exhaustivity
    self.exhaustivity = exhaustivity
    defer { self.exhaustivity = outer }
    return try body()
  }

  /// Asks more or less of a part of a test that waits for something.
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
