/// Something that is on or off, and flips when its name is typed.
///
///     Toggle("accept", "I accept the terms", isOn: state.accepted, .acceptToggled)
///
/// A toggle with a reason (`unless:`, or `enabled:because:`) is disabled and says why; the reducer
/// must refuse its action all the same.
public struct Toggle<Action: Sendable>: Sendable {
  public let name: String
  public let label: String
  public let isOn: Bool
  public let disabledReason: String?
  @usableFromInline let action: Action

  @inlinable
  public init(
    _ name: String, _ label: String, isOn: Bool, unless reason: String? = nil, _ action: Action
  ) {
    self.name = name
    self.label = label
    self.isOn = isOn
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  public init(
    _ name: String, _ label: String, isOn: Bool, enabled: Bool, because reason: String,
    _ action: Action
  ) {
    self.init(name, label, isOn: isOn, unless: enabled ? nil : reason, action)
  }

  @inlinable
  func map<Other: Sendable>(_ transform: (Action) -> Other) -> Toggle<Other> {
    Toggle<Other>(name, label, isOn: isOn, unless: disabledReason, transform(action))
  }
}
