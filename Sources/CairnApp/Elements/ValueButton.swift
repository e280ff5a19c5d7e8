/// An action with a value that no field keeps, sent by typing the name and the value.
///
///     ValueButton("seek", takes: "seconds, m:ss or 40%") { Seek($0).map { .seek($0) } }
///
/// Typing `seek 40%` sends the action of the value; the screen shows `seconds, m:ss or 40%` beside the
/// name. A value whose action is `nil` is refused, and the refusal names the accepted values. The function
/// must depend on the value alone.
///
/// A button with a reason (`disabledBecause:`) is disabled and shows the reason. The reducer must refuse
/// its action too. For a search, ``App/samples`` has the values to type.
public struct ValueButton<Action: Sendable>: Sendable {
  /// The name that is typed before the value.
  public let name: String
  /// The accepted values in words.
  public let values: String
  /// The reason why it is disabled; `nil` if it is enabled.
  public let disabledReason: String?
  @usableFromInline let action: @Sendable (String) -> Action?

  /// Creates a button that sends the action of the typed value.
  ///
  /// - Parameters:
  ///   - values: the accepted values in words, such as `seconds or m:ss`.
  ///   - action: returns `nil` for a value that is not accepted.
  @inlinable
  public init(
    _ name: String, takes values: String, disabledBecause reason: String? = nil,
    _ action: @escaping @Sendable (String) -> Action?
  ) {
    self.name = name
    self.values = values
    self.disabledReason = reason
    self.action = action
  }

  @inlinable
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> ValueButton<Other> {
    ValueButton<Other>(name, takes: values, disabledBecause: disabledReason) { [action] in
      action($0).map(transform)
    }
  }
}
