import Cairn

/// Turns a PIN into a text that can be kept, and tells whether a PIN is the one that was kept.
///
///     let hash = try await PINHasher.crypt.hash("1234")
///     try await PINHasher.crypt.matches("1234", hash)  // true
///     try await PINHasher.crypt.matches("4321", hash)  // false
///
/// A PIN of more than ``sizeLimit`` bytes or with a NUL in it is refused by both.
struct PINHasher: Sendable {
  var hash: @Sendable (Secret) async throws(PINError) -> String
  var matches: @Sendable (Secret, _ hash: String) async throws(PINError) -> Bool

  /// The most that crypt(3) takes, less its terminating NUL.
  static let sizeLimit = 511
}

extension PINHasher {
  /// A hasher whose functions are given only such PINs as any hash function can take.
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
    // crypt(3) would stop at it, and take every PIN that begins alike.
    guard !text.utf8.contains(0) else { throw .containsNUL }
    return text
  }

  /// Compares in a time that depends on the lengths alone, so that it does not tell how much of a
  /// guess is right.
  static func equal(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
