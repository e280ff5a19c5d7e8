/// What was typed on screens that are not on the stack, to be shown when they come back.
struct Draft: Hashable {
  private let rules: Rules
  var terms = Terms.State()
  var credentials: Credentials.State
  var personalInfo: PersonalInfo.State

  init(rules: Rules) {
    self.rules = rules
    credentials = Credentials.State(rules: rules)
    personalInfo = PersonalInfo.State(rules: rules)
  }

  /// Keeps what a screen holds. PINs are not kept: whoever goes back types them again.
  mutating func keep(_ screen: Path.State) {
    switch screen {
    case .terms(let state): terms = state
    case .credentials(let state): credentials = state
    case .personalInfo(let state): personalInfo = state
    case .newPIN, .confirmPIN: break
    }
  }

  /// Gives back what was kept; it is on the stack from then on, and only there.
  mutating func take<Screen>(_ screen: WritableKeyPath<Draft, Screen>) -> Screen {
    defer { self[keyPath: screen] = Draft(rules: rules)[keyPath: screen] }
    return self[keyPath: screen]
  }
}
