import Cairn

/// The entered data.
struct Form: Hashable {
  var hasAccepted = false
  var email = ""
  var password: Secret = ""
  var name = ""
  var pin: Secret = ""
  var confirmation: Secret = ""

  /// The reason why the screen after a given one is not possible.
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

/// A user who has signed up.
struct Session: Hashable, Sendable {
  let email: String
  var pinHash: Int?
  /// The number of the account among those of one sign-up.
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

/// Storage that survives the process.
struct Disk: Hashable, Sendable {
  var session: Session?
  var isDamaged = false
  private var accounts = 0

  /// Writes a session and returns the number of its account.
  mutating func write(_ session: Session, isPINSaved: Bool) -> Int {
    accounts += 1
    self.session = Session(session, account: accounts)
    if !isPINSaved { self.session?.pinHash = nil }
    isDamaged = false
    return accounts
  }
}
