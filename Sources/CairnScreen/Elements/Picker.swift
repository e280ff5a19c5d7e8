/// One of several values, picked by typing it after the name.
///
///     Picker("size", state.size, of: ["small", "large"]) { .sizeChanged($0) }
///
/// Typing `size large` sends the action of `large`; any other value is refused with the list of
/// options, matched exactly, case included. A picker with a reason (`disabledBecause:`) is disabled and says why; the reducer must refuse its action all the same.
///
/// It does *not* insist that the current value is one of the options: `""` is shown as `(none)`.
public struct Picker<Action: Sendable>: Sendable {
  public let name: String
  public let value: String
  public let options: [String]
  public let disabledReason: String?
  @usableFromInline let action: @Sendable (String) -> Action

  @inlinable
  public init(
    _ name: String, _ value: String, of options: [String], disabledBecause reason: String? = nil,
    _ action: @escaping @Sendable (String) -> Action
  ) {
    self.name = name
    self.value = value
    self.options = options
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Picker<Other> {
    Picker<Other>(name, value, of: options, disabledBecause: disabledReason) { [action] in
      transform(action($0))
    }
  }
}
