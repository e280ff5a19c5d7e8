import Cairn

/// A text field, filled by typing its name and a value.
///
///     Field("email", state.email) { .emailChanged($0) }
///     Field("password", secure: state.password) { .passwordChanged($0) }
///
/// A secure field takes and returns a `Secret`, and is shown as bullets. A field with a reason
/// (`disabledBecause:`) is disabled and shows the reason. The reducer must refuse its action too.
public struct Field<Action: Sendable>: Sendable {
  /// The name that is typed before the value.
  public let name: String
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
    _ name: String, _ value: String, disabledBecause reason: String? = nil,
    _ action: @escaping @Sendable (String) -> Action
  ) {
    self.init(name: name, disabledReason: reason, content: .plain(value, action))
  }

  /// Creates a field that shows its value as bullets.
  @inlinable
  public init(
    _ name: String, secure value: Secret, disabledBecause reason: String? = nil,
    _ action: @escaping @Sendable (Secret) -> Action
  ) {
    self.init(name: name, disabledReason: reason, content: .secure(value, action))
  }

  @inlinable
  init(name: String, disabledReason: String?, content: Content) {
    self.name = name
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
    switch content {
    case .plain(let value, let action):
      Field<Other>(name, value, disabledBecause: disabledReason) { transform(action($0)) }
    case .secure(let value, let action):
      Field<Other>(name, secure: value, disabledBecause: disabledReason) { transform(action($0)) }
    }
  }
}
