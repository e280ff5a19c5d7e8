import CairnApp

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

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect,
    // While an operation runs, a person can only wait.
    .noDeadEnd(unless: \.isBusy),
    .backUndoes("next"),
    .alwaysReachable(screen: "main"),
    .always("a PIN for a signed-in user") { $0.session.map { !$0.pinHash.isEmpty } ?? true },
    .never("past an incomplete screen") { $0.isPastIncompleteScreen },
    .noSecret("sign-out") { before, after in before.session != nil && after.session == nil },
    .step("sign-in needs a confirmed PIN or a saved session") { before, step, after in
      before.session != nil || after.session == nil || before.hasConfirmedPIN
        || before == .starting || step == .restart
    },
  ]
}

extension Root.State {
  /// The signed-in user.
  fileprivate var session: Session? {
    switch self {
    case .starting, .onboarding: nil
    case .main(let state): state.session
    case .unlock(let state): state.session
    }
  }

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
