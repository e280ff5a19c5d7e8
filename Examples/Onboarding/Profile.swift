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
