/// A password or PIN that shows itself as bullets wherever a value is printed.
///
///     let pin = Secret("1234")
///     print(pin)  // ••••
///     pin == Secret("1234")  // true
///
/// Describing, debugging, reflecting (`dump`, `Mirror`) and encoding a secret give one bullet a
/// character, so that leaking the text takes a call to ``reveal()``. It is `Codable` so that
/// actions that hold one can be; decoding it works in a journal alone.
///
/// It does *not* hide how long the text is, and it does not wipe memory.
///
/// Two secrets are equal when they are byte for byte, as a hash of them would tell: text that only
/// looks alike (`é` as one character or as two) is another secret.
public struct Secret: Hashable, Sendable {
  private let text: String

  public init(_ text: String) {
    self.text = text
  }

  public var isEmpty: Bool { text.isEmpty }

  /// One bullet a character. O(n).
  public var bullets: String { String(repeating: "•", count: text.count) }

  public static func == (left: Secret, right: Secret) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// The text itself: for hashing and comparing, never for printing.
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
  /// As bullets, or in a journal as a placeholder: never as the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(SecretCoding(in: encoder.userInfo)?.placeholder(self) ?? bullets)
  }

  /// From the placeholder in a journal that is replayed. There is no way back from bullets.
  ///
  /// - Throws: `DecodingError` anywhere else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let secret = try SecretCoding(in: decoder.userInfo)?.secret(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a secret cannot be read back from what it encodes as")
    }
    self = secret
  }
}
