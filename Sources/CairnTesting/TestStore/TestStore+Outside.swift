import Cairn
import CairnDump
import CairnSimulation

// What leaves the simulation, and how it comes back.
extension TestStore {
  /// Waits in real time until an action is there to be received, or until no effect but background
  /// ones waits outside the simulation; one that still does after that time is a failure.
  ///
  /// It blocks the thread: where something waits for the main actor, or for a free thread among
  /// many tests, wait with `await`.
  public func waitForExternalWork(
    timeout: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let left = simulation.waitForExternalWork(timeout: timeout) { settleAndLook(at: site) }
    for issue in left { report(issue.description, at: site) }
  }

  /// Waits in real time until an action is there to be received, or until no effect but background
  /// ones waits outside the simulation; one that still does after that time is a failure.
  ///
  /// It blocks no thread.
  public func waitForExternalWork(
    timeout: Duration, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let left = await simulation.waitForExternalWork(timeout: timeout) { settleAndLook(at: site) }
    for issue in left { report(issue.description, at: site) }
  }

  private func settleAndLook(at site: CallSite) -> [RuntimeIssue] {
    settle(at: site)
    return store.running.filter { !$0.isBackground }.compactMap(outside)
  }

  /// What is to be said of an effect that waits outside the simulation. While actions wait to be
  /// received, it may be one of them that it waits for.
  func outside(_ effect: RunningEffect<Action>) -> RuntimeIssue? {
    guard !store.hasQueued else { return nil }
    return simulation.outside(store.identity(of: effect), label: effect.summary)
  }
}
