/// Says that work is in flight.
///
///     if state.isSaving { Progress("Saving…") }
///
/// It is marked `…` and does not move: a screen is a value.
public struct Progress: Hashable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }
}
