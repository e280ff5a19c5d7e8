import Cairn
import CairnApp
import ExampleSupport

/// Asks for the credentials. The parent stores a log-in with right ones; wrong ones only add a note.
struct Login: Reducer {
  struct State: Hashable, FormState {
    var username = ""
    var password: Secret = ""
    var phase = FormPhase.editing(problem: nil)
    /// Whether a log-in has ended by itself, and nothing was typed since.
    var hasExpired = false

    /// The reason why all inputs are disabled.
    var business: String? { isSubmitting ? "logging in" : nil }
  }

  enum Action: Codable, Equatable {
    case usernameChanged(String)
    case passwordChanged(Secret)
    case logIn
    case answered(isRight: Bool)
    case failed(reason: String)
  }

  let client: TwitterClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .usernameChanged(let username):
      state.edit { $0.username = username }
      state.hasExpired = false
      return .none
    case .passwordChanged(let password):
      state.edit { $0.password = password }
      state.hasExpired = false
      return .none
    case .logIn:
      guard state.business == nil else { return .none }
      state.phase = .submitting
      state.hasExpired = false
      return logIn(state.username, state.password)
    case .answered(let isRight):
      if !isRight { state.phase = .editing(problem: Self.refusal) }
      return .none
    case .failed(let reason):
      state.phase = .editing(problem: reason)
      return .none
    }
  }

  static let refusal =
    "The service does not know this username with this password. Correct one of them."

  private func logIn(_ username: String, _ password: Secret) -> Effect<Action> {
    .run(name: "log in") { [client] send in
      await send(.answered(isRight: try await client.logIn(username: username, password: password)))
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
  }
}

extension Login.State {
  var screen: Screen<Login.Action> {
    Screen("login", "Log in") {
      if hasExpired { Note(.info, "The log-in has expired. Log in again.") }
      Text("This service has users of its own: ada, for one, with the password lovelace.")
      Field("username", username, disabledBecause: business) { .usernameChanged($0) }
      Field("password", secure: password, disabledBecause: business) { .passwordChanged($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Logging in…") }
      Button("login", disabledBecause: business, .logIn)
    }
  }
}
