import Cairn
import CairnDump

extension FailureText {
  static func unreceived<Action>(
    _ actions: [QueuedAction<Action>], before occasion: String
  ) -> String {
    """
    \(counted(actions.count, "action")) from effects must be received before \(occasion):
    \(listed(actions, \.lines))
    Likely causes: an effect sends more actions than the test expects, or a `receive` is missing.
    Suggestion: receive these actions in this order, or skip them with `skipReceived()`.
    """
  }

  static func unexpected<Action>(_ entry: QueuedAction<Action>, expected: String) -> String {
    """
    Expected to receive \(expected), but received and reduced another action:
    \(indented(entry.lines))
    Likely causes: the effects answer in another order, or send more actions than the test expects.
    Suggestion: receive this action here, or correct the reducer.
    """
  }

  static func undelivered<Action>(
    _ entry: QueuedAction<Action>, _ missing: _Kernel.MissingRecipient, isReceived: Bool
  ) -> String {
    """
    \(isReceived ? "The received" : "A skipped") action is for a screen that is not in the state: \(missing).
    \(indented(entry.lines))
    Likely causes: the screen was popped or dismissed while the effect was running, and the effect \
    does not belong to the screen.
    Suggestion: start the effect in the reducer of the screen, which cancels it with the screen, or \
    correct the reducer.
    """
  }

  static func dropped<Action>(_ action: Action, by other: Action?) -> String {
    """
    Expected to receive an action that was dropped \(occasion(other)):
    \(indented(text(of: action)))
    Likely causes: the screen that sent it was popped or dismissed, or its effect was cancelled.
    Suggestion: remove this `receive`, or correct the reducer.
    """
  }

  static func cancelled<Action>(
    _ effects: [(effect: RunningEffect<Action>, by: Action?)], expected: String
  ) -> String {
    """
    Expected to receive \(expected), but the effects that could send it were cancelled:
    \(listed(effects, cancelled))
    Likely causes: the screen of the effect was popped or dismissed, the effect was cancelled by \
    its id, or it was not started.
    Suggestion: remove this `receive`, or correct the reducer.
    """
  }

  private static func cancelled<Action>(
    _ effect: RunningEffect<Action>, by action: Action?
  ) -> String {
    "\(effect.summary)\n  \(occasion(action))"
  }

  private static func occasion<Action>(_ action: Action?) -> String {
    action.map { "when \(inlineText(of: $0)) was reduced" } ?? "by an effect or by the test"
  }

  static func nothingReceived<Action>(
    _ expected: String, after skipped: [QueuedAction<Action>], _ running: [RunningEffect<Action>],
    cancelled effects: [(effect: RunningEffect<Action>, by: Action?)], nextIn: Duration?
  ) -> String {
    let message =
      skipped.isEmpty
      ? "no effect has sent an action."
      : "effects have sent only other actions, which have been reduced:\n"
        + listed(skipped, \.lines)
    let suggestion =
      nextIn.map { "advance by \($0), to the next deadline, or correct the reducer." }
      ?? "correct the reducer, or remove this `receive`."
    return """
      Expected to receive \(expected), but \(message)
      \(inFlight(running))\(effects.isEmpty ? "" : "\nCancelled:\n" + listed(effects, cancelled))
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      Suggestion: \(suggestion)
      """
  }

  static func nothingReceived(_ expected: String, _ blocked: [RuntimeIssue]) -> String {
    (["Expected to receive \(expected), but no effect has sent an action."]
      + blocked.map(\.description)).joined(separator: "\n")
  }
}
