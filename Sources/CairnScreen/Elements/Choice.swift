/// One of several values, picked by typing it after the name.
///
///     Choice("size", state.size, of: ["small", "large"]) { .sizeChanged($0) }
///
/// Typing `size large` sends the action of `large`; any other value is refused with the list of
/// options, matched exactly, case included. A choice with a reason (`unless:`, or
/// `enabled:because:`) is disabled and says why; the reducer must refuse its action all the same.
///
/// It does *not* insist that the current value is one of the options: `""` is shown as `(none)`.
public struct Choice<Action: Sendable>: Sendable {
  public let name: String
  public let value: String
  public let options: [String]
  public let disabledReason: String?
  @usableFromInline let action: @Sendable (String) -> Action

  @inlinable
  public init(
    _ name: String, _ value: String, of options: [String], unless reason: String? = nil,
    _ action: @escaping @Sendable (String) -> Action
  ) {
    self.name = name
    self.value = value
    self.options = options
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  public init(
    _ name: String, _ value: String, of options: [String], enabled: Bool, because reason: String,
    _ action: @escaping @Sendable (String) -> Action
  ) {
    self.init(name, value, of: options, unless: enabled ? nil : reason, action)
  }

  @inlinable
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Choice<Other> {
    Choice<Other>(name, value, of: options, unless: disabledReason) { [action] in
      transform(action($0))
    }
  }
}
