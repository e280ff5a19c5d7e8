import Cairn
import CairnApp
import ExampleSupport

/// The form of a registered user.
struct LogIn: Reducer {
  struct State: Hashable, FormState {
    /// The class that is played afterwards; `nil` for none.
    var wanted: DanceClass.ID?
    var email = ""
    var password: Secret = ""
    var phase = FormPhase.editing(problem: nil)

    var business: String? { isSubmitting ? "logging in" : nil }
    var objection: String? {
      business ?? missing(("email", email.isBlank), ("password", password.isBlank))
    }
  }

  enum Action: Codable, Equatable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case logIn
    case signUpShown
    case close
    case completed(Account)
    case failed(reason: String)
  }

  let accounts: Accounts<Profile>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .emailChanged(let email):
      state.edit { $0.email = email }
      return .none
    case .passwordChanged(let password):
      state.edit { $0.password = password }
      return .none
    case .logIn:
      guard state.objection == nil else { return .none }
      state.phase = .submitting
      return logIn(state.email, state.password)
    case .close:
      return .dismiss
    case .failed(let reason):
      state.phase = .editing(problem: reason)
      return .none
    case .signUpShown, .completed:
      return .forParent
    }
  }

  private func logIn(_ email: String, _ password: Secret) -> Effect<Action> {
    .run(name: "log in") { [accounts] send in
      guard let account = try await accounts.verify(email: email, password: password) else {
        return await send(.failed(reason: "Email or password is wrong"))
      }
      try Task.checkCancellation()
      try await accounts.signIn(account.email)
      await send(.completed(account))
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
  }
}

extension LogIn.State {
  var screen: Screen<LogIn.Action> {
    Screen("login", "Log in") {
      if wanted != nil { Text("Log in to play this class.") }
      Field("email", email, disabledBecause: business) { .emailChanged($0) }
      Field("password", secure: password, disabledBecause: business) { .passwordChanged($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Logging in…") }
      Button("login", disabledBecause: objection, .logIn)
      Button("go-signup", disabledBecause: business, .signUpShown)
      Button("close", .close)
    }
  }
}
