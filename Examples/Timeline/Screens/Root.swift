import Cairn
import CairnApp

/// The whole app: the log-in or the feed, as `isLoggedIn` of the client says.
struct Root: Reducer {
  enum State: Hashable, CasePathable {
    case starting
    /// The same, and it takes long.
    case startingLate
    case login(Login.State)
    case feed(Feed.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    /// The first action, and the next one after each change of `isLoggedIn`.
    case follow
    case isLoggedIn(Bool)
    case isLate
    case login(Login.Action)
    case feed(Feed.Action)
  }

  let client: TwitterClient
  let clock: any Clock<Duration>

  private enum ID { case follow, timeOut }

  /// The time after which a person can try again.
  static let timeOut = Duration.seconds(10)

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .follow:
        guard state.isLoggedIn == nil else { return follow(after: state.isLoggedIn) }
        state = .starting
        return .merge(follow(after: nil), waitForTimeOut())
      case .isLoggedIn(let isLoggedIn):
        guard isLoggedIn != state.isLoggedIn else { return .none }
        guard isLoggedIn else {
          state = .login(Login.State())
          return .merge(.cancel(id: ID.timeOut), .send(.follow))
        }
        state = .feed(Feed.State())
        return .merge(.cancel(id: ID.timeOut), .send(.follow), .send(.feed(.appeared)))
      case .isLate:
        state = .startingLate
        return .none
      case .login, .feed:
        return .none
      }
    }
    .ifCaseLet(.login, .login) { Login(client: client) }
    .ifCaseLet(.feed, .feed) { Feed(client: client) }
  }

  /// Waits for a value other than the shown one. Each value begins a new wait and not another round of one
  /// effect: a search then meets the same effect again.
  private func follow(after shown: Bool?) -> Effect<Action> {
    let effect = Effect.run(name: "follow the log-in") { [client] send in
      for await isLoggedIn in client.isLoggedIn where isLoggedIn != shown {
        return await send(Action.isLoggedIn(isLoggedIn))
      }
    }
    .cancellable(id: ID.follow, cancelInFlight: true)
    // The first value decides the first screen, so a script waits for it. Another one may never come.
    return shown == nil ? effect : effect.background
  }

  private func waitForTimeOut() -> Effect<Action> {
    .run(name: "time-out") { [clock] send in
      try await clock.sleep(for: Self.timeOut)
      await send(.isLate)
    }
    .background
    .cancellable(id: ID.timeOut, cancelInFlight: true)
  }
}

extension Root.State {
  /// The value of `isLoggedIn` that is shown; `nil` before the first.
  var isLoggedIn: Bool? {
    switch self {
    case .starting, .startingLate: nil
    case .login: false
    case .feed: true
    }
  }

  /// The live screens: one.
  var screens: [Screen<Root.Action>] {
    switch self {
    case .starting: [Screen("starting", "Timeline") { Progress("Looking for a saved log-in…") }]
    case .startingLate:
      [
        Screen("starting", "Timeline") {
          Progress("Looking for a saved log-in…")
          Note(.warning, "This takes long. Wait, or try again.")
          Button("retry", .follow)
        }
      ]
    case .login(let state): [state.screen.map { .login($0) }]
    case .feed(let state): [state.screen.map { .feed($0) }]
    }
  }
}
