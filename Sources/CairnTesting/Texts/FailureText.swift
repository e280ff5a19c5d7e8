import Cairn
import CairnDump
import CairnSimulation

/// What a failing test says: what happened, the difference, likely causes, the mend.
enum FailureText {
  static func unassertedChange<State, Action>(
    from before: State, to actual: State, after event: TestEvent<Action>
  ) -> String {
    """
    The state changed when \(event.text), and the test does not say how.
    \(change(from: before, to: actual))
    Likely causes: the change is new, or the test forgot it.
    Suggestion: pass a closure that makes this change, or correct the reducer.
    """
  }

  static func wrongChange<State, Action>(
    expected: State, actual: State, after event: TestEvent<Action>
  ) -> String {
    """
    The state is not as expected when \(event.text). (- expected, + actual)
    \(change(from: expected, to: actual))
    Likely causes: the reducer changed, or the closure makes another change than the reducer.
    Suggestion: correct the closure if the new behaviour is meant, or else the reducer.
    """
  }

  static func noChange<Action>(after event: TestEvent<Action>) -> String {
    """
    The test says that the state changes when \(event.text), but its closure changes nothing, and \
    neither did the reducer.
    Likely causes: the closure sets a value that was there already.
    Suggestion: leave the closure out, or correct the reducer.
    """
  }

  static func wrongValue<Value, Action>(
    _ path: String, expected: Value, actual: Value, waiting: [QueuedAction<Action>]
  ) -> String {
    """
    \(path) is not as expected. (- expected, + actual)
    \(change(from: expected, to: actual))\(waiting.isEmpty ? "" : "\n" + unlookedAt(waiting))
    Likely causes: the reducer changed, or the test expects the value of another moment.
    Suggestion: correct the test if the new behaviour is meant, or else the reducer.
    """
  }

  private static func unlookedAt<Action>(_ waiting: [QueuedAction<Action>]) -> String {
    """
    \(counted(waiting.count, "action")) not yet received:
    \(list(waiting, \.lines))
    """
  }

  static func unusedFixes(_ answers: [FixedAnswer]) -> String {
    """
    \(counted(answers.count, "answer")) fixed and never asked for:
    \(list(answers, \.description))
    Likely causes: the feature asks less often than the test expects, or asks for something else.
    Suggestion: leave the `fix` out, or correct the feature.
    """
  }

  static func underSeed(_ seed: UInt64) -> String { "\nThe order was drawn from seed \(seed)." }

  static func failedUnderSeed(_ seed: UInt64, after passed: Int) -> String {
    """
    The test fails under seed \(seed)\(passed == 0 ? "" : ", after \(counted(passed, "seed")) that it passes").
    Likely causes: it is true of one order of things, and the rules allow another.
    To repeat it: withSeeds([\(seed)]) { … }
    """
  }
}
