import Cairn
import CairnApp
import ExampleSupport

/// The log-in of a registered user.
struct Login: Reducer {
  struct State: Hashable, FormState {
    var email: String
    var password: Secret = ""
    var phase = FormPhase.editing(problem: nil)

    /// The reason why all inputs but `cancel` are disabled.
    var business: String? { isSubmitting ? "logging in" : nil }

    /// The reason why `login` is disabled.
    var objection: String? {
      business ?? missing(("email", email.isBlank), ("password", password.isBlank))
    }
  }

  enum Action: Codable, Equatable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case login
    case loggedIn(Account)
    /// The log-in failed, or the pair is wrong.
    case notLoggedIn(reason: String)
    case cancel
  }

  let service: AccountService

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .emailChanged(let email):
      state.edit { $0.email = email }
      return .none
    case .passwordChanged(let password):
      state.edit { $0.password = password }
      return .none
    case .login:
      guard state.objection == nil else { return .none }
      state.phase = .submitting
      return logIn(state.email.trimmed, state.password)
    case .loggedIn:
      return .forParent
    case .notLoggedIn(let reason):
      state.phase = .editing(problem: reason)
      return .none
    case .cancel:
      return .dismiss
    }
  }

  private func logIn(_ email: String, _ password: Secret) -> Effect<Action> {
    .run(name: "log in") { [service] send in
      let account = try await service.logIn(email: email, password: password)
      await send(
        account.map { .loggedIn($0) } ?? .notLoggedIn(reason: "Wrong email or password"))
    } catch: { error, send in
      await send(.notLoggedIn(reason: "\(error)"))
    }
  }
}

extension Login.State {
  var screen: Screen<Login.Action> {
    Screen("login", "Welcome back") {
      Field("email", email, disabledBecause: business) { .emailChanged($0) }
      Field("password", secure: password, disabledBecause: business) { .passwordChanged($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Logging in…") }
      Button("login", disabledBecause: objection, .login)
      Button("cancel", .cancel)
    }
  }
}
