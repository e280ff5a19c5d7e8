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

/// What a start of the program finds: a user, or nobody and perhaps a reason to tell.
enum LoadedSession: Codable, Equatable, Sendable {
  case signedIn(Session)
  /// Nobody is signed in; `note` says why, where something was saved that could not be used.
  case signedOut(note: String?)
}

/// Why a session could not be saved or removed: `No space left on device (saving /home/…)`.
///
/// The reason comes first, so that a line that is cut short still tells it.
struct SessionError: Error, Equatable, CustomStringConvertible {
  let reason: String
  /// What was being done, as in "saving".
  let doing: String
  let path: String

  var description: String { "\(reason) (\(doing) \(path))" }
}

/// What the onboarding learns about its user, secrets aside.
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
