import Cairn
import CairnApp
import CairnStorage

/// The screens above the welcome screen.
struct Path: Reducer {
  enum State: Hashable, CasePathable {
    case terms(Terms.State)
    case credentials(Credentials.State)
    case personalInfo(PersonalInfo.State)
    case newPIN(NewPIN.State)
    case confirmPIN(ConfirmPIN.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    case terms(Terms.Action)
    case credentials(Credentials.Action)
    case personalInfo(PersonalInfo.Action)
    case newPIN(NewPIN.Action)
    case confirmPIN(ConfirmPIN.Action)

    var isBack: Bool {
      switch self {
      case .terms(.back), .credentials(.back), .personalInfo(.back), .newPIN(.back),
        .confirmPIN(.back):
        true
      case .terms, .credentials, .personalInfo, .newPIN, .confirmPIN:
        false
      }
    }
  }

  let store: SessionStore
  let hasher: PasswordHasher

  var body: some Reducer<State, Action> {
    Scope(.terms, .terms) { Terms() }
    Scope(.credentials, .credentials) { Credentials() }
    Scope(.personalInfo, .personalInfo) { PersonalInfo() }
    Scope(.newPIN, .newPIN) { NewPIN() }
    Scope(.confirmPIN, .confirmPIN) { ConfirmPIN(store: store, hasher: hasher) }
  }
}

extension Path.State {
  var screen: Screen<Path.Action> {
    switch self {
    case .terms(let state): state.screen.map { .terms($0) }
    case .credentials(let state): state.screen.map { .credentials($0) }
    case .personalInfo(let state): state.screen.map { .personalInfo($0) }
    case .newPIN(let state): state.screen.map { .newPIN($0) }
    case .confirmPIN(let state): state.screen.map { .confirmPIN($0) }
    }
  }
}
