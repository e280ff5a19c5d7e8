import Cairn
import CairnSimulation

extension TestStore {
  /// Reduces the next action that an effect has sent, which must be the one expected, and compares
  /// the state with what `change` makes of the state before.
  ///
  ///     store.receive(.equal(.saved)) { $0.isSaving = false }
  ///
  /// There is no waiting: when nothing is ready, the answer is known at once. A follow-up is
  /// received like a reply. An action for a screen that is gone by then is a failure: it changes
  /// nothing.
  ///
  /// With exhaustivity off, actions are reduced until the expected one has been, and `change` is
  /// applied as ``send(_:change:fileID:filePath:line:column:)`` says.
  @inlinable
  public func receive(
    _ expected: ActionMatcher<Action>,
    change: ((inout State) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    let skipped = exhaustivity == .on ? [] : skip(to: expected, at: site)
    let before = store.state
    guard let entry = store.nextEntry, let step = step() else {
      return reportNothing(received: expected, after: skipped, at: site)
    }
    if case .undelivered(let missing) = step.outcome {
      reportGone(entry, missing, at: site)
    } else if !expected.matches(entry.action) {
      reportUnexpected(entry, expected, at: site)
    } else {
      compare(before, change, after: .received(entry.action), at: site)
    }
    settle(at: site)
  }

  /// Reduces what comes before the action that is expected, and returns it.
  @usableFromInline @inline(never)
  func skip(
    to expected: ActionMatcher<Action>, at site: CallSite
  ) -> [QueuedAction<Action>] {
    let before = state
    var skipped: [QueuedAction<Action>] = []
    while let entry = store.nextEntry, !expected.matches(entry.action), step() != nil {
      skipped.append(entry)
      settle(at: site)
    }
    // With nothing to receive, the failure tells what was skipped.
    if exhaustivity == .off(showSkipped: true), store.hasQueued, !skipped.isEmpty {
      let occasion = "receiving \(expected.description())"
      note(SkippedText.actions(skipped, from: before, to: state, before: occasion), at: site)
    }
    return skipped
  }

  @usableFromInline @inline(never)
  func reportNothing(
    received expected: ActionMatcher<Action>, after skipped: [QueuedAction<Action>],
    at site: CallSite
  ) {
    let running = store.running
    let outside = running.compactMap(outside)
    let expectation = expected.description()
    let text: String
    if let dropped = cancellations.dropped.last(where: { expected.matches($0.action) }) {
      text = FailureText.dropped(dropped.action, by: dropped.by)
    } else if skipped.isEmpty && !outside.isEmpty {
      text = FailureText.nothingReceived(expectation, outside)
    } else if skipped.isEmpty && running.allSatisfy(\.isBackground)
      && !cancellations.effects.isEmpty
    {
      text = FailureText.cancelled(cancellations.effects, expected: expectation)
    } else {
      let sleep = simulation.nextDeadline.map { simulation.clock.now.duration(to: $0) }
      text = FailureText.nothingReceived(
        expectation, after: skipped, running, cancelled: cancellations.effects, nextIn: sleep)
    }
    report(text, at: site)
  }

  @usableFromInline @inline(never)
  func reportUnexpected(
    _ entry: QueuedAction<Action>, _ expected: ActionMatcher<Action>, at site: CallSite
  ) {
    report(FailureText.unexpected(entry, expected: expected.description()), at: site)
  }

  @usableFromInline @inline(never)
  func reportGone(
    _ entry: QueuedAction<Action>, _ missing: MissingRecipient, at site: CallSite
  ) {
    report(FailureText.gone(entry, missing), at: site)
  }
}
