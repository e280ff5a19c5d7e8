import Cairn
import CairnSimulation

extension TestStore {
  /// Lets virtual time pass.
  ///
  ///     store.send(.typed("cairn")) { $0.query = "cairn" }
  ///     store.advance(by: .milliseconds(300))
  ///     store.receive(.case(.found)) { $0.results = ["a stack of stones"] }
  ///
  /// Where an effect sends something on the way, time stands still there until it is received, and
  /// then goes on by what is left.
  ///
  /// It fails while actions of effects are unreceived; those are then reduced first. With
  /// exhaustivity off they are reduced first and nothing is said.
  public func advance(
    by duration: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    if store.hasQueued { reduceQueued(before: .advancing(by: duration), at: site) }
    target = simulation.clock.now.advanced(by: duration)
    settle(at: site)
  }

  /// Checks that nothing is left: no action unreceived, no effect but background ones in flight,
  /// and no answer fixed that nobody has asked for.
  ///
  /// With exhaustivity off, what is unreceived is reduced, and what else is left may be.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    checkNothingIsLeft(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    isFinished = true
  }

  func checkNothingIsLeft(at site: CallSite) {
    settle(at: site)
    if store.hasQueued { reduceQueued(before: .end, at: site) }
    let running = store.running.filter { !$0.isBackground }
    let unusedFixes = simulation.choices.unusedFixes
    switch exhaustivity {
    case .on:
      let inside = running.filter { outside($0) == nil }
      if !inside.isEmpty { report(FailureText.running(inside), at: site) }
      for issue in running.compactMap(outside) { report(issue.description, at: site) }
      if !unusedFixes.isEmpty { report(FailureText.unusedFixes(unusedFixes), at: site) }
    case .off(showSkipped: true):
      if !running.isEmpty { note(SkippedText.running(running), at: site) }
      if !unusedFixes.isEmpty { note(SkippedText.unusedFixes(unusedFixes), at: site) }
    case .off(showSkipped: false):
      return
    }
  }
}
