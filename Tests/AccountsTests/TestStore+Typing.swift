import AppTestSupport
import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

typealias AppStore = TestStore<Root.State, Root.Action>

extension Root.State: ScreenedState {}

extension TestStore<Root.State, Root.Action> {
  /// The app in a simulated world with a user who is not signed in, in a state that is not that of its start.
  convenience init(_ state: Root.State) throws {
    let simulation = Simulation()
    let options = try OptionValues([], among: AccountsApp.options)
    let launch = Launch(.simulated(start: "signed-up"), options: options, in: simulation)
    let app = try AccountsApp(launch)
    self.init(state, simulation: simulation) { app.reducer }
  }
}

extension Root.State {
  public var screens: [Screen<Root.Action>] {
    switch self {
    case .starting: [Screen("starting", "Starting") {}]
    case .login(let state): state.screens(.app).map { $0.map { .login($0) } }
    case .home(let state): state.screens(.app).map { $0.map { .home($0) } }
    }
  }

  static let home = Root.State.home(Home.State(account: AccountsApp.ada))

  static func login(email: String = "", password: Secret = "") -> Root.State {
    .login(Login.State(form: .member(["email": email], password: password)))
  }

  mutating func modifyLogin(_ change: (inout Login.State) -> Void) { modify(.login, change) }
}

extension UserForm {
  static func member(_ texts: [String: String], password: Secret = "") -> UserForm {
    var form = UserForm()
    for (name, text) in texts { form[text: name] = text }
    form[secret: "password"] = password
    return form
  }

  /// A complete form of a user who is not registered.
  static let grace = member(
    [
      "email": "grace@example.com", "first-name": "Grace", "last-name": "Hopper",
      "mobile": "011-2345 6789", "gender": "other",
    ], password: "an0ther-pw!")
}

extension Account {
  static let grace = Account(
    email: "grace@example.com",
    profile: Profile(
      kind: "member",
      [
        "first-name": "Grace", "last-name": "Hopper", "mobile": "011-2345 6789", "gender": "other",
      ]))
}
