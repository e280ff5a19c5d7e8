/// Something that is on or off, and flips when its name is typed.
///
///     Toggle("accept", "I accept the terms", isOn: state.accepted, .acceptToggled)
///
/// A toggle with a reason (`disabledBecause:`) is disabled and says why; the reducer
/// must refuse its action all the same.
public struct Toggle<Action: Sendable>: Sendable {
  public let name: String
  public let label: String
  public let isOn: Bool
  public let disabledReason: String?
  @usableFromInline let action: Action

  @inlinable
  public init(
    _ name: String, _ label: String, isOn: Bool, disabledBecause reason: String? = nil,
    _ action: Action
  ) {
    self.name = name
    self.label = label
    self.isOn = isOn
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(_ transform: (Action) -> Other) -> Toggle<Other> {
    Toggle<Other>(name, label, isOn: isOn, disabledBecause: disabledReason, transform(action))
  }
}
