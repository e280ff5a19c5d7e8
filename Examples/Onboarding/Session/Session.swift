import Cairn
import CairnApp
import CairnStorage

/// A signed-in user, as stored between two runs of the program.
///
/// The PIN is stored only as a hash, and the password is not stored. Only the file of the session has the
/// hash as text; elsewhere it is encoded as bullets.
struct Session: Hashable, Sendable {
  var firstName: String
  var lastName: String
  var email: String
  var telephone: String
  /// Whether the next start asks for the PIN.
  var locks: Bool
  /// The hash of the PIN, made by a `PasswordHasher`.
  var pinHash: Secret
  /// The wrong PINs since the last right one.
  var wrongTries = 0
}

extension Session: Codable {
  private enum CodingKeys: CodingKey {
    case firstName, lastName, email, telephone, locks, pinHash, wrongTries
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    firstName = try container.decode(String.self, forKey: .firstName)
    lastName = try container.decode(String.self, forKey: .lastName)
    email = try container.decode(String.self, forKey: .email)
    telephone = try container.decode(String.self, forKey: .telephone)
    locks = try container.decode(Bool.self, forKey: .locks)
    pinHash = try container.decode(Secret.self, forKey: .pinHash)
    // Earlier versions of the program have not written it.
    wrongTries = Int(try container.decodeIfPresent(UInt8.self, forKey: .wrongTries) ?? 0)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(firstName, forKey: .firstName)
    try container.encode(lastName, forKey: .lastName)
    try container.encode(email, forKey: .email)
    try container.encode(telephone, forKey: .telephone)
    try container.encode(locks, forKey: .locks)
    try container.encode(pinHash, forKey: .pinHash)
    if wrongTries > 0 { try container.encode(wrongTries, forKey: .wrongTries) }
  }
}

/// The result of loading a session.
enum LoadedSession: Codable, Equatable, Sendable {
  case signedIn(Session)
  /// No user is signed in. `note` is the reason if a saved session could not be used.
  case signedOut(note: String?)
}

/// The user's data from the onboarding, without secrets.
struct Profile: Hashable, Sendable {
  let firstName: String
  let lastName: String
  let email: String
  let telephone: String

  init(_ credentials: Credentials.State, _ personalInfo: PersonalInfo.State) {
    firstName = personalInfo.firstName.trimmed
    lastName = personalInfo.lastName.trimmed
    email = credentials.email.trimmed
    telephone = personalInfo.telephone.trimmed
  }

  func session(pinHash: Secret) -> Session {
    Session(
      firstName: firstName, lastName: lastName, email: email, telephone: telephone, locks: false,
      pinHash: pinHash)
  }
}

extension Error {
  /// The reason for a person.
  var reason: String { (self as? PasswordError)?.message(about: "PIN") ?? "\(self)" }
}
