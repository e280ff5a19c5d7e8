import Cairn
import CairnApp
import CairnStorage

/// The whole app: the log-in or the feed, as the file says.
struct Root: Reducer {
  struct State: Hashable {
    @Persisted var saved = SavedLogIn()
    /// The log-in or the feed; `nil` until the file was read.
    var shown: Destination.State?
  }

  enum Action: Codable, Equatable, CasePathable {
    case storage(PersistenceAction<SavedLogIn>)
    case shown(Destination.Action)
  }

  let storage: FileStorage<SavedLogIn>
  let client: TwitterClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .shown(.login(.answered(isRight: true))): state.saved.isLoggedIn = true
      case .shown(.feed(.logOut)): state.saved.isLoggedIn = false
      case .storage(.loaded), .storage(.saved):
        // A change is shown when it is stored.
        guard !state.$saved.isSaving, state.saved.isLoggedIn != state.isLoggedIn else { break }
        return show(&state)
      case .storage(.load) where state.$saved.error?.problem == .changed:
        // What another program has stored takes the place of what this one could not store.
        state.shown = nil
      case .storage, .shown: break
      }
      return .none
    }
    .ifLet(\.shown, .shown) {
      Destination(login: Login(client: client), feed: Feed(client: client))
    }
    .persisting(\.$saved, .storage, in: storage)
  }

  private func show(_ state: inout State) -> Effect<Action> {
    guard state.saved.isLoggedIn else {
      state.shown = .login(Login.State())
      return .none
    }
    state.shown = .feed(Feed.State())
    return .send(.shown(.feed(.appeared)))
  }
}

extension Root.State {
  /// Whether the shown person is logged in; `nil` until the file was read.
  var isLoggedIn: Bool? { shown.map { $0[case: .feed] != nil } }

  /// The live screens: one.
  var screens: [Screen<Root.Action>] {
    if let shown, $saved.error == nil { return [shown.screen.map { .shown($0) }] }
    let isTrying = $saved.isLoading || $saved.isSaving
    return [
      Screen("starting", "Timeline") {
        if let error = $saved.error {
          Note(.error, "\(error)", lines: 4)
          let saves = $saved.isLoaded && error.problem != .changed
          Button(
            "retry", disabledBecause: isTrying ? "trying again" : nil,
            .storage(saves ? .save : .load))
        } else {
          Progress("Looking for a saved log-in…")
        }
      }
    ]
  }
}
