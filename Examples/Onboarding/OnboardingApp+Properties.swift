import CairnApp
import CairnStorage
import CairnTerminal

// The values that a search types into fields, and the properties that it checks.
extension OnboardingApp {
  static let samples = [
    "email": ["ada@example.com", "ada"],
    "password": ["correct horse", "battery staple"],
    "first-name": ["Ada", " "],
    "last-name": ["Lovelace", " "],
    "telephone": ["+44 20 7946 0000", "call me"],
    "pin": ["1234", "9876"],
    "confirm": ["1234", "9876"],
  ]

  /// The note of Welcome and the problems of a signed-in user are only text for a person: the app
  /// continues alike with and without them. Whether Main shows a problem is kept, for the trails that cover it.
  static let canonicalState: (@Sendable (Root.State) -> Root.State)? = { state in
    var state = state
    switch state {
    case .starting: break
    case .onboarding:
      state.modify(.onboarding) { $0.note = nil }
    case .main:
      state.modify(.main) { if case .ready(_?) = $0.phase { $0.phase = .ready(problem: "") } }
    case .unlock:
      state.modify(.unlock) { if $0.business == nil { $0.phase = .editing(problem: nil) } }
    }
    return state
  }

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect, .settles, .noProgressAtRest,
    // While an operation runs, a person can only wait.
    .noDeadEnd(unless: \.isBusy),
    .leadsTo("an operation", "its end", \.isBusy) { !$0.isBusy },
    .backUndoes("next"),
    .alwaysReachable(screen: "main"),
    .always("a PIN for a signed-in user") { $0.session.map { !$0.pinHash.isEmpty } ?? true },
    .never("past an incomplete screen") { $0.isPastIncompleteScreen },
    // After a restart a person is signed in: the session is loaded.
    .noSecret("sign-out") { before, after in
      before.isSignedIn && !after.isSignedIn && after != .starting
    },
    .step("sign-in needs a confirmed PIN or a saved session") { before, step, after in
      before.isSignedIn || !after.isSignedIn || before.hasConfirmedPIN
        || before == .starting || step == .restart
    },
    .step("unlocking needs the right PIN") { before, _, after in
      guard let lock = before.lock, let session = after.session else { return true }
      let hash = PasswordHasher.seededHash(of: lock.pin, seed: StoragePlace.hashSeed)
      return lock.phase != .signingOut && hash == session.pinHash
    },
    .never("an eleventh try") { state in
      guard let lock = state.lock else { return false }
      return lock.wrongTries > 10 || lock.wrongTries == 10 && lock.phase == .checking
    },
    .never("a PIN that is checked while a person must wait") { state in
      state.lock.map { $0.hold != nil && $0.phase == .checking } ?? false
    },
    // The count is on disk before a person sees the answer.
    .step("a restart forgets no wrong PIN") { before, step, after in
      guard step == .restart, let old = before.lock, let new = after.lock else { return true }
      return new.wrongTries >= old.wrongTries && (new.hold != nil || new.wrongTries < 2)
    },
  ]
}

extension Root.State {
  /// The user, after the right PIN.
  fileprivate var session: Session? { self[case: .main]?.session }

  fileprivate var lock: Unlock.State? { self[case: .unlock] }

  /// Whether a session is saved, also behind a lock.
  fileprivate var isSignedIn: Bool { session != nil || lock != nil }

  /// Whether an effect has yet to answer.
  fileprivate var isBusy: Bool {
    switch self {
    case .starting: true
    case .onboarding(let state): state.path.last?[case: .confirmPIN]?.business != nil
    case .main(let state): state.business != nil
    case .unlock(let state): state.business != nil
    }
  }

  fileprivate var hasConfirmedPIN: Bool {
    self[case: .onboarding]?.path.last?[case: .confirmPIN].map { $0.confirmation == $0.pin }
      ?? false
  }

  fileprivate var isPastIncompleteScreen: Bool {
    self[case: .onboarding]?.path.dropLast().contains { !$0.isComplete } ?? false
  }
}

extension Path.State {
  fileprivate var isComplete: Bool {
    switch self {
    case .terms(let state): state.objection == nil
    case .credentials(let state): state.objection == nil
    case .personalInfo(let state): state.objection == nil
    case .newPIN(let state): state.objection == nil
    case .confirmPIN(let state): state.objection == nil
    }
  }
}

extension OnboardingApp {
  /// The lock screen, and the time of a sign-out: nobody sees what the user has left, or goes back to it.
  static func isSealed(_ state: Root.State) -> Bool {
    switch state {
    case .unlock: true
    case .main(let state): state.phase == .signingOut
    case .starting, .onboarding: false
    }
  }
}
