import Cairn

/// A text field, filled by typing its name and a value.
///
///     Field("email", state.email) { .emailChanged($0) }
///     Field("password", secure: state.password) { .passwordChanged($0) }
///
/// A secure field takes and returns a `Secret`, and is shown as bullets. A field with a reason
/// (`disabledBecause:`) is disabled and shows the reason. The reducer must refuse its action too. An empty
/// field that may stay so (`isOptional: true`) is shown as `(optional)`.
public struct Field<Action: Sendable>: Sendable {
  /// The name that is typed before the value.
  public let name: String
  /// Whether its value may be left out.
  public let isOptional: Bool
  /// The reason why it is disabled; `nil` if it is enabled.
  public let disabledReason: String?
  @usableFromInline let content: Content

  @usableFromInline
  enum Content: Sendable {
    case plain(String, @Sendable (String) -> Action)
    case secure(Secret, @Sendable (Secret) -> Action)
  }

  /// Creates a field that shows its value.
  @inlinable
  public init(
    _ name: String, _ value: String, isOptional: Bool = false,
    disabledBecause reason: String? = nil, _ action: @escaping @Sendable (String) -> Action
  ) {
    self.init(
      name: name, isOptional: isOptional, disabledReason: reason, content: .plain(value, action))
  }

  /// Creates a field that shows its value as bullets.
  @inlinable
  public init(
    _ name: String, secure value: Secret, isOptional: Bool = false,
    disabledBecause reason: String? = nil, _ action: @escaping @Sendable (Secret) -> Action
  ) {
    self.init(
      name: name, isOptional: isOptional, disabledReason: reason, content: .secure(value, action))
  }

  @inlinable
  init(name: String, isOptional: Bool, disabledReason: String?, content: Content) {
    self.name = name
    self.isOptional = isOptional
    self.disabledReason = disabledReason
    self.content = content
  }

  /// Whether the value is a secret.
  @inlinable
  public var isSecure: Bool {
    switch content {
    case .plain: false
    case .secure: true
    }
  }

  @inlinable
  func action(for value: String) -> Action {
    switch content {
    case .plain(_, let action): action(value)
    case .secure(_, let action): action(Secret(value))
    }
  }

  /// The action for a secret, which a secure field does not copy.
  @inlinable
  func action(for secret: Secret) -> Action {
    switch content {
    case .plain(_, let action): action(secret.reveal())
    case .secure(_, let action): action(secret)
    }
  }

  @inlinable
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Field<Other> {
    let mapped: Field<Other>.Content =
      switch content {
      case .plain(let value, let action): .plain(value) { transform(action($0)) }
      case .secure(let value, let action): .secure(value) { transform(action($0)) }
      }
    return Field<Other>(
      name: name, isOptional: isOptional, disabledReason: disabledReason, content: mapped)
  }
}
