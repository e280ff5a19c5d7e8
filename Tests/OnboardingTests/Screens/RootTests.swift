import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

struct RootTests {
  private let simulation = Simulation()
  private let damagedNote =
    "The saved session onboarding.json could not be understood and was kept as "
    + "onboarding.json.damaged."

  @Test func `a start without a session shows Welcome`() {
    let store = TestStore(Root.State.starting)
    store.send(.started)
    store.receive(.equal(.loaded(.signedOut(note: nil)))) { $0 = .ada(at: .welcome) }
    store.finish()
  }

  @Test func `a start with a session shows Main`() {
    let store = TestStore(.starting, sessions: .memory(initial: .grace))
    store.send(.started)
    store.receive(.equal(.loaded(.signedIn(.grace)))) {
      $0 = .main(Main.State(session: .grace))
    }
    store.finish()
  }

  @Test func `a start with a locked session shows Unlock`() {
    let store = TestStore(.starting, sessions: .memory(initial: .ada))
    store.send(.started)
    store.receive(.equal(.locked(wrongTries: 0))) { $0 = .unlock(Unlock.State()) }
    store.receive(.equal(.unlock(.appeared)))
    store.finish()
  }

  @Test func `a start with a damaged session shows Welcome with a note`() {
    let store = TestStore(.starting, sessions: .memory(holding: "{"))
    store.send(.started)
    store.receive(.equal(.loaded(.signedOut(note: damagedNote)))) {
      $0 = .onboarding(Onboarding.State(rules: Rules(), note: damagedNote))
    }
    #expect(store.screen.notes == [damagedNote])
    store.finish()
  }

  @Test func `until the session is loaded, the screen shows progress`() {
    let store = TestStore(
      .starting, sessions: .memory().taking(.seconds(2), on: simulation.clock),
      simulation: simulation)
    store.send(.started)
    #expect(
      store.screen.lines() == ["Starting", "", "  … Looking for a saved session…"])
    store.advance(by: .seconds(2))
    store.receive(.case(.loaded)) { $0 = .ada(at: .welcome) }
    store.finish()
  }

  @Test func `a second start cancels the loading of the first`() {
    let store = TestStore(
      .starting, sessions: .memory(holding: "{").taking(.seconds(2), on: simulation.clock),
      simulation: simulation)
    store.send(.started)
    store.advance(by: .seconds(1))
    store.send(.started)
    store.advance(by: .seconds(2))
    store.receive(.equal(.loaded(.signedOut(note: damagedNote)))) {
      $0 = .onboarding(Onboarding.State(rules: Rules(), note: damagedNote))
    }
    store.finish()
  }

  @Test func `every screen has the rules of the start`() {
    let strict = Rules(isStrict: true)
    let store = TestStore(Root.State.starting, rules: strict)
    store.send(.started)
    store.receive(.case(.loaded)) { $0 = .ada(at: .welcome, rules: strict) }
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
