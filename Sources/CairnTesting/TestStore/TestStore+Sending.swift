import Cairn
import CairnSimulation

extension TestStore {
  /// Sends an action as a user of the app does, and compares the state with the result of `change`,
  /// applied to the state before the action. Without `change`, the state must not change.
  ///
  ///     store.send(.nameChanged("Ada")) { $0.name = "Ada" }
  ///
  /// This method fails if actions from effects are not yet received, and reduces them first. It fails
  /// without reducing the action if the feature has dismissed itself; see
  /// ``expectDismissal(fileID:filePath:line:column:)``.
  ///
  /// If `change` throws, this method throws its error after the action was reduced, and compares
  /// nothing.
  ///
  /// With exhaustivity off, actions that are not yet received are reduced first without a failure. Without `change`,
  /// the state may change. With `change`, the closure is applied to the state *after* the action and must change
  /// nothing: every value that it sets must be the actual one.
  ///
  /// - Returns: A handle on the effects that the action causes.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) rethrows -> TestStoreTask<State, Action> {
    guard store.isAtRest, exhaustivity == .on, !log.isDismissed else {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return try sendThroughQueue(action, change, at: site)
    }
    let before = store.untrackedState
    let effects: SendTask? = RuntimeIssue.$reporter.withValue(reporter) {
      let effects = store.send(action)
      return store.isAtRest ? nil : effects
    }
    if let effects { sendTasks[store.actionCount] = effects }
    var expected = before
    do {
      try change?(&expected)
    } catch {
      runUntilQueued(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      throw error
    }
    let task = TestStoreTask(store: self, number: store.actionCount)
    if effects != nil || !issues.isEmpty || store.untrackedState != expected
      || change != nil && expected == before
    {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      check(before, expected, isAsserted: change != nil, after: .sent(action), at: site)
      runUntilQueued(at: site)
    }
    return task
  }

  @usableFromInline
  func sendThroughQueue(
    _ action: Action, _ change: ((inout State) throws -> Void)?, at site: CallSite
  ) rethrows -> TestStoreTask<State, Action> {
    begin(before: "sending \(inlineText(of: action))", at: site)
    guard !log.isDismissed else {
      report(FailureText.sentAfterDismissal(action), at: site)
      return TestStoreTask(store: self, number: 0)
    }
    let before = store.untrackedState
    let reducesAtOnce = store.isAtRest
    let effects = RuntimeIssue.$reporter.withValue(reporter) { store.send(action) }
    if !reducesAtOnce { step() }
    let task = TestStoreTask(store: self, number: store.actionCount)
    if !store.isAtRest { sendTasks[task.number] = effects }
    defer { runUntilQueued(at: site) }
    try compare(before, change, after: .sent(action), at: site)
    return task
  }

  /// Compares the state after an action with the assertion of the test.
  func compare(
    _ before: State, _ change: ((inout State) throws -> Void)?, after event: TestEvent<Action>,
    at site: CallSite
  ) rethrows {
    // A partial assertion may refer to parts that exist only after the action.
    var expected = exhaustivity == .on ? before : store.untrackedState
    try change?(&expected)
    check(before, expected, isAsserted: change != nil, after: event, at: site)
  }

  @usableFromInline
  func check(
    _ before: State, _ expected: State, isAsserted: Bool, after event: TestEvent<Action>,
    at site: CallSite
  ) {
    if exhaustivity == .on, store.untrackedState == expected, !isAsserted || expected != before {
      return
    }
    _Kernel.$comparesValuesOnly.withValue(true) {
      let actual = store.untrackedState
      switch exhaustivity {
      case .on where actual != expected, .off where isAsserted && actual != expected:
        let text =
          isAsserted
          ? FailureText.wrongChange(expected: expected, actual: actual, after: event)
          : FailureText.unassertedChange(from: before, to: actual, after: event)
        report(text, at: site)
      case .on where isAsserted && expected == before:
        report(FailureText.noChange(after: event), at: site)
      case .off(showSkipped: true) where actual != before:
        note(
          SkippedText.change(from: before, to: actual, isAsserted: isAsserted, after: event),
          at: site)
      case .on, .off:
        return
      }
    }
  }
}
