import Cairn
import CairnApp
import ExampleSupport

/// The form of a new user, and the alert over it.
struct SignUp: Reducer {
  struct State: Hashable, FormState {
    /// The class that is played afterwards; `nil` for none.
    var wanted: DanceClass.ID?
    var email = ""
    var password: Secret = ""
    var phase = FormPhase.editing(problem: nil)
    var alert: AlertState<Choice>?

    var business: String? { isSubmitting ? "signing up" : nil }
    var objection: String? {
      business ?? missing(("email", email.isBlank), ("password", password.isBlank))
        ?? unusable(("email", email))
        ?? (email.looksLikeEmailAddress ? nil : "this is not an e-mail address")
    }
  }

  enum Choice: Codable, Hashable {
    case ok
  }

  enum Action: Codable, Equatable, CasePathable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case signUp
    case close
    case completed(Account)
    case taken
    case failed(reason: String)
    case alert(Choice)
  }

  let accounts: Accounts<Profile>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .emailChanged(let email):
        state.edit { $0.email = email }
        return .none
      case .passwordChanged(let password):
        state.edit { $0.password = password }
        return .none
      case .signUp:
        guard state.objection == nil, state.alert == nil else { return .none }
        state.phase = .submitting
        return signUp(state.email, state.password)
      case .close:
        return state.alert == nil ? .dismiss : .none
      case .taken:
        state.phase = .editing(problem: nil)
        state.alert = AlertState(
          "This email is already in use",
          buttons: [ButtonState("OK", name: "ok", role: .cancel, action: .ok)])
        return .none
      case .failed(let reason):
        state.phase = .editing(problem: reason)
        return .none
      case .completed:
        return .forParent
      case .alert:
        return .none  // the alert closes
      }
    }
    .ifLet(\.alert, .alert) { DismissOnAction() }
  }

  private func signUp(_ email: String, _ password: Secret) -> Effect<Action> {
    .run(name: "sign up") { [accounts] send in
      guard
        let account = try await accounts.register(
          email: email, password: password, profile: Profile())
      else { return await send(.taken) }
      try Task.checkCancellation()
      do throws(AccountError) {
        try await accounts.signIn(account.email)
        await send(.completed(account))
      } catch {
        await send(.failed(reason: "You are signed up. Close this to log in. \(error)"))
      }
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
  }
}

extension SignUp.State {
  var screens: [Screen<SignUp.Action>] {
    [form.over("Classes")]
      + [alert.map { Screen("alert", $0).over("Sign up").map { .alert($0) } }].compactMap(\.self)
  }

  private var form: Screen<SignUp.Action> {
    Screen("signup", "Sign up") {
      if wanted != nil { Text("Sign up to play this class.") }
      Field("email", email, disabledBecause: business) { .emailChanged($0) }
      Field("password", secure: password, disabledBecause: business) { .passwordChanged($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Signing up…") }
      Button("signup", disabledBecause: objection, .signUp)
      Button("close", .close)
    }
  }
}
