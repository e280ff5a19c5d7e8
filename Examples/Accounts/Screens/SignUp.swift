import Cairn
import CairnApp
import ExampleSupport

/// The form for a new user. A registered user is signed in.
struct SignUp: Reducer {
  struct State: Hashable, FormState {
    var form = UserForm()
    var phase = FormPhase.editing(problem: nil)

    /// The reason why all inputs are disabled.
    var business: String? { isSubmitting ? "signing up" : nil }
  }

  enum Action: Codable, Equatable {
    case changed(UserForm.Change)
    case signUp
    case back
    case signedUp(Account)
    case failed(problem: String)
  }

  let accounts: Accounts<Profile>
  let description: UserDescription

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changed(let change):
      state.edit { $0.form.apply(change, description) }
      return .none
    case .signUp:
      guard state.business == nil else { return .none }
      if let problem = description.kind(state.form.kind).problem(in: state.form) {
        state.phase = .editing(problem: problem)
        return .none
      }
      state.phase = .submitting
      return register(state.form)
    case .back:
      return state.business == nil ? .dismiss : .none
    case .signedUp:
      return .forParent
    case .failed(let problem):
      state.phase = .editing(problem: problem)
      return .none
    }
  }

  private func register(_ form: UserForm) -> Effect<Action> {
    let user = description.kind(form.kind)
    let (email, password) = (form.email(of: user), form.password(of: user))
    let profile = form.profile(of: user)
    return .run(name: "sign up") { [accounts] send in
      guard
        let account = try await accounts.register(
          email: email, password: password, profile: profile)
      else { return await send(.failed(problem: "Email already exists")) }
      do throws(AccountError) {
        try await accounts.signIn(account.email)
        await send(.signedUp(account))
      } catch {
        await send(.failed(problem: "You are signed up. Go back to log in. \(error)"))
      }
    } catch: { error, send in
      await send(.failed(problem: "\(error)"))
    }
  }
}

extension SignUp.State {
  func screen(_ description: UserDescription) -> Screen<SignUp.Action> {
    Screen("signup", "Sign up") {
      description.inputs(of: form, disabledBecause: business) { .changed($0) }
      if let problem = phase.problem { Note(.error, problem, lines: 4) }
      if isSubmitting { Progress("Signing up…") }
      Button("signup", disabledBecause: business, .signUp)
      Button("back", disabledBecause: business, .back)
    }
  }
}
