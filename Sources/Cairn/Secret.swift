#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A password or PIN that is printed as bullets and wiped from memory when it is released.
///
///     let pin = Secret("1234")
///     print(pin)  // ••••
///     pin == Secret("1234")  // true
///
/// Descriptions, debug descriptions, mirrors (`dump`) and encodings contain one bullet for each
/// character. Only ``reveal()`` and ``withUTF8(_:)`` return the text. A secret is `Codable`, and actions
/// that contain one can therefore be `Codable` too. Bullets cannot be decoded: only a journal, and a file of the
/// library's storage whose `FileFormat` stores the text of secrets, decode to a secret.
///
/// Copies of a secret share one buffer, which is overwritten with zeros when the last copy is gone. A
/// secret does *not* hide the length of the text, and it does not wipe the `String` that it was made of
/// or the one that ``reveal()`` returns.
///
/// Two secrets are equal if their UTF-8 bytes are equal. Canonically equivalent texts (`é` as one
/// or as two Unicode scalars) are different secrets, as they are to a hash function. A comparison takes
/// a time that depends only on the lengths.
public struct Secret: Hashable, Sendable {
  /// `nil` for the empty secret.
  private let bytes: SecretBytes?

  /// Creates a secret. The text itself remains in memory for as long as its owner keeps it.
  public init(_ text: String) {
    var text = text
    let count = text.count
    bytes = text.withUTF8 { unsafe SecretBytes($0, characters: count) }
  }

  /// Copies the text that the bytes encode, without a `String` in between; `nil` if they are not ASCII.
  package init?(ascii source: UnsafeBufferPointer<UInt8>) {
    guard unsafe source.allSatisfy({ $0 < 0x80 }) else { return nil }
    bytes = unsafe SecretBytes(source, characters: source.count)
  }

  /// Whether the secret has no characters.
  public var isEmpty: Bool { bytes == nil }

  /// One bullet for each character. O(n).
  public var bullets: String { String(repeating: "•", count: bytes?.characters ?? 0) }

  public static func == (left: Secret, right: Secret) -> Bool {
    left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        return unsafe zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The text. Use it for hashing and comparing, never for printing.
  public func reveal() -> String { withUTF8 { unsafe String(decoding: $0, as: UTF8.self) } }

  /// Calls `body` with the bytes of the text, without a copy of them. The pointer is valid during the
  /// call.
  @safe public func withUTF8<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let bytes else { return try unsafe body(UnsafeBufferPointer(start: nil, count: 0)) }
    return try withExtendedLifetime(bytes) { () throws(Failure) in try unsafe body(bytes.buffer) }
  }
}

/// The buffer of a secret, which is overwritten when the last copy of the secret is gone.
///
/// `@unchecked Sendable`: `init` writes the bytes before any other reference exists. From then on they
/// are only read, until `deinit`, which no other reference survives. Safe for the same reason: the buffer
/// has `count` initialized bytes as long as the object lives.
@safe private final class SecretBytes: @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt8>
  private let count: Int
  /// The number of characters of the text.
  let characters: Int

  /// `nil` for an empty text.
  init?(_ source: UnsafeBufferPointer<UInt8>, characters: Int) {
    guard let first = source.baseAddress, !source.isEmpty else { return nil }
    unsafe start = .allocate(capacity: source.count)
    unsafe start.initialize(from: first, count: source.count)
    count = source.count
    self.characters = characters
  }

  var buffer: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

  deinit {
    // The compiler may leave out other writes to memory that nobody reads again.
    #if canImport(Darwin)
      _ = memset_s(start, count, 0, count)
    #else
      unsafe explicit_bzero(start, count)
    #endif
    unsafe start.deallocate()
  }
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
  /// Encodes bullets or, in a journal, a placeholder. A `FileFormat` that stores secrets writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(SecretCoding(in: encoder.userInfo)?.placeholder(self) ?? bullets)
  }

  /// Decodes a placeholder of a journal that is being replayed, or the text in a stored file.
  /// Bullets cannot be decoded.
  ///
  /// - Throws: `DecodingError` otherwise.
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

/// Encodes and decodes secrets as the placeholders of a journal, or as text.
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
