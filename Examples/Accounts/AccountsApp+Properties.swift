import CairnApp

// The values that a search types into fields, and the properties that it checks.
extension AccountsApp {
  static let samples = [
    "email": ["ada@example.com", "ada"],
    "password": ["s3cret-pw!", "an0ther-pw!", "s3cretpw"],
    "first-name": ["Ada"],
    "last-name": ["Lovelace"],
    "mobile": ["+60 12-345 6789", "015-345 6789"],
  ]

  /// The texts of notes, the gender, and the names of a signed-in user are only for a person. A missing
  /// gender is a problem of the form, so that all given ones count as one.
  static let canonicalState: (@Sendable (Root.State) -> Root.State)? = { state in
    var state = state
    state.modify(.login) { login in
      login.note = login.note.map { _ in "" }
      if login.business == nil, login.phase != .checking { login.phase = .editing(problem: nil) }
      login.signUp?.form.mergeGenders()
      if login.signUp?.business == nil { login.signUp?.phase = .editing(problem: nil) }
    }
    state.modify(.home) { home in
      home.account = home.account.canonical
      if case .edit(let edit) = home.destination {
        home.destination = .edit(
          Edit.State(account: edit.account.canonical, mobile: edit.mobile, phase: edit.phase))
      }
      if home.business == nil { home.phase = .ready(note: nil) }
    }
    return state
  }

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect, .settles, .noProgressAtRest,
    // While an operation of the storage runs, a person can only wait.
    .noDeadEnd(unless: \.isBusy),
    .leadsTo("an operation of the storage", "its end", \.isBusy) { !$0.isBusy },
    .alwaysReachable(screen: "login"),
    .reachable(screen: "edit"), .reachable(screen: "images"),
    .noSecret("a login") { before, after in before.account == nil && after.account != nil },
    .noSecret("a logout") { before, after in before.account != nil && after.account == nil },
    .step("a login or a sign-up signs in the typed address, and nothing else but a start does") {
      before, step, after in
      guard before.account == nil, let account = after.account, step != .restart else {
        return true
      }
      return before == .starting || before.typedEmail == account.email.lowercased()
    },
    .step("a restart keeps who is signed in, unless the accounts cannot be read") {
      before, step, after in
      guard step == .restart, !before.isBusy, !after.isBusy else { return true }
      return before.account == after.account || before.hasNote || after.hasNote
    },
    .always("a valid mobile number for a signed-in user") { state in
      state.account.map { MobileNumber.accepts($0.profile["mobile"]) } ?? true
    },
    .step("a wrong number keeps the dialog open") { before, step, after in
      guard step == .input("save"), let dialog = before.dialog else { return true }
      return MobileNumber.accepts(dialog.mobile) || after.dialog != nil
    },
    .step("go-signup ends a login in progress") { before, step, after in
      step != .input("go-signup") || before.isBusy
        || after.isSigningUp && after.login?.phase == .editing(problem: nil)
    },
    .step("back leaves the images, and nothing but the button opens them") { before, step, after in
      if step == .input("back"), before.showsImages { return after.home?.destination == nil }
      return before.showsImages || !after.showsImages || step == .input("images")
    },
  ]

  /// The time of a logout: nobody sees what the user has left, or goes back to it.
  static func isSealed(_ state: Root.State) -> Bool {
    guard case .home(let home) = state else { return false }
    return home.phase == .loggingOut
  }
}

extension Root.State {
  fileprivate var login: Login.State? { self[case: .login] }
  fileprivate var home: Home.State? { self[case: .home] }
  fileprivate var account: Account? { home?.account }

  /// Whether the storage has yet to answer.
  fileprivate var isBusy: Bool {
    switch self {
    case .starting: true
    case .login: isSigningIn
    case .home(let state): state.business != nil || dialog?.business != nil
    }
  }

  fileprivate var isSigningIn: Bool { login?.business != nil || login?.signUp?.business != nil }

  fileprivate var isSigningUp: Bool { login?.signUp != nil }

  /// The address on the shown form, in lower case.
  fileprivate var typedEmail: String? {
    (login?.signUp?.form ?? login?.form)?[text: "email"].trimmed.lowercased()
  }

  fileprivate var hasNote: Bool { login?.note != nil }

  fileprivate var dialog: Edit.State? { home?.destination?[case: .edit] }

  fileprivate var showsImages: Bool { home?.destination?[case: .images] != nil }
}

extension UserForm {
  fileprivate mutating func mergeGenders() {
    if !self[text: "gender"].isEmpty { self[text: "gender"] = "female" }
  }
}

extension Account {
  fileprivate var canonical: Account {
    Account(
      email: email, profile: Profile(kind: profile.kind, ["mobile": profile["mobile"]]))
  }
}
