import Cairn
import CairnApp
import CairnStorage

/// The whole app: the log-in or the feed, as the file says.
struct Root: Reducer {
  struct State: Hashable {
    @Persisted var saved = SavedLogIn()
    /// The log-in or the feed; `nil` until the file was read.
    var shown: Destination.State?
    /// Whether the person uses the feed with a log-in that is not in the file, because its save failed.
    var isUnsaved = false
  }

  enum Action: Codable, Equatable, CasePathable {
    case storage(PersistenceAction<SavedLogIn>)
    case shown(Destination.Action)
    case continueUnsaved
    /// The service has ended the session, whatever is shown.
    case expired
  }

  let storage: FileStorage<SavedLogIn>
  let client: TwitterClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .shown(.login(.answered(isRight: true))): state.saved.isLoggedIn = true
      case .shown(.feed(.logOut)), .shown(.feed(.expired)): state.saved.isLoggedIn = false
      case .storage(.loaded), .storage(.saved):
        // A change is shown when it is stored.
        guard !state.$saved.isSaving else { break }
        state.isUnsaved = false
        if state.saved.isLoggedIn != state.isLoggedIn { return show(&state) }
      case .storage(.notSaved(let error)) where state.isUnsaved:
        // Another program may have stored a log-in.
        state.isUnsaved = error.problem != .changed
        if state.isUnsaved, state.saved.isLoggedIn != state.isLoggedIn { return show(&state) }
      case .continueUnsaved:
        guard state.canContinueUnsaved else { break }
        state.isUnsaved = true
        return show(&state)
      case .expired:
        guard state.isLoggedIn == true else { break }
        return .send(.shown(.feed(.expired)))
      case .storage(.load) where state.$saved.error?.problem == .changed:
        // What another program has stored takes the place of what this one could not store.
        state.shown = nil
      case .storage(.load) where state.isLoggedIn == true:
        // The load after `:undo`: that of the start has no feed yet.
        return .send(.shown(.feed(.restored)))
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
      let hasExpired = state.shown?[case: .feed]?.phase == .loggingOut(hasExpired: true)
      state.shown = .login(Login.State(hasExpired: hasExpired))
      return .none
    }
    state.shown = .feed(Feed.State())
    return .send(.shown(.feed(.appeared)))
  }
}

extension Root.State {
  /// Whether the shown person is logged in; `nil` until the file was read.
  var isLoggedIn: Bool? { shown.map { $0[case: .feed] != nil } }

  /// Whether a log-in could not be saved. A log-out must be: the next start would undo it.
  fileprivate var canContinueUnsaved: Bool {
    guard let error = $saved.error, error.problem != .changed else { return false }
    return saved.isLoggedIn && isLoggedIn == false && !isUnsaved && !isTrying
  }

  private var isTrying: Bool { $saved.isLoading || $saved.isSaving }

  /// The change that is not in the file, because its save has failed; `nil` if there is none.
  var unsavedChange: String? {
    guard $saved.error != nil, $saved.isLoaded else { return nil }
    if saved.isLoggedIn { return isUnsaved || isLoggedIn == false ? "the log-in" : nil }
    return isLoggedIn == true && !isUnsaved ? "the log-out" : nil
  }

  /// The live screens: one.
  var screens: [Screen<Root.Action>] {
    if let shown {
      guard let error = $saved.error else { return [shown.screen.map { .shown($0) }] }
      if isUnsaved {
        let note = "Not saved, so the next start asks again: \(error)"
        guard let feed = shown[case: .feed] else { return [shown.screen.map { .shown($0) }] }
        return [feed.screen(note: note).map { .shown(.feed($0)) }]
      }
    }
    return [
      Screen("starting", "Timeline") {
        if let error = $saved.error {
          Note(.error, "\(error)", lines: 4)
          let saves = $saved.isLoaded && error.problem != .changed
          Button(
            "retry", disabledBecause: isTrying ? "trying again" : nil,
            .storage(saves ? .save : .load))
          if canContinueUnsaved { Button("continue", .continueUnsaved) }
        } else {
          Progress("Looking for a saved log-in…")
        }
      }
    ]
  }
}
