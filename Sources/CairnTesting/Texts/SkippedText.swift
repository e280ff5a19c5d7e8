import Cairn
import CairnDump
import CairnSimulation

/// The text of a note about a skipped part, for `Exhaustivity.off(showSkipped: true)`.
enum SkippedText {
  static func change<State, Action>(
    from before: State, to actual: State, isAsserted: Bool, after event: TestEvent<Action>
  ) -> String {
    """
    Skipped: the state changed after \(event.text), and the test \
    \(isAsserted ? "may not assert the whole change" : "does not assert the change").
    \(CairnTesting.change(from: before, to: actual))
    """
  }

  static func actions<State: Equatable, Action>(
    _ actions: [QueuedAction<Action>], from before: State, to actual: State,
    before occasion: String? = nil
  ) -> String {
    let verb = actions.count == 1 ? "was" : "were"
    return """
      Skipped: \(counted(actions.count, "action")) from effects \(verb) reduced and not received\
      \(occasion.map { " before " + $0 } ?? "").
      \(listed(actions, \.lines))
      """
        + (before == actual
          ? "" : "\nThe state changed:\n" + CairnTesting.change(from: before, to: actual))
  }

  static func running<Action>(_ effects: [RunningEffect<Action>]) -> String {
    """
    Skipped: \(counted(effects.count, "effect")) still in flight at the end of the test.
    \(listed(effects, \.summary))
    """
  }

  static func cancelled<Action>(_ effects: [RunningEffect<Action>]) -> String {
    """
    Skipped: \(counted(effects.count, "effect")) cancelled.
    \(listed(effects, \.summary))
    """
  }

  static func dismissed<Action>(_ step: Step<Action>) -> String {
    "Skipped: the feature dismissed itself \(step.dismissalText)."
  }

  static func unusedFixes(_ answers: [FixedAnswer]) -> String {
    """
    Skipped: \(counted(answers.count, "fixed answer")) not used.
    \(listed(answers, \.description))
    """
  }
}
