import Cairn
import CairnApp
import ExampleSupport

/// Asks for the credentials. Right ones change `isLoggedIn`, which the parent follows; wrong ones change
/// nothing.
struct Login: Reducer {
  struct State: Hashable, FormState {
    var username = ""
    var password: Secret = ""
    /// Its problem is the reason why the service could not be asked, not that the credentials are wrong.
    var phase = FormPhase.editing(problem: nil)

    /// The reason why all inputs are disabled.
    var business: String? { isSubmitting ? "logging in" : nil }
  }

  enum Action: Codable, Equatable {
    case usernameChanged(String)
    case passwordChanged(Secret)
    case logIn
    case answered
    case failed(reason: String)
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
    case .answered:
      state.phase = .editing(problem: nil)
      return .none
    case .failed(let reason):
      state.phase = .editing(problem: reason)
      return .none
    }
  }

  private func logIn(_ username: String, _ password: Secret) -> Effect<Action> {
    .run(name: "log in") { [client] send in
      try await client.logIn(username: username, password: password)
      await send(.answered)
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
  }
}

extension Login.State {
  var screen: Screen<Login.Action> {
    Screen("login", "Log in") {
      Field("username", username, disabledBecause: business) { .usernameChanged($0) }
      Field("password", secure: password, disabledBecause: business) { .passwordChanged($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Logging in…") }
      Button("login", disabledBecause: business, .logIn)
    }
  }
}
