import Cairn
import CairnApp
import CairnStorage

/// The whole app. Its state is either the onboarding or a signed-in user.
struct Root: Reducer {
  enum State: Hashable, CasePathable {
    case starting
    case onboarding(Onboarding.State)
    case main(Main.State)
    case unlock(Unlock.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    case started
    case loaded(LoadedSession)
    /// A session was loaded that asks for the PIN. Its data stays on disk until then.
    case locked(wrongTries: Int)
    case onboarding(Onboarding.Action)
    case main(Main.Action)
    case unlock(Unlock.Action)
  }

  let store: SessionStore
  let hasher: PasswordHasher
  let clock: any Clock<Duration>
  var rules = Rules()
  /// The wrong PINs after which the session is removed.
  var limit = 10

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        return state == .starting ? load() : .none
      case .loaded(let session):
        if state == .starting { state = first(after: session) }
        return .none
      case .locked(let wrongTries):
        guard state == .starting else { return .none }
        state = .unlock(Unlock.State(wrongTries: wrongTries))
        return .send(.unlock(.appeared))
      case .onboarding(.completed(let session)), .unlock(.unlocked(let session)):
        state = .main(Main.State(session: session))
        return .none
      case .main(.signedOut), .unlock(.signedOut):
        state = .onboarding(Onboarding.State(rules: rules))
        return .none
      case .unlock(.removed(let note)):
        state = .onboarding(Onboarding.State(rules: rules, note: note))
        return .none
      case .unlock(.replaced):
        state = .starting
        return load()
      case .onboarding, .main, .unlock:
        return .none
      }
    }
    .ifCaseLet(.onboarding, .onboarding) { Onboarding(store: store, hasher: hasher) }
    .ifCaseLet(.main, .main) { Main(store: store) }
    .ifCaseLet(.unlock, .unlock) {
      Unlock(store: store, hasher: hasher, clock: clock, limit: limit)
    }
  }

  private func load() -> Effect<Action> {
    .run(name: "load session") { [store] send in
      switch await store.load() {
      case .signedIn(let session) where session.locks:
        await send(.locked(wrongTries: session.wrongTries))
      case let loaded: await send(.loaded(loaded))
      }
    }
    .cancellable(id: "load", cancelInFlight: true)
  }

  private func first(after session: LoadedSession) -> State {
    switch session {
    case .signedIn(let session) where session.locks:
      .unlock(Unlock.State(wrongTries: session.wrongTries))
    case .signedIn(let session): .main(Main.State(session: session))
    case .signedOut(let note): .onboarding(Onboarding.State(rules: rules, note: note))
    }
  }
}

extension Root.State {
  /// The live screens, from the root up.
  var screens: [Screen<Root.Action>] {
    switch self {
    case .starting:
      [Screen("starting", "Starting") { Progress("Looking for a saved session…") }]
    case .onboarding(let state): state.screens.map { $0.map { .onboarding($0) } }
    case .main(let state): [state.screen.map { .main($0) }]
    case .unlock(let state): [state.screen.map { .unlock($0) }]
    }
  }
}
