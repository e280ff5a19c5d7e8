import Cairn

/// Hashes PINs for storage, and compares PINs with stored hashes.
///
///     let hash = try await PINHasher.crypt.hash("1234")
///     try await PINHasher.crypt.matches("1234", hash)  // true
///     try await PINHasher.crypt.matches("4321", hash)  // false
///
/// Both functions refuse a PIN that is longer than ``sizeLimit`` bytes or contains a NUL.
struct PINHasher: Sendable {
  var hash: @Sendable (Secret) async throws(PINError) -> String
  var matches: @Sendable (Secret, _ hash: String) async throws(PINError) -> Bool

  /// The maximum of crypt(3), without the terminating NUL.
  static let sizeLimit = 511
}

extension PINHasher {
  /// A hasher whose functions receive only PINs that every hash function supports.
  init(
    hashing hash: @escaping @Sendable (String) throws(PINError) -> String,
    matching matches: @escaping @Sendable (String, _ hash: String) throws(PINError) -> Bool
  ) {
    self.init(
      hash: { pin throws(PINError) in try hash(Self.accept(pin)) },
      matches: { pin, stored throws(PINError) in try matches(Self.accept(pin), stored) })
  }

  private static func accept(_ pin: Secret) throws(PINError) -> String {
    let text = pin.reveal()
    guard text.utf8.count <= sizeLimit else { throw .tooLong(bytes: text.utf8.count) }
    // crypt(3) would ignore the rest, and accept every PIN with the same beginning.
    guard !text.utf8.contains(0) else { throw .containsNUL }
    return text
  }

  /// Compares in a time that depends only on the lengths. The time does not reveal how much of a guess
  /// is right.
  static func equal(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The reason why a PIN could not be hashed or compared.
enum PINError: Error, Equatable, CustomStringConvertible {
  case tooLong(bytes: Int)
  case containsNUL
  /// The hash function failed. The reason is in the system's words.
  case failed(reason: String)

  var description: String {
    switch self {
    case .tooLong(let bytes):
      "The PIN has \(bytes) bytes; the maximum is \(PINHasher.sizeLimit)."
    case .containsNUL:
      "The PIN contains a NUL character and cannot be hashed."
    case .failed(let reason):
      "\(reason) (hashing the PIN)"
    }
  }
}

extension PINHasher {
  /// A fast deterministic hasher for simulations: equal seeds and PINs give equal texts. It is **not
  /// cryptography**: the PIN can be computed from the text.
  ///
  ///     try await PINHasher.seeded(7).hash("1234")  // seeded-…, 16 letters
  ///
  /// The letters are `a` to `p`: a PIN of digits cannot occur in the text, not even by chance.
  static func seeded(_ seed: UInt64) -> PINHasher {
    PINHasher(
      hashing: { pin in digest(pin, seed: seed) },
      matching: { pin, hash in digest(pin, seed: seed) == hash })
  }

  /// The text of that hasher: FNV-1a from a seeded start, then the finalizer of SplitMix64, which
  /// distributes the last bytes.
  static func digest(_ pin: String, seed: UInt64) -> String {
    var bits = 0xcbf2_9ce4_8422_2325 ^ (seed &* 0x9e37_79b9_7f4a_7c15)
    for byte in pin.utf8 { bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    let letters = (0..<16).map { (index: UInt64) -> Character in
      let nibble = UInt8(bits >> (4 * index) & 15)
      return Character(Unicode.Scalar(UInt8(ascii: "a") + nibble))
    }
    return "seeded-" + String(letters)
  }
}
