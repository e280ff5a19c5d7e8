import Cairn

/// Hashes passwords and PINs for storage, and compares them with stored hashes.
///
///     let hash = try await PasswordHasher.crypt.hash("correct horse")
///     try await PasswordHasher.crypt.matches("correct horse", hash)  // true
///     try await PasswordHasher.crypt.matches("battery staple", hash)  // false
///
/// A hash is a `Secret`: the hash of a short PIN can be found by trial. A file has it as
/// text if its ``FileFormat`` stores secrets.
///
/// Both functions throw for a password that ``check(_:)`` refuses. `matches` throws
/// ``PasswordError/damagedHash`` for a text that `hash` would not return, before it spends time on it.
/// The functions of ``crypt`` take about 0.03 s on Linux, one at a time on a thread of their own.
public struct PasswordHasher: Sendable {
  /// Returns a new hash of a password, with a salt of its own.
  public var hash: @Sendable (Secret) async throws(PasswordError) -> Secret
  /// Whether a hash is one of the password.
  public var matches:
    @Sendable (_ password: Secret, _ hash: Secret) async throws(PasswordError) -> Bool

  /// Creates a hasher from two functions, as for a test.
  public init(
    hash: @escaping @Sendable (Secret) async throws(PasswordError) -> Secret,
    matches:
      @escaping @Sendable (_ password: Secret, _ hash: Secret) async throws(PasswordError)
      -> Bool
  ) {
    self.hash = hash
    self.matches = matches
  }

  /// The maximum size of a password in bytes: that of crypt(3), without the terminating NUL.
  public static let sizeLimit = 511

  /// Throws for a password that no hasher takes: longer than ``sizeLimit`` bytes, or with a NUL.
  public static func check(_ password: Secret) throws(PasswordError) {
    let (count, hasNUL) = password.withUTF8 { unsafe ($0.count, $0.contains(0)) }
    guard count <= sizeLimit else { throw .tooLong(bytes: count) }
    // crypt(3) would ignore the rest, and accept every password with the same beginning.
    guard !hasNUL else { throw .containsNUL }
  }
}

/// The reason why a password could not be hashed or compared.
public enum PasswordError: Error, Equatable, CustomStringConvertible {
  /// The password has more than ``PasswordHasher/sizeLimit`` bytes.
  case tooLong(bytes: Int)
  /// The password contains a NUL, at which the hash function would stop.
  case containsNUL
  /// The stored text is not a hash that this hasher writes.
  case damagedHash
  /// The hash function failed. The reason is in the system's words.
  case failed(reason: String)

  public var description: String { message(about: "password") }

  /// The description with another noun, such as "PIN".
  public func message(about noun: String) -> String {
    switch self {
    case .tooLong(let bytes):
      "The \(noun) has \(bytes) bytes; the maximum is \(PasswordHasher.sizeLimit)."
    case .containsNUL:
      "The \(noun) contains a NUL character and cannot be hashed."
    case .damagedHash:
      "The saved hash is damaged: no \(noun) can match it (hashing the \(noun))"
    case .failed(let reason):
      "\(reason) (hashing the \(noun))"
    }
  }
}

extension PasswordHasher {
  /// A fast deterministic hasher for simulations: equal seeds and passwords give equal hashes. It is
  /// **not cryptography**: the password can be computed from the hash.
  ///
  ///     try await PasswordHasher.seeded(7).hash("1234")  // seeded-…, 16 letters
  ///
  /// The letters are `a` to `p`: a PIN of digits cannot occur in the hash, not even by chance. The
  /// functions run where they are called.
  public static func seeded(_ seed: UInt64) -> PasswordHasher {
    PasswordHasher(
      hash: { password throws(PasswordError) in
        try check(password)
        return seededHash(of: password, seed: seed)
      },
      matches: { password, hash throws(PasswordError) in
        try check(password)
        let letters = UInt8(ascii: "a")...UInt8(ascii: "p")
        let isHash = hash.withUTF8 { bytes in
          unsafe bytes.count == 23 && bytes.starts(with: seededPrefix.utf8)
            && bytes[seededPrefix.utf8.count...].allSatisfy(letters.contains)
        }
        guard isHash else { throw .damagedHash }
        return seededHash(of: password, seed: seed) == hash
      })
  }

  private static let seededPrefix = "seeded-"

  /// The hash of a seeded hasher: FNV-1a from a seeded start, then the finalizer of SplitMix64, which
  /// distributes the last bytes.
  public static func seededHash(of password: Secret, seed: UInt64) -> Secret {
    var bits = 0xcbf2_9ce4_8422_2325 ^ (seed &* 0x9e37_79b9_7f4a_7c15)
    password.withUTF8 {
      bits = unsafe $0.reduce(bits) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    let letters = (0..<16).map { (index: UInt64) -> Character in
      let nibble = UInt8(bits >> (4 * index) & 15)
      return Character(Unicode.Scalar(UInt8(ascii: "a") + nibble))
    }
    return Secret(seededPrefix + String(letters))
  }
}
