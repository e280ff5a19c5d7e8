import Cairn
import CairnApp
import ExampleSupport

typealias Account = Accounts<Profile>.Account

/// The whole app: the list of classes, and the stack of screens above it.
struct Root: Reducer {
  struct State: Hashable {
    var classes = Classes.State()
    var path: StackState<Path.State> = []
  }

  enum Action: Codable, Equatable, CasePathable {
    case started
    /// `:undo` or a command like it has restored the state.
    case restored
    case loaded(Accounts<Profile>.Restored, [DanceClass])
    case notLoaded(reason: String)
    case classes(Classes.Action)
    case path(StackAction<Path.Action>)
  }

  let accounts: Accounts<Profile>
  let api: ClassesAPI
  let video: Video
  /// The place that is shown first.
  var route = Route.classes

  var body: some Reducer<State, Action> {
    Scope(\.classes, .classes) { Classes(accounts: accounts) }
    Reduce { state, action in
      switch action {
      case .started:
        return state.classes.phase == .loading ? load() : .none
      case .restored:
        guard let id = state.path.ids.last, state.path[id: id]?[case: .video] != nil else {
          return .none
        }
        return .send(.path(.element(id: id, action: .video(.restored))))
      case .loaded(let restored, let classes):
        guard state.classes.phase == .loading else { return .none }
        state.classes.phase = .loaded(classes)
        state.classes.user = restored.account
        state.classes.note = restored.note
        return open(route, &state)
      case .notLoaded(let reason):
        if state.classes.phase == .loading { state.classes.phase = .failed(reason: reason) }
        return .none
      case .classes(let action):
        return state.path.isEmpty ? follow(action, &state) : .none
      case .path(.element(let id, let action)):
        return id == state.path.ids.last ? follow(action, from: id, &state) : .none
      }
    }
    .forEach(\.path, .path) {
      Path(logIn: LogIn(accounts: accounts), signUp: SignUp(accounts: accounts), video: video)
    }
  }

  private func load() -> Effect<Action> {
    .run(name: "load classes") { [accounts, api] send in
      let classes = try await api.classes()
      await send(.loaded(await accounts.restore(), classes))
    } catch: { error, send in
      await send(.notLoaded(reason: "\(error)"))
    }
  }

  private func follow(_ action: Classes.Action, _ state: inout State) -> Effect<Action> {
    switch action {
    case .retry:
      guard case .failed = state.classes.phase else { return .none }
      state.classes.phase = .loading
      return load()
    case .play(let id):
      guard state.classes.business == nil else { return .none }
      return play(id, &state)
    case .logInShown:
      if state.canSignIn { state.path.push(.logIn(LogIn.State())) }
      return .none
    case .signUpShown:
      if state.canSignIn { state.path.push(.signUp(SignUp.State())) }
      return .none
    case .statsShown:
      guard state.classes.business == nil, let user = state.classes.user else { return .none }
      state.path.push(.stats(Stats.State(state.classes.all, of: user.profile)))
      return .none
    case .searchChanged, .logOut, .loggedOut, .notLoggedOut:
      return .none
    }
  }

  private func follow(
    _ action: Path.Action, from id: StackID, _ state: inout State
  ) -> Effect<Action> {
    switch action {
    case .logIn(.signUpShown):
      guard let form = state.path[id: id]?[case: .logIn], !form.isSubmitting else { return .none }
      state.path.popToRoot()
      state.path.push(.signUp(SignUp.State(wanted: form.wanted)))
      return .none
    case .logIn(.completed(let user)):
      return enter(user, wanted: state.path[id: id]?[case: .logIn]?.wanted, &state)
    case .signUp(.completed(let user)):
      return enter(user, wanted: state.path[id: id]?[case: .signUp]?.wanted, &state)
    case .video(.closed):
      guard let video = state.path[id: id]?[case: .video] else { return .none }
      state.classes.user?.profile[video.lesson.id] = video.playback.progress
      state.classes.unsaved[video.lesson.id] = video.unsaved
      state.classes.note = video.problem
      state.path.popToRoot()
      return .none
    case .logIn, .signUp, .video, .stats:
      return .none
    }
  }

  /// Continues after a login or a sign-up.
  private func enter(
    _ user: Account, wanted: DanceClass.ID?, _ state: inout State
  ) -> Effect<Action> {
    state.path.popToRoot()
    state.classes.user = user
    state.classes.note = nil
    return wanted.map { play($0, &state) } ?? .none
  }

  /// Shows a class; without a user, the form to log in first.
  private func play(_ id: DanceClass.ID, _ state: inout State) -> Effect<Action> {
    guard let lesson = state.classes.all.first(where: { $0.id == id }) else { return .none }
    guard let user = state.classes.user else {
      state.path.push(.logIn(LogIn.State(wanted: id)))
      return .none
    }
    let screen = state.path.push(
      .video(Video.State(lesson, of: user, rules: video.rules, since: state.classes.unsaved[id])))
    return .send(.path(.element(id: screen, action: .video(.appeared))))
  }

  private func open(_ route: Route, _ state: inout State) -> Effect<Action> {
    switch route {
    case .classes: break
    case .logIn: if state.canSignIn { state.path.push(.logIn(LogIn.State())) }
    case .signUp: if state.canSignIn { state.path.push(.signUp(SignUp.State())) }
    case .video(let id): return play(id, &state)
    }
    return .none
  }
}

extension Root.State {
  /// The classes whose progress could not be saved.
  var unsaved: [DanceClass] {
    let shown = path.last?[case: .video].flatMap { $0.isSettled ? nil : $0.lesson.id }
    return classes.all.filter { $0.id == shown || classes.unsaved[$0.id] != nil }
  }

  fileprivate var canSignIn: Bool { classes.business == nil && classes.user == nil }

  /// The live screens, from the root up.
  var screens: [Screen<Root.Action>] {
    [classes.screen.map { .classes($0) }] + .screens(of: path, .path) { $0.screens }
  }
}
