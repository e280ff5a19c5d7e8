/// A signed-in user, as kept from one start of the program to the next.
///
/// The PIN is kept as a hash only, and the password is not kept at all.
struct Session: Codable, Hashable, Sendable {
  var firstName: String
  var lastName: String
  var email: String
  var telephone: String
  /// Whether the next start asks for the PIN.
  var locks: Bool
  /// What ``PINHasher`` made of the PIN.
  var pinHash: String
}
