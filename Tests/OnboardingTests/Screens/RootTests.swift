import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

struct RootTests {
  private static let damagedNote =
    "The saved session onboarding.json could not be understood and was kept as "
    + "onboarding.json.damaged."

  @Test func `a second start cancels the loading of the first`() {
    let simulation = Simulation()
    let store = TestStore(
      .starting, sessions: .memory(holding: "{").taking(.seconds(2), on: simulation.clock),
      simulation: simulation)
    store.send(.started)
    store.advance(by: .seconds(1))
    store.send(.started)
    store.advance(by: .seconds(2))
    store.receive(.equal(.loaded(.signedOut(note: Self.damagedNote)))) {
      $0 = .onboarding(Onboarding.State(rules: Rules(), note: Self.damagedNote))
    }
    #expect(store.screen.notes == [Self.damagedNote])
    store.finish()
  }

  @Test(arguments: [Root.State.ada(at: .newPIN), .main(Main.State(session: .grace))])
  func `once started, neither a start nor a late answer changes anything`(state: Root.State) {
    let store = TestStore(state, sessions: .memory(initial: .ada))
    store.send(.started)
    store.send(.loaded(.signedIn(.ada)))
    store.send(.locked(wrongTries: 0))
    store.send(.loaded(.signedOut(note: "late")))
    store.finish()
  }
}
