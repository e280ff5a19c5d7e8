import Cairn
import CairnDump

// About actions that effects have sent, or not.
extension FailureText {
  static func unreceived<Action>(
    _ actions: [QueuedAction<Action>], before occasion: TestOccasion<Action>
  ) -> String {
    """
    \(counted(actions.count, "action")) of effects must be received before \(occasion.text):
    \(list(actions, \.lines))
    Likely causes: an effect sends more than the test expects, or a `receive` is missing.
    Suggestion: receive each of them, in this order, or skip them with `skipReceived()`.
    """
  }

  static func unexpected<Action>(_ entry: QueuedAction<Action>, expected: String) -> String {
    """
    Expected to receive \(expected), but another action came first, and has been reduced:
    \(indented(entry.lines))
    Likely causes: effects answer in another order, or send more than the test expects.
    Suggestion: receive this action here, or correct the reducer.
    """
  }

  static func gone<Action>(
    _ entry: QueuedAction<Action>, _ missing: MissingRecipient
  ) -> String {
    """
    An action was received for a screen that is not there: \(missing).
    \(indented(entry.lines))
    Likely causes: the screen was popped or dismissed while the effect was under way, and the \
    effect is not the screen's own.
    Suggestion: let the screen start the effect, so that it ends with the screen, or correct the \
    reducer.
    """
  }

  static func dropped<Action>(_ action: Action, by other: Action) -> String {
    """
    Expected to receive an action that was dropped when \(phrase(for: other)) was reduced:
    \(indented(text(of: action)))
    Likely causes: the screen that sent it was popped or dismissed, or its effect was cancelled.
    Suggestion: leave this `receive` out, or correct the reducer.
    """
  }

  static func cancelled<Action>(
    _ effects: [(effect: RunningEffect<Action>, by: Action)], expected: String
  ) -> String {
    """
    Expected to receive \(expected), but nothing is in flight that could send it. Cancelled were:
    \(list(effects, cancelled))
    Likely causes: the screen of the effect was popped or dismissed, the effect was cancelled by \
    its id, or it was not started.
    Suggestion: leave this `receive` out, or correct the reducer.
    """
  }

  private static func cancelled<Action>(_ effect: RunningEffect<Action>, by action: Action)
    -> String
  {
    "\(effect.summary)\n  when \(phrase(for: action)) was reduced"
  }

  static func nothingReceived<Action>(
    _ expected: String, after skipped: [QueuedAction<Action>], _ running: [RunningEffect<Action>],
    cancelled effects: [(effect: RunningEffect<Action>, by: Action)], nextIn: Duration?
  ) -> String {
    let message =
      skipped.isEmpty
      ? "no effect has sent anything."
      : "effects have sent nothing but others, and they have been reduced:\n"
        + list(skipped, \.lines)
    let waiting =
      running.isEmpty ? "No effect is in flight." : "In flight:\n" + list(running, \.summary)
    let suggestion =
      nextIn.map { "advance by \($0), when the next sleeper wakes, or correct the reducer." }
      ?? "correct the reducer, or leave this `receive` out."
    return """
      Expected to receive \(expected), but \(message)
      \(waiting)\(effects.isEmpty ? "" : "\nCancelled were:\n" + list(effects, cancelled))
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: \(suggestion)
      """
  }

  static func nothingReceived(_ expected: String, _ outside: [RuntimeIssue]) -> String {
    (["Expected to receive \(expected), but no effect has sent anything."]
      + outside.map(\.description)).joined(separator: "\n")
  }
}
