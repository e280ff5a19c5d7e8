/// A password or PIN that is printed as bullets.
///
///     let pin = Secret("1234")
///     print(pin)  // ••••
///     pin == Secret("1234")  // true
///
/// Descriptions, debug descriptions, mirrors (`dump`) and encodings contain one bullet for each
/// character. Only ``reveal()`` returns the text. A secret is `Codable`, and actions that contain
/// one can therefore be `Codable` too; only a journal can decode it.
///
/// A secret does *not* hide the length of the text, and it does not overwrite memory.
///
/// Two secrets are equal if their UTF-8 bytes are equal. Canonically equivalent texts (`é` as one
/// or as two Unicode scalars) are different secrets, as they are to a hash function.
public struct Secret: Hashable, Sendable {
  private let text: String

  public init(_ text: String) {
    self.text = text
  }

  public var isEmpty: Bool { text.isEmpty }

  /// One bullet for each character. O(n).
  public var bullets: String { String(repeating: "•", count: text.count) }

  public static func == (left: Secret, right: Secret) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// The text. Use it for hashing and comparing, never for printing.
  public func reveal() -> String { text }
}

extension Secret: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { bullets }
  public var debugDescription: String { bullets }
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension Secret: Codable {
  /// Encodes bullets or, in a journal, a placeholder. The text is never encoded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(SecretCoding(in: encoder.userInfo)?.placeholder(self) ?? bullets)
  }

  /// Decodes a placeholder of a journal that is being replayed. Bullets cannot be decoded.
  ///
  /// - Throws: `DecodingError` outside a journal.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let secret = try SecretCoding(in: decoder.userInfo)?.secret(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a secret is encoded as bullets and cannot be decoded")
    }
    self = secret
  }
}

/// Encodes and decodes secrets as the placeholders of a journal.
package struct SecretCoding: Sendable {
  package static let key = CodingUserInfoKey(rawValue: "Cairn.SecretCoding")

  package let placeholder: @Sendable (Secret) -> String
  /// Throws for an unknown placeholder.
  package let secret: @Sendable (String) throws -> Secret

  package init(
    placeholder: @escaping @Sendable (Secret) -> String,
    secret: @escaping @Sendable (String) throws -> Secret
  ) {
    self.placeholder = placeholder
    self.secret = secret
  }

  /// The coding that an encoder or decoder passes in its `userInfo`; `nil` if there is none.
  init?(in userInfo: [CodingUserInfoKey: Any]) {
    guard let coding = Self.key.flatMap({ userInfo[$0] }) as? SecretCoding else { return nil }
    self = coding
  }
}
