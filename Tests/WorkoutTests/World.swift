import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import ExampleSupport

@testable import workout

/// A simulated world of the app, with its stores.
struct World {
  let simulation = Simulation()
  let service: AccountService

  init(start: String = "new", options: String...) throws {
    let options = try OptionValues(options, among: WorkoutApp.options)
    service = try AccountService(
      Launch(.simulated(start: start), options: options, in: simulation))
  }

  /// A store of the app in a state.
  func store(_ state: Root.State) -> TestStore<Root.State, Root.Action> {
    TestStore(state, simulation: simulation) { Root(service: service) }
  }

  /// The user who is signed in at the next start.
  func rememberedEmail() async -> String? { await service.accounts.restore().account?.email }
}

extension Account {
  static let registered = Account(
    email: "registered@email.com", profile: Person(gender: .undisclosed))
  static let ada = Account(email: "ada@example.com", profile: Person(gender: .female))
}

extension Root.State {
  static func getStarted(_ email: String = "") -> Root.State {
    .signedOut(GetStarted.State(email: email))
  }

  /// The log-in above Get Started.
  static func login(_ email: String) -> Root.State {
    .signedOut(GetStarted.State(email: email, destination: .login(Login.State(email: email))))
  }

  static func profile(
    _ account: Account, _ phase: Profile.State.Phase = .ready(problem: nil)
  ) -> Root.State {
    .signedIn(Profile.State(account: account, phase: phase))
  }

  /// The notes of the shown screen.
  var notes: [String] { screens.last?.notes ?? [] }
}
