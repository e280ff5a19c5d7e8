import Cairn
import CairnDump
import CairnSimulation

/// The text of a failure: a message, the difference, likely causes and a suggestion.
enum FailureText {
  static func unassertedChange<State, Action>(
    from before: State, to actual: State, after event: TestEvent<Action>
  ) -> String {
    """
    The state changed after \(event.text), but the test expects no change.
    \(change(from: before, to: actual))
    Likely causes: the change is new, or the test does not assert it.
    Suggestion: pass a closure that makes this change, or correct the reducer.
    """
  }

  static func wrongChange<State, Action>(
    expected: State, actual: State, after event: TestEvent<Action>
  ) -> String {
    """
    The state is not as expected after \(event.text). (- expected, + actual)
    \(change(from: expected, to: actual))
    Likely causes: the reducer changed, or the closure makes a different change.
    Suggestion: correct the closure if the new behavior is intended, otherwise correct the reducer.
    """
  }

  static func noChange<Action>(after event: TestEvent<Action>) -> String {
    """
    The test expects a change after \(event.text), but its closure changes nothing, and the state \
    did not change.
    Likely causes: the closure sets a value that the state already had.
    Suggestion: remove the closure, or correct the reducer.
    """
  }

  static func wrongValue<Value, Action>(
    _ path: String, expected: Value, actual: Value, unreceived: [QueuedAction<Action>]
  ) -> String {
    """
    \(path) is not as expected. (- expected, + actual)
    \(change(from: expected, to: actual))\(unreceived.isEmpty ? "" : "\n" + notYetReceived(unreceived))
    Likely causes: the reducer changed, or the test reads the value too early or too late.
    Suggestion: correct the test if the new behavior is intended, otherwise correct the reducer.
    """
  }

  private static func notYetReceived<Action>(_ actions: [QueuedAction<Action>]) -> String {
    """
    \(counted(actions.count, "action")) not yet received:
    \(listed(actions, \.lines))
    """
  }

  // MARK: Effects and answers

  static func running<Action>(_ effects: [RunningEffect<Action>]) -> String {
    """
    \(counted(effects.count, "effect")) still in flight at the end of the test:
    \(listed(effects, \.summary))
    Likely causes: the test ends too early, or the reducer does not cancel an effect.
    Suggestion: advance the clock, receive the actions of the effect, cancel it in the reducer, mark \
    an effect that lasts as long as its screen as `.background`, or cancel it with `skipInFlight()`.
    """
  }

  static func running<Action>(
    _ effects: [RunningEffect<Action>], causedBy number: Int
  ) -> String {
    """
    \(counted(effects.count, "effect")) of action \(number) still in flight:
    \(listed(effects, \.summary))
    Likely causes: the effect waits for time to pass, or has no end.
    Suggestion: advance the clock first, cancel the effects with `cancel()`, or correct the reducer.
    """
  }

  static func nothingToSkip<Action>(running: [RunningEffect<Action>]) -> String {
    """
    There is nothing to skip: no effect has sent an action.
    \(inFlight(running))
    Likely causes: the effect was not started, was cancelled, or waits for time to pass.
    Suggestion: remove this `skipReceived()`, or advance the clock first.
    """
  }

  static var nothingInFlight: String {
    """
    There is nothing to skip: no effect is in flight.
    Likely causes: the effect was not started, has ended, or was cancelled.
    Suggestion: remove this `skipInFlight()`, or correct the reducer.
    """
  }

  static func unusedFixes(_ answers: [FixedAnswer]) -> String {
    """
    \(counted(answers.count, "fixed answer")) not used:
    \(listed(answers, \.description))
    Likely causes: the feature calls the service less often than the test expects, or calls another \
    service.
    Suggestion: remove the `fix`, or correct the feature.
    """
  }

  // MARK: Dismissal

  static func dismissed<Action>(_ step: Step<Action>) -> String {
    """
    The feature dismissed itself \(step.dismissalText), but the test expects no dismissal.
    Likely causes: the dismissal is new, or the test does not assert it.
    Suggestion: call `expectDismissal()` next, or correct the reducer.
    """
  }

  static func noDismissal<Action>(
    unreceived: [QueuedAction<Action>], running: [RunningEffect<Action>]
  ) -> String {
    """
    Expected the feature to dismiss itself, but no action has returned `.dismiss`.
    \(unreceived.isEmpty ? inFlight(running) : notYetReceived(unreceived))
    Likely causes: the reducer does not return `.dismiss`, or the action that does is not yet received.
    Suggestion: remove this `expectDismissal()`, or correct the reducer.
    """
  }

  static func sentAfterDismissal<Action>(_ action: Action) -> String {
    """
    \(inlineText(of: action)) was sent after the feature dismissed itself, and was not reduced.
    Likely causes: the test sends an action to a screen that is not shown any more.
    Suggestion: end the test after the dismissal, or correct the reducer.
    """
  }

  // MARK: Seeds

  static func underSeed(_ seed: UInt64) -> String {
    "\nThe order of effects is that of seed \(seed)."
  }

  static func failedUnderSeed(_ seed: UInt64, after passed: Int) -> String {
    """
    The test fails under seed \(seed)\(passed == 0 ? "" : ", and passes under \(counted(passed, "seed")) before it").
    Likely causes: the test depends on an order of effects that is not guaranteed.
    To reproduce it: withSeeds([\(seed)]) { … }
    """
  }
}

/// The event after which a test compares the state.
@usableFromInline
enum TestEvent<Action: Sendable> {
  case sent(Action)
  case received(QueuedAction<Action>)

  var text: String {
    switch self {
    case .sent(let action): "\(inlineText(of: action)) was sent"
    case .received(let entry) where entry.isDismissal:
      "an effect of \(inlineText(of: entry.action)) dismissed its feature"
    case .received(let entry): "\(inlineText(of: entry.action)) was received"
    }
  }
}

extension Step {
  /// The cause of the dismissal in this step.
  var dismissalText: String {
    outcome == .dismissed
      ? "by an effect of \(inlineText(of: action))" : "when \(inlineText(of: action)) was reduced"
  }
}

// MARK: - Parts of texts

/// The text of an action, truncated if it is too long.
func text<Action>(of action: Action) -> String { dumped(action, upTo: 2_000) }

/// The text of an action within a sentence: one line, with `…` in place of further lines.
func inlineText<Action>(of action: Action) -> String {
  let lines = dumped(action, upTo: 200).split(separator: "\n", maxSplits: 1)
  guard lines.count > 1, let opening = lines.first else { return lines.joined() }
  let closing = opening.reversed().compactMap { $0 == "(" ? ")" : $0 == "[" ? "]" : nil }
  return "\(opening)…\(closing.joined())"
}

/// The indented difference of two states that are not equal.
func change<State>(from old: State, to new: State) -> String {
  indented(
    difference(from: old, to: new)
      ?? "(the values are not equal, but have the same text: \(reason(new)))")
}

/// The reason why a value differs from another of the same text.
private func reason<Value>(_ value: Value) -> String {
  func equalsItself<Part: Equatable>(_ part: Part) -> Bool { part == part }
  guard let part = value as? any Equatable, !equalsItself(part) else {
    return "some part cannot be reflected"
  }
  return "each differs from itself, \(unequalParts(of: value))"
}

func inFlight<Action>(_ effects: [RunningEffect<Action>]) -> String {
  effects.isEmpty ? "No effect is in flight." : "In flight:\n" + listed(effects, \.summary)
}

extension QueuedAction {
  /// The action, and its sender on the next line.
  var lines: String {
    isDismissal ? "a dismissal\n  by \(sender)" : "\(text(of: action))\n  sent by \(sender)"
  }

  /// The effect that sent the action, with its name, its number and the action that started it.
  private var sender: String {
    switch (origin, cause) {
    case (.effect(let name, let number?), let cause?):
      "\"\(name)\" (effect \(number), started by action \(cause.number): \(inlineText(of: cause.action)))"
    case (.effect, let cause?):
      "action \(cause.number), as a \(isDismissal ? "later stage" : "follow-up"):"
        + " \(inlineText(of: cause.action))"
    case (.effect(let name, _), nil): "\"\(name)\""
    case (.owner, _): "the test"
    case (.replay, _): "a record"
    }
  }
}
