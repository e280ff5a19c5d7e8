import Cairn
import CairnApp
import ExampleSupport

/// The login, and the sign-up above it.
struct Login: Reducer {
  struct State: Hashable {
    var form = UserForm()
    var phase = Phase.editing(problem: nil)
    /// The reason why the saved accounts could not be used at the start. They may name a signed-in user.
    var note: String?
    var signUp: SignUp.State?

    enum Phase: Hashable {
      case editing(problem: String?)
      /// The pair is compared. A change of the form and `go-signup` end the comparison.
      case checking
      /// The pair is right, and the user is stored as signed in.
      case signingIn
    }

    /// The reason why the fields are disabled.
    var business: String? { phase == .signingIn ? "signing in" : nil }
  }

  enum Action: Codable, Equatable, CasePathable {
    case changed(UserForm.Change)
    case logIn
    case verified(Account)
    case failed(problem: String)
    case loggedIn(Account)
    case goSignUp
    case signUp(SignUp.Action)
  }

  let accounts: Accounts<Profile>
  let description: UserDescription

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .changed(let change):
        guard state.business == nil else { return .none }
        state.form.apply(change, description)
        state.phase = .editing(problem: nil)
        return .cancel(id: "check")
      case .logIn:
        guard case .editing = state.phase else { return .none }
        if let problem = description.kind(state.form.kind).loginProblem(in: state.form) {
          state.phase = .editing(problem: problem)
          return .none
        }
        state.phase = .checking
        return check(state.form)
      case .verified(let account):
        guard state.phase == .checking else { return .none }
        state.phase = .signingIn
        return signIn(account)
      case .failed(let problem):
        state.phase = .editing(problem: problem)
        return .none
      case .loggedIn:
        return .forParent
      case .goSignUp:
        guard state.business == nil, state.signUp == nil else { return .none }
        state.signUp = SignUp.State()
        state.form.forgetSecrets()
        state.phase = .editing(problem: nil)
        return .cancel(id: "check")
      case .signUp:
        return .none
      }
    }
    .ifLet(\.signUp, .signUp) { SignUp(accounts: accounts, description: description) }
  }

  private func check(_ form: UserForm) -> Effect<Action> {
    let user = description.kind(form.kind)
    let (email, password) = (form.email(of: user), form.password(of: user))
    return .run(name: "log in") { [accounts] send in
      let account = try await accounts.verify(email: email, password: password)
      await send(account.map { .verified($0) } ?? .failed(problem: "Email or password is wrong"))
    } catch: { error, send in
      await send(.failed(problem: "\(error)"))
    }
    .cancellable(id: "check", cancelInFlight: true)
  }

  private func signIn(_ account: Account) -> Effect<Action> {
    .run(name: "sign in") { [accounts] send in
      try await accounts.signIn(account.email)
      await send(.loggedIn(account))
    } catch: { error, send in
      await send(.failed(problem: "\(error)"))
    }
  }
}

extension Login.State {
  /// The buttons are never disabled. The reducer refuses them while a user is being signed in.
  func screens(_ description: UserDescription) -> [Screen<Login.Action>] {
    let login = Screen<Login.Action>("login", "Log in") {
      description.loginInputs(of: form, disabledBecause: business) { .changed($0) }
      if case .editing(let problem?) = phase { Note(.error, problem, lines: 4) }
      if let note { Note(.warning, note, lines: 7) }
      if phase == .checking { Progress("Logging in…") }
      if phase == .signingIn { Progress("Signing in…") }
      Button("login", .logIn)
      Button("go-signup", .goSignUp)
    }
    return [login] + [signUp?.screen(description).map { .signUp($0) }].compactMap(\.self)
  }
}
