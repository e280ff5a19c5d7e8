import Cairn
import CairnApp

/// The whole app: the log-in or the feed, as `isLoggedIn` of the client says.
struct Root: Reducer {
  enum State: Hashable, CasePathable {
    case starting
    case login(Login.State)
    case feed(Feed.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    case started
    case isLoggedIn(Bool)
    case login(Login.Action)
    case feed(Feed.Action)
  }

  let client: TwitterClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        return state == .starting ? follow(after: nil) : .none
      case .isLoggedIn(true):
        guard state.isLoggedIn != true else { return .none }
        state = .feed(Feed.State())
        return .merge(follow(after: true), expiry(), .send(.feed(.refresh)))
      case .isLoggedIn(false):
        guard state.isLoggedIn != false else { return .none }
        state = .login(Login.State())
        return .merge(.cancel(id: "expiry"), follow(after: false))
      case .login, .feed:
        return .none
      }
    }
    .ifCaseLet(.login, .login) { Login(client: client) }
    .ifCaseLet(.feed, .feed) { Feed(client: client) }
  }

  /// Waits for a value other than the shown one. Each value begins the wait for the next, so that a search
  /// meets the same effect again.
  private func follow(after shown: Bool?) -> Effect<Action> {
    .run(name: "follow the log-in") { [client] send in
      for await isLoggedIn in client.isLoggedIn where isLoggedIn != shown {
        return await send(.isLoggedIn(isLoggedIn))
      }
    }
    .background
    .cancellable(id: "follow", cancelInFlight: true)
  }

  /// Lets the log-in expire. Only the client knows when, and `isLoggedIn` says so.
  private func expiry() -> Effect<Action> {
    .run(name: "expiry of the log-in") { [client] _ in await client.expiry() }
      .background
      .cancellable(id: "expiry", cancelInFlight: true)
  }
}

extension Root.State {
  /// The value of `isLoggedIn` that is shown; `nil` before the first.
  var isLoggedIn: Bool? {
    switch self {
    case .starting: nil
    case .login: false
    case .feed: true
    }
  }

  /// The live screens: one.
  var screens: [Screen<Root.Action>] {
    switch self {
    case .starting: [Screen("starting", "Timeline") { Progress("Looking for a saved log-in…") }]
    case .login(let state): [state.screen.map { .login($0) }]
    case .feed(let state): [state.screen.map { .feed($0) }]
    }
  }
}
