import Cairn
import CairnApp

@testable import workout

/// The app in one flat reducer, correct or with one flaw. Its state, its actions and its properties are
/// those of the app. No screen ends its effects when it closes: each is cancelled by its id.
struct FlatWorkout: Reducer {
  enum Flaw: String, CaseIterable, Sendable {
    /// `cancel` closes the screen and leaves the request in progress.
    case noCancellation = "no-cancellation"
    /// The user is remembered when the request is sent, not when the profile is shown.
    case rememberedTooEarly = "remembered-too-early"
    /// `signup` accepts a form without a gender.
    case unguardedSignup = "unguarded-signup"
    /// A logout shows the address of the user who left.
    case keptAddress = "kept-address"
    /// The password of the user is in the note of a failed log-in.
    case passwordInNote = "password-in-note"
  }

  let service: AccountService
  let flaw: Flaw?

  func reduce(into state: inout Root.State, action: Root.Action) -> Effect<Root.Action> {
    switch action {
    case .started:
      guard state == .starting else { return .none }
      return .run(name: "restore") { send in
        await send(.restored(service.accounts.restore()))
      }
      .cancellable(id: "restore", cancelInFlight: true)
    case .restored(let restored):
      guard state == .starting else { return .none }
      let account = restored.account
      state = account.map { .profile($0) } ?? .getStarted()
      return .none
    case .signedOut(.destination(.login(let action))):
      return logIn(&state, action)
    case .signedOut(.destination(.signup(let action))):
      return signUp(&state, action)
    case .signedOut(let action):
      return getStarted(&state, action)
    case .signedIn(let action):
      return profile(&state, action)
    }
  }

  private func getStarted(
    _ state: inout Root.State, _ action: GetStarted.Action
  ) -> Effect<Root.Action> {
    guard case .signedOut(let screen) = state else { return .none }
    switch action {
    case .emailChanged(let email):
      state = .getStarted(email)
      return .cancel(id: "request")
    case .next:
      guard screen.objection == nil else { return .none }
      state = .getStarted(screen.email, .checking)
      return request { send in
        let isRegistered = try await service.isRegistered(screen.email)
        await send(.signedOut(.checked(isRegistered: isRegistered)))
      }
    case .checked(let isRegistered):
      state =
        isRegistered
        ? .login(screen.email.trimmed, typed: screen.email)
        : .signup(screen.email.trimmed, typed: screen.email)
      return .none
    case .notChecked, .destination:
      return .none
    }
  }

  private func logIn(_ state: inout Root.State, _ action: Login.Action) -> Effect<Root.Action> {
    guard case .signedOut(var below) = state else { return .none }
    if case .loggedIn(let account) = action { return signIn(&state, account) }
    guard case .login(var screen)? = below.destination else { return .none }
    defer { if case .signedOut = state { state = .signedOut(below) } }
    switch action {
    case .emailChanged(let email) where screen.business == nil:
      screen = Login.State(email: email, password: screen.password)
    case .passwordChanged(let password) where screen.business == nil:
      screen = Login.State(email: screen.email, password: password)
    case .login where screen.objection == nil:
      screen.phase = .submitting
      below.destination = .login(screen)
      let (email, password) = (screen.email, screen.password)
      return request { send in
        if flaw == .rememberedTooEarly {
          if try await service.accounts.verify(email: email, password: password) != nil {
            try await service.accounts.signIn(email)
          }
        }
        guard let account = try await service.logIn(email: email, password: password) else {
          let secret = flaw == .passwordInNote ? password.reveal() : ""
          return await send(.login(.notLoggedIn(reason: "Wrong \(secret)")))
        }
        await send(.login(.loggedIn(account)))
      }
    case .notLoggedIn(let reason):
      screen.phase = .editing(problem: reason)
    case .cancel:
      if flaw == .passwordInNote, let problem = screen.phase.problem {
        below.note = problem
      }
      below.destination = nil
      return flaw == .noCancellation ? .none : .cancel(id: "request")
    case .emailChanged, .passwordChanged, .login, .loggedIn:
      break
    }
    below.destination = .login(screen)
    return .none
  }

  private func signUp(_ state: inout Root.State, _ action: Signup.Action) -> Effect<Root.Action> {
    guard case .signedOut(var below) = state else { return .none }
    if case .signedUp(let account) = action { return signIn(&state, account) }
    guard case .signup(var screen)? = below.destination else { return .none }
    defer { if case .signedOut = state { state = .signedOut(below) } }
    switch action {
    case .emailChanged(let email) where screen.business == nil:
      screen = .init(email: email, password: screen.password, gender: screen.gender)
    case .passwordChanged(let password) where screen.business == nil:
      screen = .init(email: screen.email, password: password, gender: screen.gender)
    case .genderChosen(let gender) where screen.business == nil:
      screen = .init(email: screen.email, password: screen.password, gender: gender)
    case .signup where screen.objection == nil || isUnguarded(screen):
      screen.phase = .submitting
      below.destination = .signup(screen)
      let form = screen
      return request { send in
        let account = try await service.signUp(
          email: form.email, password: form.password, gender: form.gender ?? .undisclosed)
        await send(.signup(account.map { .signedUp($0) } ?? .notSignedUp(reason: "taken")))
      }
    case .notSignedUp(let reason):
      screen.phase = .editing(problem: reason)
    case .cancel:
      below.destination = nil
      return flaw == .noCancellation ? .none : .cancel(id: "request")
    case .emailChanged, .passwordChanged, .genderChosen, .signup, .signedUp:
      break
    }
    below.destination = .signup(screen)
    return .none
  }

  private func isUnguarded(_ screen: Signup.State) -> Bool {
    flaw == .unguardedSignup && screen.business == nil && !screen.email.isBlank
      && !screen.password.isBlank
  }

  private func signIn(_ state: inout Root.State, _ account: Account) -> Effect<Root.Action> {
    state = .profile(account, .remembering)
    return request { send in
      try await service.accounts.signIn(account.email)
      await send(.signedIn(.remembered))
    }
  }

  private func profile(
    _ state: inout Root.State, _ action: Profile.Action
  ) -> Effect<Root.Action> {
    guard case .signedIn(let screen) = state else { return .none }
    switch action {
    case .remembered where screen.phase != .loggingOut:
      state = .profile(screen.account)
      return .none
    case .logout where screen.phase == .remembering:
      state = .profile(screen.account, .loggingOut)
      return .none
    case .remembered,
      .logout where screen.phase != .loggingOut:
      state = .profile(screen.account, .loggingOut)
      return request { send in
        try await service.accounts.signOut(screen.account.email)
        await send(.signedIn(.loggedOut))
      }
    case .loggedOut:
      state = .getStarted(flaw == .keptAddress ? screen.account.email : "")
      return .none
    case .remember, .notRemembered, .logout, .notLoggedOut:
      return .none
    }
  }

  private func request(
    _ operation: @escaping @Sendable (Send<Root.Action>) async throws -> Void
  ) -> Effect<Root.Action> {
    .run(name: "request") { send in try await operation(send) }
      .cancellable(id: "request", cancelInFlight: true)
  }
}

/// The flat reducer as an app; an option selects its flaw.
struct FlatWorkoutApp: App {
  static let name = "flat-workout"
  static let summary = "Signs a person in or up, rightly or not."
  static let options =
    WorkoutApp.options + [
      AppOption("--flaw", value: "NAME", help: "the mistake that is in it")
    ]
  static let samples = ["password": ["password", "s3cret"]]
  static let properties = WorkoutApp.properties

  let state = Root.State.starting
  let reducer: FlatWorkout
  let firstAction: Root.Action? = .started

  init(_ launch: Launch) throws(UsageError) {
    reducer = FlatWorkout(
      service: try AccountService(launch),
      flaw: launch.options["--flaw"].flatMap { FlatWorkout.Flaw(rawValue: $0) })
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { state.screens }
}
