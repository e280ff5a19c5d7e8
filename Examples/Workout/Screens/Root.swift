import Cairn
import CairnApp
import ExampleSupport

/// The whole app. Its state is either the way to an account or a signed-in user.
struct Root: Reducer {
  enum State: Hashable, CasePathable {
    case starting
    case signedOut(GetStarted.State)
    case signedIn(Profile.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    /// The app was started or its state restored, or a person tries again.
    case started
    case restored(Accounts<Person>.Restored)
    case signedOut(GetStarted.Action)
    case signedIn(Profile.Action)
  }

  let service: AccountService

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        return state == .starting ? restore() : .none
      case .restored(let restored):
        guard state == .starting else { return .none }
        if let account = restored.account {
          state = .signedIn(Profile.State(account: account, note: restored.note))
        } else {
          state = .signedOut(GetStarted.State(note: restored.note))
        }
        return .none
      case .signedOut(.destination(.login(.loggedIn(let account)))),
        .signedOut(.destination(.signup(.signedUp(let account)))):
        state = .signedIn(Profile.State(account: account))
        return .send(.signedIn(.remember))
      case .signedIn(.loggedOut):
        state = .signedOut(GetStarted.State())
        return .none
      case .signedOut, .signedIn:
        return .none
      }
    }
    .ifCaseLet(.signedOut, .signedOut) { GetStarted(service: service) }
    .ifCaseLet(.signedIn, .signedIn) { Profile(accounts: service.accounts) }
  }

  private func restore() -> Effect<Action> {
    .run(name: "restore") { [accounts = service.accounts] send in
      await send(.restored(accounts.restore()))
    }
    .cancellable(id: "restore", cancelInFlight: true)
  }
}

extension Root.State {
  /// The live screens, from the root up.
  var screens: [Screen<Root.Action>] {
    switch self {
    case .starting:
      [
        Screen("starting", "Starting") {
          Progress("Looking for a signed-in user…")
          // The file may never be read, as on a network that is down.
          Button("retry", .started)
        }
      ]
    case .signedOut(let state): state.screens.map { $0.map { .signedOut($0) } }
    case .signedIn(let state): [state.screen.map { .signedIn($0) }]
    }
  }
}
