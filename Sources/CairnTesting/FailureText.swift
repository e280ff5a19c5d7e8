import Cairn
import CairnDump
import CairnSimulation

/// What a failing test says: what happened, the difference, likely causes, the mend.
enum FailureText {
  static func unassertedChange<State>(
    from before: State, to actual: State, after event: String
  ) -> String {
    """
    The state changed when \(event), and the test does not say how.
    \(change(from: before, to: actual))
    Likely causes: the change is new, or the test forgot it.
    To mend it: pass a closure that makes this change, or correct the reducer.
    """
  }

  static func wrongChange<State>(
    expected: State, actual: State, after event: String
  ) -> String {
    """
    The state is not as expected when \(event). (- expected, + actual)
    \(change(from: expected, to: actual))
    Likely causes: the reducer changed, or the closure makes another change than the reducer.
    To mend it: correct the closure if the new behaviour is meant, or else the reducer.
    """
  }

  static func noChange(after event: String) -> String {
    """
    The test says that the state changes when \(event), but its closure changes nothing, and \
    neither did the reducer.
    Likely causes: the closure sets a value that was there already.
    To mend it: leave the closure out, or correct the reducer.
    """
  }

  static func unreceived<Action>(_ actions: [Action], before event: String) -> String {
    """
    \(counted(actions.count, "action")) of effects must be received before \(event):
    \(actions.map { indented(dumped($0)) }.joined(separator: "\n"))
    Likely causes: an effect sends more than the test expects, or a `receive` is missing.
    To mend it: receive each of them, in this order.
    """
  }

  static func nothingReceived<Action>(
    _ expected: String, _ running: [RunningEffect<Action>], nextIn: Duration?, outside: [Mistake]
  ) -> String {
    let happened = "Expected to receive \(expected), but no effect has sent anything."
    guard outside.isEmpty else {
      return ([happened] + outside.map(\.description)).joined(separator: "\n")
    }
    let waiting =
      running.isEmpty
      ? "No effect is in flight."
      : "In flight:\n" + running.map(line).joined(separator: "\n")
    let mend =
      nextIn.map { "advance by \($0), when the next sleeper wakes, or correct the reducer." }
      ?? "correct the reducer, or leave this `receive` out."
    return """
      \(happened)
      \(waiting)
      Likely causes: the effect was not started, was cancelled, or waits for time to pass.
      To mend it: \(mend)
      """
  }

  static func unexpected<Action>(_ step: Step<Action>, expected: String) -> String {
    """
    Expected to receive \(expected), but another action came first:
    \(indented(dumped(step.action)))
    It was sent by \(sender(step.origin)) and has been reduced.
    Likely causes: effects answer in another order, or send more than the test expects.
    To mend it: receive this action here, or correct the reducer.
    """
  }

  static func running<Action>(_ effects: [RunningEffect<Action>]) -> String {
    """
    \(counted(effects.count, "effect")) still in flight at the end of the test:
    \(effects.map(line).joined(separator: "\n"))
    Likely causes: the test ends too early, or an effect is not cancelled when it should be.
    To mend it: advance the clock, receive what the effect sends, cancel it in the reducer, or mark \
    one that lasts as long as its screen as `.background`.
    """
  }

  static func undrawn(_ answers: [FixedAnswer]) -> String {
    """
    \(counted(answers.count, "answer")) fixed and never asked for:
    \(answers.map { "  \($0)" }.joined(separator: "\n"))
    Likely causes: the feature asks less often than the test expects, or asks for something else.
    To mend it: leave the `fix` out, or correct the feature.
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

  private static func change<State>(from old: State, to new: State) -> String {
    indented(
      difference(from: old, to: new)
        ?? "(the values are unequal, but print alike: some part has no reflection)")
  }

  private static func line<Action>(_ effect: RunningEffect<Action>) -> String {
    "  " + effect.summary
  }

  private static func sender<Action>(_ origin: Step<Action>.Origin) -> String {
    switch origin {
    case .owner: "the test"
    case .replay: "a record"
    case .effect(let name, nil): "the effect \"\(name)\""
    case .effect(let name, let number?): "the effect \"\(name)\" (effect \(number))"
    }
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  " + $0 }.joined(separator: "\n")
  }
}
