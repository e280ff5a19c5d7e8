import Cairn
import CairnDump
import CairnSimulation

extension TestStore {
  /// Reduces the next action that an effect has sent, which must match the expected one, and
  /// compares the state with the result of `change`, applied to the state before the action.
  ///
  ///     store.receive(.case(.loaded)) { $0.isLoading = false }
  ///
  /// This method does not wait: it fails immediately if no effect has sent an action. A follow-up is
  /// received like a reply. An action whose screen no longer exists is a failure, because it changes
  /// nothing.
  ///
  /// If `change` throws, this method throws its error after the action was reduced, and compares
  /// nothing.
  ///
  /// With exhaustivity off, actions are reduced up to and including the expected one, and `change`
  /// is applied as described at ``send(_:change:fileID:filePath:line:column:)``.
  public func receive(
    _ expected: ActionMatcher<Action>,
    change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) rethrows {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    begin(at: site)
    let skipped = exhaustivity == .on ? [] : skip(to: expected, at: site)
    let before = store.untrackedState
    let isExpected = store.nextEntry.map { expected.matches($0) } ?? false
    if isExpected { log.forgetEnded() }
    guard let entry = store.nextEntry, let step = step() else {
      return reportNothing(received: expected, after: skipped, at: site)
    }
    defer { runUntilQueued(at: site) }
    if case .undelivered(let missing) = step.outcome {
      report(FailureText.undelivered(entry, missing, isReceived: true), at: site)
    } else if !isExpected {
      report(FailureText.unexpected(entry, expected: expected.description()), at: site)
    } else {
      try compare(before, change, after: .received(entry), at: site)
    }
  }

  /// Reduces the actions before the expected one, and returns them.
  func skip(
    to expected: ActionMatcher<Action>, at site: CallSite
  ) -> [QueuedAction<Action>] {
    let before = state
    var skipped: [QueuedAction<Action>] = []
    while let next = store.nextEntry, !expected.matches(next), let entry = skipNext(at: site) {
      skipped.append(entry)
    }
    // If there is no action to receive, the failure lists the skipped ones.
    if exhaustivity == .off(showSkipped: true), store.hasQueued, !skipped.isEmpty {
      let occasion = "receiving \(expected.description())"
      note(SkippedText.actions(skipped, from: before, to: state, before: occasion), at: site)
    }
    return skipped
  }

  func reportNothing(
    received expected: ActionMatcher<Action>, after skipped: [QueuedAction<Action>],
    at site: CallSite
  ) {
    let running = store.shownEffects
    let isWaiting = !running.allSatisfy(\.isBackground)
    let blocked = externalBlocks(of: running).compactMap(\.self)
    let expectation = expected.description()
    let text: String
    // While an effect is in flight, it may still send the action. The dropped action is then not the expected one.
    if !isWaiting, !expected.isDismissal,
      let dropped = log.dropped.last(where: { expected.matches($0.action) })
    {
      text = FailureText.dropped(dropped.action, by: dropped.by)
    } else if skipped.isEmpty && !blocked.isEmpty {
      text = FailureText.nothingReceived(expectation, blocked)
    } else if skipped.isEmpty && !isWaiting && !log.cancelled.isEmpty {
      text = FailureText.cancelled(log.cancelled, expected: expectation)
    } else {
      let delay = simulation.nextDeadline.map { simulation.clock.time.duration(to: $0) }
      text = FailureText.nothingReceived(
        expectation, after: skipped, running, cancelled: log.cancelled, nextIn: delay)
    }
    report(text, at: site)
  }
}

extension TestStore where Action: Equatable {
  /// Reduces the next action that an effect has sent, which must equal `action`, and compares the
  /// state with the result of `change`, applied to the state before the action.
  ///
  ///     store.receive(.saved) { $0.isSaving = false }
  ///
  /// This is the same as `receive(.equal(action))`.
  public func receive(
    _ action: Action,
    change: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) rethrows {
    try receive(
      .equal(action), change: change, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

/// A condition for the action that a test expects to receive.
///
///     store.receive(.equal(.saved))  // the same as `store.receive(.saved)`
///     store.receive(.case(.loaded))  // by case path, with any payload
///     store.receive(.case(.loaded, "birds"))  // by case path, with this payload
///     store.receive(.dismissal)  // the dismissal of a child by its effect
///     store.receive(.where("an odd tick") { if case .tick(let n) = $0 { n % 2 == 1 } else { false } })
///
/// The description of the condition is generated only for a failure.
public struct ActionMatcher<Action: Sendable> {
  let description: () -> String
  let matches: (Action) -> Bool
  var isDismissal = false

  func matches(_ entry: QueuedAction<Action>) -> Bool {
    entry.isDismissal == isDismissal && matches(entry.action)
  }

  /// Matches the dismissal of a feature by an effect: `send.dismiss()`, or `.dismiss` after other stages of a
  /// concatenation.
  ///
  ///     store.receive(.dismissal) { $0.editor = nil }
  public static var dismissal: ActionMatcher {
    ActionMatcher(description: { "a dismissal" }, matches: { _ in true }, isDismissal: true)
  }

  /// Matches actions that meet a condition. Failures show the description as the expected action.
  ///
  ///     store.receive(.where("an odd tick") { if case .tick(let n) = $0 { n % 2 == 1 } else { false } })
  public static func `where`(
    _ description: @autoclosure @escaping () -> String, _ matches: @escaping (Action) -> Bool
  ) -> ActionMatcher {
    ActionMatcher(description: description, matches: matches)
  }

  /// Matches all actions of one case. It need not have a payload, and the action type need not be `Equatable`.
  ///
  ///     store.receive(.case(.loaded)) { $0.isLoading = false }
  ///     store.receive(.case(.saved))
  public static func `case`<Value>(_ path: CasePath<Action, Value>) -> ActionMatcher {
    ActionMatcher(
      description: {
        // A path to a payload does not tell the name of its case.
        (() as? Value).map { inlineText(of: path.embed($0)) }
          ?? "an action of the case path at \(path.source), with a payload of \(Value.self)"
      },
      matches: path.matches)
  }

  /// Matches the actions of one case with an equal payload, also if the action type is not `Equatable`.
  ///
  ///     store.receive(.case(.loaded, "birds")) { $0.query = "birds" }
  ///     store.receive(.case(.child.appending(path: .answer), 42))
  public static func `case`<Value: Equatable>(
    _ path: CasePath<Action, Value>, _ value: Value
  ) -> ActionMatcher {
    ActionMatcher(
      description: { inlineText(of: path.embed(value)) },
      matches: { areEqual(path.extract($0), value) })
  }
}

extension ActionMatcher where Action: Equatable {
  /// Matches an equal action.
  ///
  ///     store.receive(.equal(.saved)) { $0.isSaving = false }
  public static func equal(_ action: Action) -> ActionMatcher {
    ActionMatcher(description: { inlineText(of: action) }, matches: { areEqual($0, action) })
  }
}

/// Whether actions are equal, as far as a test mentions them.
private func areEqual<Value: Equatable>(_ action: Value, _ expected: Value) -> Bool {
  _Kernel.$comparesValuesOnly.withValue(true) { action == expected }
}
