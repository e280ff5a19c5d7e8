import Cairn
import CairnApp

// The values that a search types into fields, and the properties that it checks.
extension WorkoutApp {
  static let samples = [
    "email": ["Registered@Email.com", "ada@example.com", " "],
    "password": ["password", "s3cret"],
  ]

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect, .settles, .noProgressAtRest,
    // A person can only wait until the logout is stored.
    .noDeadEnd { $0.profile?.phase == .loggingOut },
    .leadsTo("a sent form", "an answer or a cancel", \.isSent) { !$0.isSent },
    .alwaysReachable(screen: "profile"),
    .reachable(screen: "get-started"), .reachable(screen: "login"), .reachable(screen: "signup"),
    .step("a late reply changes nothing") { before, step, after in
      !step.passesTime || before.isUnderWay || before == after
    },
    .step("cancel returns to get-started at once, and no request is in progress") {
      before, step, after in
      guard step == .input("cancel") else { return true }
      return after.getStarted?.destination == nil
        && after.getStarted?.email == before.getStarted?.email
        && !after.isUnderWay
    },
    .step("a log-in or a sign-up leads to the profile of the typed address") {
      before, step, after in
      guard step.passesTime, before != .starting, before.profile == nil, let user = after.profile
      else {
        return true
      }
      return before.typedEmail?.trimmed.lowercased() == user.account.email.lowercased()
    },
    .step("the registered user logs in with the right password") { before, step, after in
      guard step != .restart, let login = before.login, after.profile?.isRegisteredUser == true
      else {
        return true
      }
      return login.password == AccountService.registeredPassword
    },
    .step("a registered address is not signed up again") { before, step, after in
      step == .restart || before.signup == nil || after.profile?.isRegisteredUser != true
    },
    // The note says that the file of the users could not be read. It may be readable later.
    .step("a restart signs nobody in") { before, step, after in
      guard step == .restart, let before = before.getStarted else { return true }
      return before.note != nil || after.profile == nil
    },
    .step("a restart signs nobody out who was remembered") { before, step, after in
      guard step == .restart, let user = before.profile, user.phase == .ready(problem: nil) else {
        return true
      }
      return after == .starting || after.profile?.account == user.account
        || after.getStarted?.note != nil
    },
    .step("a logout leads to get-started with an empty field") { before, step, after in
      before.profile == nil || step == .restart || after.profile != nil
        || after == .signedOut(GetStarted.State())
    },
    .never("an incomplete form is sent") { state in
      if let login = state.login, login.phase == .submitting {
        return login.email.isBlank || login.password.isBlank
      }
      guard let signup = state.signup, signup.phase == .submitting else { return false }
      return signup.email.isBlank || signup.password.isBlank || signup.gender == nil
    },
    .noSecret("a log-in or a sign-up") { $0.getStarted != nil && $1.profile != nil },
    .noSecret("a logout") { $0.profile != nil && $1.getStarted != nil },
    .noSecret("a cancel") {
      $0.getStarted?.destination != nil && $1.getStarted?.destination == nil
    },
  ]
}

extension Root.State {
  fileprivate var getStarted: GetStarted.State? { self[case: .signedOut] }
  fileprivate var profile: Profile.State? { self[case: .signedIn] }
  fileprivate var login: Login.State? { getStarted?.destination?[case: .login] }
  fileprivate var signup: Signup.State? { getStarted?.destination?[case: .signup] }

  /// The address on the form above Get Started.
  fileprivate var typedEmail: String? { login?.email ?? signup?.email }

  /// Whether the form above Get Started is sent.
  fileprivate var isSent: Bool { login?.phase == .submitting || signup?.phase == .submitting }

  /// Whether a request has yet to be answered.
  fileprivate var isUnderWay: Bool {
    switch self {
    case .starting: true
    case .signedOut(let state):
      state.phase == .checking || isSent
    case .signedIn(let state): state.phase == .remembering || state.phase == .loggingOut
    }
  }
}

extension Profile.State {
  fileprivate var isRegisteredUser: Bool {
    account.email.lowercased() == AccountService.registeredEmail
  }
}

extension AppStep {
  fileprivate var passesTime: Bool {
    switch self {
    case .time, .idle: true
    case .input, .restart, .event: false
    }
  }
}
