import Cairn
import CairnDump
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

/// The whole flow: sign-up, Main and sign-out.
struct FlowTests {
  private let lines = [
    "next", "accept", "next", "email ada@example.com", "password correct horse", "next",
    "first-name Ada", "last-name Lovelace", "telephone +44 20 7946 0000", "next", "pin 4711",
    "next", "confirm 4711", "next",
  ]

  @Test func `the flow ends the same under many orders`() {
    withSeeds(0..<20) { seed in
      let simulation = Simulation(seed: seed)
      let store = TestStore(
        .starting, sessions: .memory().taking(.seconds(2), on: simulation.clock),
        simulation: simulation)
      store.exhaustivity = .off
      store.send(.started)
      store.advance(by: .seconds(2))
      store.skipReceived()
      for line in lines {
        store.type(line)
        store.skipReceived()
        let shown = dumped(store.state) + "\(store.state)" + store.screen.lines().joined()
        #expect(!shown.contains("4711") && !shown.contains("horse"))
      }
      store.advance(by: .seconds(2))
      store.receive(.equal(.onboarding(.completed(.adaSignedUp))))
      store.expect(\.self, .main(Main.State(session: .adaSignedUp)))
    }
  }

  /// An action of a screen below, as from a second key before the first one has its effect.
  @Test(arguments: [
    (Root.State.ada(at: .terms), Root.Action.onboarding(.next), Root.Action?.none),
    (.ada(at: .personalInfo), .path(.credentials(.next)), .path(.credentials(.completed))),
  ])
  func `two quick nexts push one screen`(
    state: Root.State, next: Root.Action, completed: Root.Action?
  ) {
    let store = TestStore(state)
    store.send(next)
    if let completed { store.receive(.equal(completed)) }
    store.finish()
  }

  @Test func `with a note of any length Welcome has at most 12 lines, and shows a short one whole`()
  {
    let note = Array(repeating: "onboarding", count: 40).joined(separator: " ")
    for (note, isWhole) in [(note, true), (String(repeating: "漢字 ", count: 1_000), false)] {
      let screen = TestStore(.onboarding(Onboarding.State(rules: Rules(), note: note))).screen
      #expect(screen.names == ["next"] && screen.notes == [note])
      #expect(screen.lines().joined().contains("…") != isWhole)
      #expect(screen.lines().count <= 12)
    }
  }
}
