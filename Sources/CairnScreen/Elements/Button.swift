/// An action that a person takes by typing its name.
///
///     Button("next", disabledBecause: state.missing, .next)  // a reason, or nil when enabled
///     Button("back", .back)
///
/// A button with a reason is disabled and says why; the reducer must refuse its action all the
/// same.
public struct Button<Action: Sendable>: Sendable {
  public let name: String
  public let disabledReason: String?
  @usableFromInline let action: Action

  @inlinable
  public init(_ name: String, disabledBecause reason: String? = nil, _ action: Action) {
    self.name = name
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(_ transform: (Action) -> Other) -> Button<Other> {
    Button<Other>(name, disabledBecause: disabledReason, transform(action))
  }
}
