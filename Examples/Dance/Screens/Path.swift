import Cairn
import CairnApp
import ExampleSupport

/// The screens above the list of classes.
struct Path: Reducer {
  enum State: Hashable, CasePathable {
    case logIn(LogIn.State)
    case signUp(SignUp.State)
    case video(Video.State)
    case stats(Stats.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    case logIn(LogIn.Action)
    case signUp(SignUp.Action)
    case video(Video.Action)
    case stats(Stats.Action)
  }

  let accounts: Accounts<Profile>
  let video: Video

  var body: some Reducer<State, Action> {
    Scope(.logIn, .logIn) { LogIn(accounts: accounts) }
    Scope(.signUp, .signUp) { SignUp(accounts: accounts) }
    Scope(.video, .video) { video }
    Scope(.stats, .stats) { Stats() }
  }
}

extension Path.State {
  var screens: [Screen<Path.Action>] {
    switch self {
    // The two forms are modals over the list.
    case .logIn(let state): [state.screen.over("Classes").map { .logIn($0) }]
    case .signUp(let state): state.screens.map { $0.map { .signUp($0) } }
    case .video(let state): [state.screen.map { .video($0) }]
    case .stats(let state): [state.screen.map { .stats($0) }]
    }
  }
}
