/// How a journal writes secrets, and how it reads them again: by placeholders.
package struct SecretCoding: Sendable {
  package static let key = CodingUserInfoKey(rawValue: "Cairn.SecretCoding")

  package let placeholder: @Sendable (Secret) -> String
  /// Throws for a placeholder that nothing is known of.
  package let secret: @Sendable (String) throws -> Secret

  package init(
    placeholder: @escaping @Sendable (Secret) -> String,
    secret: @escaping @Sendable (String) throws -> Secret
  ) {
    self.placeholder = placeholder
    self.secret = secret
  }

  /// The one that whoever encodes or decodes has put there.
  init?(in userInfo: [CodingUserInfoKey: Any]) {
    guard let coding = Self.key.flatMap({ userInfo[$0] }) as? SecretCoding else { return nil }
    self = coding
  }
}
