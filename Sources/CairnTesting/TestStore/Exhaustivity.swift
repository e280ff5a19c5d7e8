/// How much of what happens a test has to account for.
public enum Exhaustivity: Sendable, Equatable {
  /// Everything: every change of state, every action that an effect sends, every effect in flight
  /// at the end, and every answer that was fixed.
  case on

  /// Only what the test says, which has to be true all the same; `showSkipped` tells what it does
  /// not say, without failing.
  case off(showSkipped: Bool)

  /// Only what the test says, and nothing is told of the rest.
  public static let off = Exhaustivity.off(showSkipped: false)
}
