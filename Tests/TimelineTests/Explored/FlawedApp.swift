import Cairn
import CairnApp

@testable import timeline

/// The root with a mistake, which an option selects.
struct FlawedRoot: Reducer {
  enum Flaw: String, CaseIterable {
    /// The screen follows the answer of the service: every log-in counts as a right one.
    case trustsAnswer = "trusts-answer"
    /// The observation ends with the first log-in.
    case followsOnce = "follows-once"
    /// The log-out shows the log-in at once, which ends the log-out itself.
    case leavesAtOnce = "leaves-at-once"
  }

  let client: TwitterClient
  let flaw: Flaw

  var body: some Reducer<Root.State, Root.Action> {
    Reduce { state, action in
      switch action {
      case .follow:
        if flaw == .followsOnce, state.isLoggedIn == true { return .none }
        return follow(after: state.isLoggedIn)
      case .isLoggedIn(true):
        state = .feed(Feed.State())
        return .merge(.send(.follow), .send(.feed(.appeared)))
      case .isLoggedIn(false):
        state = .login(Login.State())
        return .send(.follow)
      case .login(.answered) where flaw == .trustsAnswer:
        state = .feed(Feed.State())
        return .none
      case .feed(.logOut) where flaw == .leavesAtOnce:
        state = .login(Login.State())
        return .none
      case .login, .feed, .isLate:
        return .none
      }
    }
    .ifCaseLet(.login, .login) { Login(client: client) }
    .ifCaseLet(.feed, .feed) { Feed(client: client) }
  }

  private func follow(after shown: Bool?) -> Effect<Root.Action> {
    .run { [client] send in
      for await isLoggedIn in client.isLoggedIn where isLoggedIn != shown {
        return await send(.isLoggedIn(isLoggedIn))
      }
    }
    .background
    .cancellable(id: "follow", cancelInFlight: true)
  }
}

struct FlawedApp: App {
  static let name = "flawed"
  static let summary = "The timeline with a mistake."
  static let starts = TimelineApp.starts
  static let options =
    TimelineApp.options + [
      AppOption("--flaw", value: "NAME", help: "the mistake")
    ]
  static let samples = TimelineApp.samples
  static let properties = TimelineApp.properties + [.restartLogsNobodyIn]

  let state = Root.State.starting
  let firstAction: Root.Action? = .follow
  private let app: TimelineApp
  private let flaw: FlawedRoot.Flaw

  init(_ launch: Launch) throws(UsageError) {
    guard let flaw = launch.options["--flaw"].flatMap(FlawedRoot.Flaw.init) else {
      throw UsageError("--flaw needs the name of a mistake")
    }
    self.flaw = flaw
    app = try TimelineApp(launch)
  }

  var reducer: FlawedRoot { FlawedRoot(client: app.reducer.client, flaw: flaw) }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }
}
