import Cairn
import CairnApp
import ExampleSupport

/// Asks for the credentials. The parent stores a log-in with right ones; wrong ones change nothing.
struct Login: Reducer {
  struct State: Hashable, FormState {
    var username = ""
    var password: Secret = ""
    var phase = FormPhase.editing(problem: nil)

    /// The reason why all inputs are disabled.
    var business: String? { isSubmitting ? "logging in" : nil }
  }

  enum Action: Codable, Equatable {
    case usernameChanged(String)
    case passwordChanged(Secret)
    case logIn
    case answered(isRight: Bool)
  }

  let client: TwitterClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .usernameChanged(let username):
      state.edit { $0.username = username }
      return .none
    case .passwordChanged(let password):
      state.edit { $0.password = password }
      return .none
    case .logIn:
      guard state.business == nil else { return .none }
      state.phase = .submitting
      return logIn(state.username, state.password)
    case .answered(let isRight):
      if !isRight { state.phase = .editing(problem: nil) }
      return .none
    }
  }

  private func logIn(_ username: String, _ password: Secret) -> Effect<Action> {
    .run(name: "log in") { [client] send in
      await send(.answered(isRight: try await client.logIn(username: username, password: password)))
    }
  }
}

extension Login.State {
  var screen: Screen<Login.Action> {
    Screen("login", "Log in") {
      Field("username", username, disabledBecause: business) { .usernameChanged($0) }
      Field("password", secure: password, disabledBecause: business) { .passwordChanged($0) }
      if isSubmitting { Progress("Logging in…") }
      Button("login", disabledBecause: business, .logIn)
    }
  }
}
