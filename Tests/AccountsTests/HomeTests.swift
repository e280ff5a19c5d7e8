import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

struct HomeTests {
  private static let problem =
    "No space left on device (changing accounts.json). Free some space and try again."

  @Test func `a number that cannot be stored keeps the dialog open, with the reason`() throws {
    let simulation = Simulation()
    simulation.choices.fix("save", "fails")
    let edit = Edit.State(account: AccountsApp.ada, mobile: "0123456780")
    let store = try AppStore(
      .home(Home.State(account: AccountsApp.ada, destination: .edit(edit))), start: "signed-in",
      options: ["--unreliable"], simulation: simulation)
    store.type("save") { $0.modifyEdit { $0.phase = .submitting } }
    store.receive(.equal(.home(.destination(.edit(.failed(problem: Self.problem)))))) {
      $0.modifyEdit { $0.phase = .editing(problem: Self.problem) }
    }
    store.finish()
  }

  @Test func `logout leads to an empty login`() throws {
    let store = try AppStore(.home, start: "signed-in", options: ["--latency=1s"])
    store.type("logout") { $0.modifyHome { $0.phase = .loggingOut } }
    for line in ["edit", "images", "logout"] {
      store.refuse(line, "\(line) is disabled: logging out")
    }
    store.advance(by: .seconds(1))
    store.receive(.equal(.home(.loggedOut))) { $0 = .login() }
    store.finish()
  }

  @Test func `a logout that fails is said, and one stays`() throws {
    let simulation = Simulation()
    simulation.choices.fix("save", "fails")
    let store = try AppStore(
      .home, start: "signed-in", options: ["--unreliable"], simulation: simulation)
    store.type("logout") { $0.modifyHome { $0.phase = .loggingOut } }
    store.receive(.equal(.home(.notLoggedOut(reason: Self.problem)))) {
      $0.modifyHome { $0.phase = .ready(note: .problem(Self.problem)) }
    }
    #expect(store.screen.notes == [Self.problem])
    store.finish()
  }

  @Test(arguments: AccountsApp.starts) func `the app starts with who is signed in`(
    start: String
  ) throws {
    let store = try AppStore(.starting, start: start)
    store.send(.started)
    let isSignedIn = start == "signed-in"
    store.receive(.equal(.restored(.init(account: isSignedIn ? AccountsApp.ada : nil)))) {
      $0 = isSignedIn ? .home : .login()
    }
    // A second start changes nothing.
    store.send(.started)
    store.send(.restored(.init(account: .grace)))
    store.finish()
  }
}
