import CairnApp

// The values that a search types into fields, and the properties that it checks.
extension TimelineApp {
  static let samples = [
    "username": ["ada", "charles"],
    "password": ["lovelace", "difference engine"],
  ]

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect, .settles,
    // While an operation runs, a person can only wait.
    .noDeadEnd(unless: \.isBusy),
    .alwaysReachable(screen: "login"),
    .alwaysReachable(screen: "feed"),
    .noSecret("log-in") { before, after in before.isLoggedIn == false && after.isLoggedIn == true },
    .noSecret("log-out") { before, after in
      before.isLoggedIn == true && after.isLoggedIn == false
    },
    .step("the feed needs right credentials or a saved log-in") { before, step, after in
      guard let login = before.login, after.isLoggedIn == true, step != .restart else {
        return true
      }
      return TwitterClient.isRight(username: login.username, password: login.password)
    },
    .step("a restart logs nobody in") { before, step, after in
      guard step == .restart, let login = before.login, login.business == nil else { return true }
      return after.isLoggedIn != true
    },
    .always("the newest message first") { state in
      let ids = (state.feed?.messages ?? []).map(\.id)
      return ids == ids.sorted(by: >)
    },
  ]

  /// The time of a log-out: nobody goes back to the feed that a user has left.
  static func isSealed(_ state: Root.State) -> Bool { state.feed?.business != nil }
}

extension Root.State {
  fileprivate var login: Login.State? { shown?[case: .login] }
  fileprivate var feed: Feed.State? { shown?[case: .feed] }

  /// Whether an effect has yet to answer.
  fileprivate var isBusy: Bool {
    login?.business != nil || feed?.business != nil || $saved.isLoading || $saved.isSaving
  }
}
