import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

typealias AppStore = TestStore<Root.State, Root.Action>

extension TestStore<Root.State, Root.Action> {
  /// The app in a simulated world, in a state that is not that of its start.
  convenience init(
    _ state: Root.State, start: String = "signed-up", options: [String] = [],
    simulation: Simulation = Simulation()
  ) throws {
    let app = try AccountsApp.simulated(start, options: options, in: simulation)
    self.init(state, simulation: simulation) { app.reducer }
  }

  /// The shown screen.
  var screen: Screen<Root.Action> { state.screens.last ?? Screen("none", "None") {} }

  /// Types a line that the screen accepts.
  func type(
    _ line: String, change: ((inout Root.State) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line number: UInt = #line, column: UInt = #column
  ) {
    let here = SourceLocation(
      fileID: fileID.description, filePath: filePath.description, line: Int(number),
      column: Int(column))
    switch screen.parse(line) {
    case .action(let action, name: _):
      send(
        action, change: change, fileID: fileID, filePath: filePath, line: number, column: column)
    case .refused(let refusal):
      Issue.record("\(refusal.message)", sourceLocation: here)
    case .blank:
      Issue.record("a blank line does nothing", sourceLocation: here)
    }
  }

  /// Checks that the screen refuses a line with this message, and that the reducer refuses its action.
  func refuse(
    _ line: String, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .refused(let refusal) = screen.parse(line) else {
      Issue.record("\"\(line)\" is accepted", sourceLocation: sourceLocation)
      return
    }
    #expect(refusal.message == message, sourceLocation: sourceLocation)
    if let action = refusal.wouldSend { send(action) }
  }
}

extension AccountsApp {
  static func simulated(
    _ start: String, options: [String] = [], in simulation: Simulation
  ) throws -> AccountsApp {
    try AccountsApp(
      Launch(
        .simulated(start: start), options: OptionValues(options, among: AccountsApp.options),
        in: simulation))
  }
}

extension Root.State {
  var screens: [Screen<Root.Action>] {
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

  /// The sign-up over the login.
  static func signUp(_ form: UserForm) -> Root.State {
    .login(Login.State(signUp: SignUp.State(form: form)))
  }

  mutating func modifyLogin(_ change: (inout Login.State) -> Void) { modify(.login, change) }

  mutating func modifySignUp(_ change: (inout SignUp.State) -> Void) {
    modify(.login) { login in
      guard var signUp = login.signUp else { return }
      change(&signUp)
      login.signUp = signUp
    }
  }

  mutating func modifyHome(_ change: (inout Home.State) -> Void) { modify(.home, change) }

  mutating func modifyEdit(_ change: (inout Edit.State) -> Void) {
    modify(.home) { home in
      guard var destination = home.destination else { return }
      destination.modify(.edit, change)
      home.destination = destination
    }
  }

  mutating func setImages(_ phase: Images.State.Phase) {
    modify(.home) { $0.destination = .images(Images.State(phase: phase)) }
  }
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
