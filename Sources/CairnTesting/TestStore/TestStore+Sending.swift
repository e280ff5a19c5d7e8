import Cairn
import CairnSimulation

extension TestStore {
  /// Sends an action as the app's user would, and compares the state with what `change` makes of
  /// the state before. Without `change` the state must stay as it is.
  ///
  ///     store.send(.nameChanged("Ada")) { $0.name = "Ada" }
  ///
  /// It fails while actions of effects are unreceived; those are then reduced first.
  ///
  /// With exhaustivity off, they are reduced first and nothing is said; without `change` the state
  /// may change; and `change` is applied to the state *after* the action, where it must change
  /// nothing: what it sets has to be so.
  @inlinable
  public func send(
    _ action: Action,
    change: ((inout State) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    guard store.isAtRest, exhaustivity == .on else {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return sendAttended(action, change, at: site)
    }
    let before = store.state
    let isAlone = RuntimeIssue.$reporter.withValue(reporter) {
      store.send(action)
      return store.isAtRest
    }
    var expected = before
    change?(&expected)
    guard isAlone, issues.isEmpty, store.state == expected,
      change == nil || expected != before
    else {
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      if !isAlone, let step = lastStep.step { keep(step, while: []) }
      judge(before, expected, isAsserted: change != nil, after: .sent(action), at: site)
      return settle(at: site)
    }
  }

  @inlinable @inline(never)
  func sendAttended(
    _ action: Action, _ change: ((inout State) -> Void)?, at site: CallSite
  ) {
    settle(at: site)
    if store.hasQueued { reduceQueued(before: .sending(action), at: site) }
    let before = store.state
    store.enqueue(action)
    step()
    compare(before, change, after: .sent(action), at: site)
    settle(at: site)
  }

  /// Compares the state after an action with what the test says of it.
  @inlinable
  func compare(
    _ before: State, _ change: ((inout State) -> Void)?, after event: TestEvent<Action>,
    at site: CallSite
  ) {
    // What a test says in part may only make sense of the state after the action.
    var expected = exhaustivity == .on ? before : store.state
    change?(&expected)
    judge(before, expected, isAsserted: change != nil, after: event, at: site)
  }

  @inlinable
  func judge(
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
      tellChange(from: before, isAsserted: isAsserted, after: event, at: site)
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
  func tellChange(
    from before: State, isAsserted: Bool, after event: TestEvent<Action>, at site: CallSite
  ) {
    let text = SkippedText.change(from: before, to: state, isAsserted: isAsserted, after: event)
    note(text, at: site)
  }
}
