import Cairn
import CairnSimulation
import CairnStorage
import CairnTesting
import Synchronization
import Testing

@testable import onboarding

/// The whole flow: sign-up, Main and sign-out.
struct FlowTests {
  private let simulation = Simulation()

  /// Storage that answers after two seconds.
  private func slow(_ sessions: SessionStore = .memory()) -> SessionStore {
    sessions.taking(.seconds(2), on: simulation.clock)
  }

  @Test func `seven screens lead to Main, and a sign-out to Welcome`() {
    let store = TestStore(.starting, sessions: slow(), simulation: simulation)
    store.send(.started)
    store.advance(by: .seconds(2))
    store.receive(.equal(.loaded(.signedOut(note: nil)))) { $0 = .ada(at: .welcome) }

    store.type("next") { $0.push(.terms(Terms.State())) }
    store.type("accept") { $0 = .ada(at: .terms) }
    store.type("next")
    store.receive(.equal(.path(.terms(.completed)))) {
      $0.push(.credentials(Credentials.State(rules: Rules())))
    }
    store.type("email ada@example.com") { $0.top(.credentials) { $0.email = "ada@example.com" } }
    store.type("password correct horse") { $0 = .ada(at: .credentials) }
    store.type("next")
    store.receive(.equal(.path(.credentials(.completed)))) {
      $0.push(.personalInfo(PersonalInfo.State(rules: Rules())))
    }
    store.type("first-name Ada") { $0.top(.personalInfo) { $0.firstName = "Ada" } }
    store.type("last-name Lovelace") { $0.top(.personalInfo) { $0.lastName = "Lovelace" } }
    store.type("telephone +44 20 7946 0000") { $0 = .ada(at: .personalInfo) }
    store.type("next")
    store.receive(.equal(.path(.personalInfo(.completed)))) {
      $0.push(.newPIN(NewPIN.State(rules: Rules())))
    }
    store.type("pin 4711") { $0 = .ada(at: .newPIN) }
    store.type("next")
    store.receive(.equal(.path(.newPIN(.completed)))) {
      $0 = .ada(at: .confirmPIN, confirming: "")
    }
    store.type("confirm 4711") { $0 = .ada(at: .confirmPIN) }
    store.type("next") { $0.top(.confirmPIN) { $0.phase = .saving } }
    store.advance(by: .seconds(2))
    store.receive(.equal(.path(.confirmPIN(.saved(.adaSignedUp)))))
    store.receive(.equal(.onboarding(.completed(.adaSignedUp)))) {
      $0 = .main(Main.State(session: .adaSignedUp))
    }

    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    store.advance(by: .seconds(2))
    store.receive(.equal(.main(.signedOut))) { $0 = .ada(at: .welcome) }
    store.finish()
  }

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
      for line in [
        "next", "accept", "next", "email ada@example.com", "password correct horse", "next",
        "first-name Ada", "last-name Lovelace", "telephone +44 20 7946 0000", "next", "pin 4711",
        "next", "confirm 4711", "next",
      ] {
        store.type(line)
        store.skipReceived()
      }
      store.advance(by: .seconds(2))
      store.receive(.equal(.onboarding(.completed(.adaSignedUp))))
      store.expect(\.self, .main(Main.State(session: .adaSignedUp)))
    }
  }

  @Test func `a second next during a save has no effect`() {
    let count = Mutex(0)
    var sessions = slow()
    sessions.save = { [save = sessions.save] session throws(StorageError) in
      count.withLock { $0 += 1 }
      try await save(session)
    }
    let store = TestStore(.ada(at: .confirmPIN), sessions: sessions, simulation: simulation)
    store.type("next") { $0.top(.confirmPIN) { $0.phase = .saving } }
    store.refuse("next", "next is disabled: saving")
    store.advance(by: .seconds(1))
    store.refuse("next", "next is disabled: saving")
    store.advance(by: .seconds(1))
    store.receive(.equal(.path(.confirmPIN(.saved(.adaSignedUp)))))
    store.receive(.equal(.onboarding(.completed(.adaSignedUp)))) {
      $0 = .main(Main.State(session: .adaSignedUp))
    }
    store.finish()
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `a sign-out is refused until the save of the lock has ended`() {
    let trouble = Trouble()
    let reason =
      "No space left on device (saving onboarding.json). Free some space and try again."
    let sessions = slow(.memory(initial: .adaSignedUp).having(trouble))
    let store = TestStore(
      .main(Main.State(session: .adaSignedUp)), sessions: sessions, simulation: simulation)
    store.type("lock") {
      $0.modify(.main) {
        $0.session.locks = true
        $0.phase = .saving
      }
    }
    store.refuse("sign-out", "sign-out is disabled: saving")
    store.advance(by: .seconds(2))
    store.receive(.equal(.main(.lockNotSaved(reason: reason)))) {
      $0 = .main(Main.State(session: .adaSignedUp, phase: .ready(problem: reason)))
    }
    trouble.end()
    store.type("sign-out") { $0.modify(.main) { $0.phase = .signingOut } }
    store.refuse("sign-out", "sign-out is disabled: signing out")
    store.advance(by: .seconds(2))
    store.receive(.equal(.main(.signedOut))) { $0 = .ada(at: .welcome) }
    store.finish()
  }

  @Test(arguments: [
    Root.Action.main(.lockNotSaved(reason: "late")), .main(.signedOut), .main(.lockToggled),
    .unlock(.unlocked(.ada)), .unlock(.wrongPIN(tries: 1)), .path(.confirmPIN(.saved(.ada))),
    .path(.confirmPIN(.notSaved(reason: "late"))),
  ])
  func `after a sign-out, a late reply is refused and changes nothing`(reply: Root.Action) {
    let store = TestStore(.ada(at: .welcome))
    withKnownIssue {
      store.send(reply)
    } matching: {
      $0.comments.contains { $0.rawValue.contains("is for a screen that is not there") }
    }
    store.finish()
  }
}
