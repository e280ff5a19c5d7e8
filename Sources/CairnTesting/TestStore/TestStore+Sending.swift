import Cairn
import CairnSimulation

extension TestStore {
  /// Sends an action as a user of the app does, and compares the state with the result of `change`,
  /// applied to the state before the action. Without `change`, the state must not change.
  ///
  ///     store.send(.nameChanged("Ada")) { $0.name = "Ada" }
  ///
  /// This method fails if actions from effects are not yet received, and reduces them first.
  ///
  /// With exhaustivity off, it reduces them first without a failure. Without `change`, the state may
  /// change. With `change`, the closure is applied to the state *after* the action and must change
  /// nothing: every value that it sets must be the actual one.
  @inlinable
  public func send(
    _ action: Action,
    change: ((inout State) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard store.isAtRest, exhaustivity == .on else {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return sendThroughQueue(action, change, at: site)
    }
    let before = store.state
    let step = RuntimeIssue.$reporter.withValue(reporter) { store.reduceAlone(action) }
    var expected = before
    change?(&expected)
    guard step == nil, issues.isEmpty, store.state == expected,
      change == nil || expected != before
    else {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      if let step { recordCancellations(step, while: []) }
      check(before, expected, isAsserted: change != nil, after: .sent(action), at: site)
      return runUntilQueued(at: site)
    }
  }

  @inlinable @inline(never)
  func sendThroughQueue(
    _ action: Action, _ change: ((inout State) -> Void)?, at site: CallSite
  ) {
    runUntilQueued(at: site)
    if store.hasQueued { reduceQueued(before: .sending(action), at: site) }
    let before = store.state
    store.enqueue(action)
    step()
    compare(before, change, after: .sent(action), at: site)
    runUntilQueued(at: site)
  }

  /// Compares the state after an action with the assertion of the test.
  @inlinable
  func compare(
    _ before: State, _ change: ((inout State) -> Void)?, after event: TestEvent<Action>,
    at site: CallSite
  ) {
    // A partial assertion may refer to parts that exist only after the action.
    var expected = exhaustivity == .on ? before : store.state
    change?(&expected)
    check(before, expected, isAsserted: change != nil, after: event, at: site)
  }

  @inlinable
  func check(
    _ before: State, _ expected: State, isAsserted: Bool, after event: TestEvent<Action>,
    at site: CallSite
  ) {
    let actual = store.state
    switch exhaustivity {
    case .on where actual != expected:
      reportDifference(before, expected, isAsserted: isAsserted, after: event, at: site)
    case .on where isAsserted && expected == before:
      reportNoChange(after: event, at: site)
    case .off where actual != expected:
      reportDifference(before, expected, isAsserted: true, after: event, at: site)
    case .off(showSkipped: true) where actual != before:
      noteChange(from: before, isAsserted: isAsserted, after: event, at: site)
    case .on, .off:
      return
    }
  }

  @usableFromInline @inline(never)
  func reportDifference(
    _ before: State, _ expected: State, isAsserted: Bool, after event: TestEvent<Action>,
    at site: CallSite
  ) {
    let text =
      isAsserted
      ? FailureText.wrongChange(expected: expected, actual: state, after: event)
      : FailureText.unassertedChange(from: before, to: state, after: event)
    report(text, at: site)
  }

  @usableFromInline @inline(never)
  func reportNoChange(after event: TestEvent<Action>, at site: CallSite) {
    report(FailureText.noChange(after: event), at: site)
  }

  @usableFromInline @inline(never)
  func noteChange(
    from before: State, isAsserted: Bool, after event: TestEvent<Action>, at site: CallSite
  ) {
    let text = SkippedText.change(from: before, to: state, isAsserted: isAsserted, after: event)
    note(text, at: site)
  }
}
