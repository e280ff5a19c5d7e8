import Cairn
import CairnApp

/// The whole app. Its state is either the onboarding or a signed-in user.
struct Root: Reducer {
  enum State: Hashable, CasePathable {
    case starting
    case onboarding(Onboarding.State)
    case main(Main.State)
    case unlock(Unlock.State)
  }

  enum Action: Codable, Equatable {
    case started
    case loaded(LoadedSession)
    case onboarding(Onboarding.Action)
    case main(Main.Action)
    case unlock(Unlock.Action)
  }

  let store: SessionStore
  let hasher: PINHasher
  var rules = Rules()

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        return state == .starting ? load() : .none
      case .loaded(let session):
        if state == .starting { state = first(after: session) }
        return .none
      case .onboarding(.completed(let session)), .unlock(.unlocked(let session)):
        state = .main(Main.State(session: session))
        return .none
      case .main(.signedOut), .unlock(.signedOut):
        state = .onboarding(Onboarding.State(rules: rules))
        return .none
      case .onboarding, .main, .unlock:
        return .none
      }
    }
    .ifCaseLet(.onboarding, .onboarding) { Onboarding(store: store, hasher: hasher) }
    .ifCaseLet(.main, .main) { Main(store: store) }
    .ifCaseLet(.unlock, .unlock) { Unlock(store: store, hasher: hasher) }
  }

  private func load() -> Effect<Action> {
    .run(name: "load session") { [store] send in
      await send(.loaded(await store.load()))
    }
    .cancellable(id: "load", cancelInFlight: true)
  }

  private func first(after session: LoadedSession) -> State {
    switch session {
    case .signedIn(let session) where session.locks: .unlock(Unlock.State(session: session))
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

extension CasePath<Root.State, Onboarding.State> {
  static var onboarding: Self {
    Self(Root.onboarding) { if case .onboarding(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Root.State, Main.State> {
  static var main: Self { Self(Root.main) { if case .main(let x) = $0 { x } else { nil } } }
}
extension CasePath<Root.State, Unlock.State> {
  static var unlock: Self { Self(Root.unlock) { if case .unlock(let x) = $0 { x } else { nil } } }
}

extension CasePath<Root.Action, Onboarding.Action> {
  static var onboarding: Self {
    Self(Root.onboarding) { if case .onboarding(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Root.Action, Main.Action> {
  static var main: Self { Self(Root.main) { if case .main(let x) = $0 { x } else { nil } } }
}
extension CasePath<Root.Action, Unlock.Action> {
  static var unlock: Self { Self(Root.unlock) { if case .unlock(let x) = $0 { x } else { nil } } }
}
extension CasePath<Root.Action, LoadedSession> {
  static var loaded: Self { Self(Root.loaded) { if case .loaded(let x) = $0 { x } else { nil } } }
}

extension CasePath<Onboarding.Action, StackAction<Path.Action>> {
  static var path: Self { Self(Root.path) { if case .path(let x) = $0 { x } else { nil } } }
}
extension CasePath<Onboarding.Action, Session> {
  static var completed: Self {
    Self(Root.completed) { if case .completed(let x) = $0 { x } else { nil } }
  }
}
