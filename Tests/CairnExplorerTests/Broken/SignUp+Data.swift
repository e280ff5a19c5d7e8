import Cairn

/// What is typed on the way.
struct Form: Hashable {
  var hasAccepted = false
  var email = ""
  var password: Secret = ""
  var name = ""
  var pin: Secret = ""
  var confirmation: Secret = ""

  /// Why one cannot go on from a place.
  func objection(at place: SignUp.Place) -> String? {
    switch place {
    case .welcome: nil
    case .terms: hasAccepted ? nil : "accept the terms first"
    case .credentials:
      email.contains("@") && !password.isEmpty ? nil : "an e-mail address and a password are needed"
    case .personalInfo: name.isEmpty ? "a name is needed" : nil
    case .newPIN: pin.isEmpty ? "a PIN is needed" : nil
    case .confirmPIN: confirmation == pin ? nil : "the PINs differ"
    }
  }
}

/// Somebody who has signed up.
struct Session: Hashable, Sendable {
  let email: String
  var pinHash: Int?
  /// Which of the accounts that were made of one sign-up.
  var account = 1

  init(_ form: Form) {
    email = form.email
    pinHash = form.pin.reveal().unicodeScalars.reduce(7) { $0 * 31 + Int($1.value) }
  }

  init(_ session: Session, account: Int) {
    self = session
    self.account = account
  }
}

/// What outlasts the program.
struct Disk: Hashable, Sendable {
  var session: Session?
  var isDamaged = false
  private var accounts = 0

  /// Writes a session; which account it is.
  mutating func write(_ session: Session, isPINSaved: Bool) -> Int {
    accounts += 1
    self.session = Session(session, account: accounts)
    if !isPINSaved { self.session?.pinHash = nil }
    isDamaged = false
    return accounts
  }
}
