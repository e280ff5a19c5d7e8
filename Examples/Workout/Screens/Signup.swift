import Cairn
import CairnApp
import ExampleSupport

/// The sign-up of a new user.
struct Signup: Reducer {
  struct State: Hashable, FormState {
    var email: String
    var password: Secret = ""
    var gender: Gender?
    var phase = FormPhase.editing(problem: nil)

    /// The reason why all inputs but `cancel` are disabled.
    var business: String? { isSubmitting ? "signing up" : nil }

    /// The reason why `signup` is disabled.
    var objection: String? {
      business
        ?? missing(
          ("email", email.isBlank), ("password", password.isBlank), ("gender", gender == nil))
        ?? unusable(("email", email))
    }
  }

  enum Action: Codable, Equatable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case genderChosen(Gender)
    case signup
    case signedUp(Account)
    /// The sign-up failed, or the address is taken.
    case notSignedUp(reason: String)
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
    case .genderChosen(let gender):
      state.edit { $0.gender = gender }
      return .none
    case .signup:
      guard state.objection == nil, let gender = state.gender else { return .none }
      state.phase = .submitting
      return signUp(state.email.trimmed, state.password, gender)
    case .signedUp:
      return .forParent
    case .notSignedUp(let reason):
      state.phase = .editing(problem: reason)
      return .none
    case .cancel:
      return .dismiss
    }
  }

  private func signUp(_ email: String, _ password: Secret, _ gender: Gender) -> Effect<Action> {
    .run(name: "sign up") { [service] send in
      let account = try await service.signUp(email: email, password: password, gender: gender)
      await send(
        account.map { .signedUp($0) }
          ?? .notSignedUp(reason: "This email is already registered"))
    } catch: { error, send in
      await send(.notSignedUp(reason: "\(error)"))
    }
  }
}

extension Signup.State {
  var screen: Screen<Signup.Action> {
    Screen("signup", "Create a new account") {
      Field("email", email, disabledBecause: business) { .emailChanged($0) }
      Field("password", secure: password, disabledBecause: business) { .passwordChanged($0) }
      Picker("gender", gender, disabledBecause: business) { .genderChosen($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Signing up…") }
      Button("signup", disabledBecause: objection, .signup)
      Button("cancel", .cancel)
    }
  }
}
