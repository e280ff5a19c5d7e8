import Cairn

/// A handle on all effects that an action of a test causes, directly or through the actions that its effects send.
///
/// Use it to test an effect that a view starts when it appears and cancels when it disappears:
///
///     let task = store.send(.task)
///     store.receive(.connected) { $0.isConnected = true }
///     task.cancel()
///     store.finish()
///
/// It keeps the test store alive.
public struct TestStoreTask<State: Equatable, Action: Sendable> {
  @usableFromInline let store: TestStore<State, Action>
  /// The number of the action; 0 if it was not reduced.
  @usableFromInline let number: Int

  @inlinable
  init(store: TestStore<State, Action>, number: Int) {
    self.store = store
    self.number = number
  }

  /// Cancels the effects. Effects of other actions continue.
  ///
  /// This method fails if actions from effects are not yet received, and reduces them first. With
  /// exhaustivity off, it reduces them first without a failure. It does not fail if no effect is in
  /// flight.
  public func cancel(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    store.begin(before: "cancelling the effects of action \(number)", at: site)
    RuntimeIssue.$reporter.withValue(store.reporter) { store.sendTasks[number]?.cancel() }
    store.runUntilQueued(at: site)
  }

  /// Checks that the effects have ended, background effects excepted. No time passes.
  ///
  /// This method fails with any exhaustivity if one of the effects is in flight. It fails if actions
  /// from effects are not yet received, and reduces them first. With exhaustivity off, it reduces them
  /// first without a failure.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    store.begin(
      before: "checking that the effects of action \(number) have ended", at: site)
    let running = store.sendTasks[number].map { store.store.machine.running(of: $0.root) } ?? []
    store.reportRunning(running, at: site) { FailureText.running($0, causedBy: number) }
  }
}
