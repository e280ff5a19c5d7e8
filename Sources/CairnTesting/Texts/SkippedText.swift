import Cairn
import CairnSimulation

/// What is told where exhaustivity is off and what is skipped is shown.
enum SkippedText {
  static func change<State, Action>(
    from before: State, to actual: State, isAsserted: Bool, after event: TestEvent<Action>
  ) -> String {
    """
    Skipped: the state changed when \(event.text), and the test \
    \(isAsserted ? "may not say all of it" : "does not say how").
    \(CairnTesting.change(from: before, to: actual))
    """
  }

  static func actions<State: Equatable, Action>(
    _ actions: [QueuedAction<Action>], from before: State, to actual: State,
    before occasion: String? = nil
  ) -> String {
    let verb = actions.count == 1 ? "was" : "were"
    return """
      Skipped: \(counted(actions.count, "action")) of effects \(verb) reduced\
      \(occasion.map { " before " + $0 } ?? ""), and not received.
      \(list(actions, \.lines))
      """
        + (before == actual
          ? "" : "\nThe state changed by it.\n" + CairnTesting.change(from: before, to: actual))
  }

  static func running<Action>(_ effects: [RunningEffect<Action>]) -> String {
    """
    Skipped: \(counted(effects.count, "effect")) still in flight at the end of the test.
    \(list(effects, \.summary))
    """
  }

  static func cancelled<Action>(_ effects: [RunningEffect<Action>]) -> String {
    """
    Skipped: \(counted(effects.count, "effect")) cancelled.
    \(list(effects, \.summary))
    """
  }

  static func unusedFixes(_ answers: [FixedAnswer]) -> String {
    """
    Skipped: \(counted(answers.count, "answer")) fixed and never asked for.
    \(list(answers, \.description))
    """
  }
}
