import Cairn
import CairnApp

/// The screen above Get Started.
struct Destination: Reducer {
  enum State: Hashable, CasePathable {
    case login(Login.State)
    case signup(Signup.State)
  }

  enum Action: Codable, Equatable, CasePathable {
    case login(Login.Action)
    case signup(Signup.Action)
  }

  let service: AccountService

  var body: some Reducer<State, Action> {
    Scope(.login, .login) { Login(service: service) }
    Scope(.signup, .signup) { Signup(service: service) }
  }
}

extension Destination.State {
  var screen: Screen<Destination.Action> {
    switch self {
    case .login(let state): state.screen.map { .login($0) }
    case .signup(let state): state.screen.map { .signup($0) }
    }
  }
}
