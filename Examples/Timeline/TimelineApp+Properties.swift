import CairnApp

// The values that a search types into fields, and the properties that it checks.
extension TimelineApp {
  static let samples = [
    "username": ["ada", "charles"],
    "password": ["lovelace", "difference engine"],
  ]

  static let properties: [AppProperty<Root.State>] = [
    .noRuntimeIssue, .everyInputHasEffect, .noLeakedEffect, .settles, .noProgressAtRest,
    // While an operation runs, a person can only wait.
    .noDeadEnd(unless: \.isBusy),
    .leadsTo("an operation", "its end", \.isBusy) { !$0.isBusy },
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
    // A restart forgets the state: the file has what is shown.
    .always("a restart that logs nobody in") { state in
      guard let isLoggedIn = state.isLoggedIn, state.login?.business == nil,
        state.feed?.business == nil, state.$saved.error == nil
      else { return true }
      return isLoggedIn == state.saved.isLoggedIn && !state.$saved.isSaving
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

  /// Whether an effect has yet to answer. After a failed save, a person chooses.
  fileprivate var isBusy: Bool {
    if $saved.isLoading || $saved.isSaving { return true }
    return $saved.error == nil && (login?.business != nil || feed?.business != nil)
  }
}
