import CairnApp

// What is typed where every way is tried, and what then holds.
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

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect,
    // While something is saved one can only wait.
    .noDeadEnd(unless: \.isBusy),
    .backUndoes("next"),
    .alwaysReachable(screen: "main"),
    .always("who is signed in has a PIN") { $0.session.map { !$0.pinHash.isEmpty } ?? true },
    .never("a screen is passed that is not complete") { $0.isPastIncompleteScreen },
    .noSecret("sign-out") { before, after in before.session != nil && after.session == nil },
    .step("one signs in by confirming the PIN, or at the start") { before, step, after in
      before.session != nil || after.session == nil || before.hasConfirmedPIN
        || before == .starting || step == .restart
    },
  ]
}

extension Root.State {
  /// Who is signed in.
  fileprivate var session: Session? {
    switch self {
    case .starting, .onboarding: nil
    case .main(let state): state.session
    case .unlock(let state): state.session
    }
  }

  /// Whether an answer is awaited.
  fileprivate var isBusy: Bool {
    switch self {
    case .starting: true
    case .onboarding(let state): state.path.last?[case: .confirmPIN]?.business != nil
    case .main(let state): state.business != nil
    case .unlock(let state): state.business != nil
    }
  }

  fileprivate var hasConfirmedPIN: Bool {
    guard case .onboarding(let state) = self else { return false }
    return state.path.last?[case: .confirmPIN].map { $0.confirmation == $0.pin } ?? false
  }

  fileprivate var isPastIncompleteScreen: Bool {
    guard case .onboarding(let state) = self else { return false }
    return state.path.dropLast().contains { !$0.isComplete }
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
