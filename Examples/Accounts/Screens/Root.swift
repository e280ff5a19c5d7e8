import Cairn
import CairnApp
import ExampleSupport

typealias Account = Accounts<Profile>.Account

/// The whole app. Its state is either the login or a signed-in user.
struct Root: Reducer {
  enum State: Hashable, CasePathable {
    case starting
    case login(Login.State)
    case home(Home.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    case started
    case restored(Accounts<Profile>.Restored)
    case login(Login.Action)
    case home(Home.Action)
  }

  let accounts: Accounts<Profile>
  let feed: ImageFeed
  var description = UserDescription.app

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        guard state == .starting else { return .none }
        return .run(name: "look for the user") { [accounts] send in
          await send(.restored(accounts.restore()))
        }
      case .restored(let restored):
        guard state == .starting else { return .none }
        state =
          restored.account.map { .home(Home.State(account: $0)) }
          ?? .login(Login.State(note: restored.note))
        return .none
      case .login(.loggedIn(let account)), .login(.signUp(.signedUp(let account))):
        state = .home(Home.State(account: account))
        return .none
      case .home(.loggedOut):
        state = .login(Login.State())
        return .none
      case .login, .home:
        return .none
      }
    }
    .ifCaseLet(.login, .login) { Login(accounts: accounts, description: description) }
    .ifCaseLet(.home, .home) {
      Home(accounts: accounts, description: description, feed: feed)
    }
  }

  /// The live screens, from the root up.
  func screens(of state: State) -> [Screen<Action>] {
    switch state {
    case .starting:
      [Screen("starting", "Starting") { Progress("Looking for the user…") }]
    case .login(let state): state.screens(description).map { $0.map { .login($0) } }
    case .home(let state): state.screens(description).map { $0.map { .home($0) } }
    }
  }
}
