import Cairn
import CairnDump

// About effects in flight, or none.
extension FailureText {
  static func running<Action>(_ effects: [RunningEffect<Action>]) -> String {
    """
    \(counted(effects.count, "effect")) still in flight at the end of the test:
    \(list(effects, \.summary))
    Likely causes: the test ends too early, or an effect is not cancelled when it should be.
    Suggestion: advance the clock, receive what the effect sends, cancel it in the reducer, mark \
    one that lasts as long as its screen as `.background`, or end it with `skipInFlight()`.
    """
  }

  static func nothingToSkip<Action>(running: [RunningEffect<Action>]) -> String {
    """
    There is nothing to skip: no effect has sent anything.
    \(running.isEmpty ? "No effect is in flight." : "In flight:\n" + list(running, \.summary))
    Likely causes: the effect was not started, was cancelled, or waits for time to pass.
    Suggestion: leave this `skipReceived()` out, or advance the clock first.
    """
  }

  static var nothingInFlight: String {
    """
    There is nothing to skip: no effect is in flight.
    Likely causes: the effect was not started, has ended, or was cancelled.
    Suggestion: leave this `skipInFlight()` out, or correct the reducer.
    """
  }
}
