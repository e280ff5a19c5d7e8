/// A signed-in user, as stored between two runs of the program.
///
/// The PIN is stored only as a hash, and the password is not stored.
struct Session: Codable, Hashable, Sendable {
  var firstName: String
  var lastName: String
  var email: String
  var telephone: String
  /// Whether the next start asks for the PIN.
  var locks: Bool
  /// The hash of the PIN, made by ``PINHasher``.
  var pinHash: String
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

  func session(pinHash: String) -> Session {
    Session(
      firstName: firstName, lastName: lastName, email: email, telephone: telephone, locks: false,
      pinHash: pinHash)
  }
}
