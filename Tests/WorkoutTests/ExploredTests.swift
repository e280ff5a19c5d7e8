import Cairn
import CairnApp
import CairnExplorer
import CairnTrail
import TestSupport
import Testing

@testable import workout

@Suite(.gate, .timeLimit(.minutes(10))) struct ExploredTests {
  /// A log-in. The release build proves more: `workout explore`.
  @Test(arguments: [("new", []), ("signed-in", ["--latency=1500ms"]), ("new", ["--unreliable"])])
  func `all properties are proved, with restarts and disabled inputs`(
    _ start: String, _ options: [String]
  ) throws {
    var model = AppModel<WorkoutApp>(start: start, options: options)
    model.samples["email"] = ["registered@email.com"]
    model.samples["password"] = ["password", "s3cret"]
    model.check = .none
    // Another address would lead to the sign-up, with eight users for each.
    let properties = WorkoutApp.properties.filter { $0.name != "reachable: the screen signup" }
    let exploration = try model.explore(checking: properties)
    let unproved = exploration.verdicts.filter { $0.result != .proved }.map(\.property)
    // An answer that never comes ends nothing.
    let expected = options == ["--unreliable"] ? ["a sent form leads to an answer or a cancel"] : []
    #expect(unproved == expected, "\(exploration)")
  }

  @Test func `all properties of a sign-up are proved`() throws {
    var model = AppModel<WorkoutApp>()
    model.samples["email"] = ["ada@example.com", "Registered@Email.com"]
    model.samples["password"] = ["password"]
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  /// A slow write of the log-in could otherwise take place after that of the logout.
  @Test func `a restart after a logout signs nobody in, also with a slow storage`() throws {
    var model = AppModel<WorkoutApp>(options: ["--unreliable"])
    model.samples = ["email": ["registered@email.com"], "password": ["password"]]
    // A storage that works at once shows the user in the step of the restart.
    model.without = [.delays, .disabled]
    model.check = .none
    let properties = WorkoutApp.properties.filter { $0.name.hasSuffix("a restart signs nobody in") }
    let exploration = try model.explore(checking: properties)
    #expect(exploration.isProved, "\(exploration)")
  }
}

@Suite(.gate, .timeLimit(.minutes(10))) struct FlawTests {
  /// A flaw, a property that it violates, and a shortest trail to it.
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: FlatWorkout.Flaw
    let property: String
    /// The other properties that it violates.
    var others: [String] = []
    var email = "registered@email.com"
    var restarts = false
    let steps: [String]

    var testDescription: String { flaw.rawValue }
  }

  private static let toLogin = ["> email registered@email.com", "> next", "@ 1s"]
  private static let toPassword = toLogin + ["> password password", "> login"]

  static let cases = [
    Case(
      flaw: .noCancellation, property: "every step: a late reply changes nothing",
      others: [
        "no leaked effect",
        "every step: a log-in or a sign-up leads to the profile of the typed address",
      ],
      steps: toPassword + ["> cancel", "@ 1s"]),
    Case(
      flaw: .rememberedTooEarly, property: "every step: a restart signs nobody in",
      restarts: true, steps: toPassword + ["@ restart"]),
    Case(
      flaw: .unguardedSignup, property: "refused means unchanged", email: "ada@example.com",
      steps: ["> email ada@example.com", "> next", "@ 1s", "> password password", "! signup"]),
    Case(
      flaw: .keptAddress, property: "every step: a logout leads to get-started with an empty field",
      steps: toPassword + ["@ 1s", "> logout"]),
    Case(
      flaw: .passwordInNote, property: "no secret after a cancel",
      steps: toLogin + ["> password s3cret", "> login", "@ 1s", "> cancel"]),
  ]

  /// With one address only one of the screens above Get Started can be reached, and its field has no
  /// other value. Answers take no time of their own, so that trails are short.
  private func explored(
    _ email: String, _ flaw: FlatWorkout.Flaw?, restarts: Bool = true
  ) throws -> AppExploration<FlatWorkoutApp> {
    var model = AppModel<FlatWorkoutApp>(options: flaw.map { ["--flaw=\($0.rawValue)"] } ?? [])
    model.samples["email"] = [email]
    model.without = restarts ? [.delays] : [.delays, .restarts]
    let properties = WorkoutApp.properties.filter {
      !$0.name.hasPrefix("reachable: ") && $0.name != "every input has an effect"
    }
    return try model.explore(checking: properties)
  }

  @Test(arguments: ["registered@email.com", "ada@example.com"])
  func `without a flaw everything is proved`(email: String) throws {
    let exploration = try explored(email, nil)
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test func `every flaw has a test case`() {
    #expect(Self.cases.map(\.flaw) == FlatWorkout.Flaw.allCases)
  }

  @Test(arguments: cases)
  func `a flaw is shown by a shortest trail, which fails when it is played`(
    _ expected: Case
  ) throws {
    let exploration = try explored(
      expected.email, expected.flaw, restarts: expected.restarts)
    let refuted = exploration.verdicts.filter { $0.result == .refuted }.map(\.property)
    #expect(Set(refuted) == Set([expected.property] + expected.others))
    let trail = try #require(exploration[expected.property]?.trail)
    let steps = trail.split(separator: "\n").filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") }
    #expect(steps == expected.steps.map { $0[...] })
    let failure = try TrailPlayer<FlatWorkoutApp>.play(Trail.parse(trail, file: "found.trail"))
    #expect(failure?.source == expected.steps.last)
  }
}

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
