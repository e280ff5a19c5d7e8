import Cairn
import CairnApp
import CairnStorage

/// The welcome screen, and the stack of screens above it.
struct Onboarding: Reducer {
  struct State: Hashable {
    let rules: Rules
    /// The reason why a saved session could not be used.
    var note: String?
    var path: StackState<Path.State> = []
    /// The values of screens that are not on the stack.
    var draft: Draft

    init(rules: Rules, note: String? = nil) {
      self.rules = rules
      self.note = note
      draft = Draft(rules: rules)
    }
  }

  enum Action: Codable, Equatable, CasePathable {
    case next
    case path(StackAction<Path.Action>)
    case completed(Session)
  }

  let store: SessionStore
  let hasher: PasswordHasher

  var body: some Reducer<State, Action> {
    // This runs before the screens: going back removes a screen with its values.
    Reduce { state, action in
      if case .path(.element(let id, let action)) = action, action.isBack {
        state.keepDrafts(from: id)
      }
      return .none
    }
    Reduce { state, action in
      switch action {
      case .next:
        if state.path.isEmpty { state.path.push(.terms(state.draft.take(\.terms))) }
        return .none
      case .path(.element(_, .confirmPIN(.saved(let session)))):
        return .send(.completed(session))
      case .path(.element(let id, let action)):
        if id == state.path.ids.last { state.advance(after: action) }
        return .none
      case .completed:
        return .forParent
      }
    }
    .forEach(\.path, .path) { Path(confirmPIN: ConfirmPIN(store: store, hasher: hasher)) }
  }
}

extension Onboarding.State {
  fileprivate mutating func keepDrafts(from id: StackID) {
    for id in path.ids.drop(while: { $0 != id }) {
      if let screen = path[id: id] { draft.keep(screen) }
    }
  }

  /// Pushes the screen that follows a completed one.
  fileprivate mutating func advance(after action: Path.Action) {
    switch action {
    case .terms(.completed): path.push(.credentials(draft.take(\.credentials)))
    case .credentials(.completed): path.push(.personalInfo(draft.take(\.personalInfo)))
    case .personalInfo(.completed): path.push(.newPIN(NewPIN.State(rules: rules)))
    case .newPIN(.completed): if let screen = confirmPIN { path.push(.confirmPIN(screen)) }
    case .terms, .credentials, .personalInfo, .newPIN, .confirmPIN: break
    }
  }

  private var confirmPIN: ConfirmPIN.State? {
    guard let credentials = path.lazy.compactMap({ $0[case: .credentials] }).first,
      let personalInfo = path.lazy.compactMap({ $0[case: .personalInfo] }).first,
      let newPIN = path.lazy.compactMap({ $0[case: .newPIN] }).first
    else { return nil }
    return ConfirmPIN.State(profile: Profile(credentials, personalInfo), pin: newPIN.pin)
  }

  var screens: [Screen<Onboarding.Action>] {
    let welcome = Screen<Onboarding.Action>("welcome", "Welcome", step: 1, of: 7) {
      Text("This takes seven short screens. You can go back at any time.")
      if let note { Note(.warning, note, lines: 7) }
      Button("next", .next)
    }
    return [welcome] + .screens(of: path, .path) { $0.screen }
  }
}

/// The values of screens that are not on the stack, for the next time that they are pushed.
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

  /// Stores the values of a screen. PINs are not stored: they must be typed again.
  mutating func keep(_ screen: Path.State) {
    switch screen {
    case .terms(let state): terms = state
    case .credentials(let state): credentials = state
    case .personalInfo(let state): personalInfo = state
    case .newPIN, .confirmPIN: break
    }
  }

  /// Returns the stored values of a screen and clears them here. From then on only the stack has them.
  mutating func take<Screen>(_ screen: WritableKeyPath<Draft, Screen>) -> Screen {
    defer { self[keyPath: screen] = Draft(rules: rules)[keyPath: screen] }
    return self[keyPath: screen]
  }
}
