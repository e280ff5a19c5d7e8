import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

struct UnlockTests {
  private func locked(
    _ pin: Secret = "", problem: String? = nil, wrongTries: Int = 0
  ) -> Root.State {
    .unlock(Unlock.State(pin: pin, wrongTries: wrongTries, phase: .editing(problem: problem)))
  }

  @Test func `the right PIN leads to Main`() {
    let store = TestStore(locked(), sessions: .memory(initial: .adaSignedUp))
    // It is not a step of the onboarding.
    #expect(store.screen.lines().first == "Unlock")
    store.type("pin 4711") { $0 = locked("4711") }
    store.type("unlock") { $0.modify(.unlock) { $0.phase = .checking } }
    store.receive(.equal(.unlock(.unlocked(.adaSignedUp)))) {
      $0 = .main(Main.State(session: .adaSignedUp))
    }
    store.finish()
  }

  @Test(arguments: ["4712", "471", " 4711", "47110"])
  func `a wrong PIN is reported, and the field is emptied`(pin: String) {
    let store = TestStore(locked(Secret(pin)), sessions: .memory(initial: .adaSignedUp))
    store.type("unlock") { $0.modify(.unlock) { $0.phase = .checking } }
    store.receive(.equal(.unlock(.wrongPIN(tries: 1)))) {
      $0 = locked("", problem: "Wrong PIN", wrongTries: 1)
    }
    #expect(store.screen.notes == ["Wrong PIN"])
    store.type("pin 4711") { $0 = locked("4711", wrongTries: 1) }
    store.finish()
  }

  @Test(arguments: [
    (String(repeating: "é", count: 256), "The PIN has 512 bytes; the maximum is 511."),
    ("47\u{0}11", "The PIN contains a NUL character and cannot be hashed."),
  ])
  func `a PIN that cannot be compared is reported, and Unlock stays`(pin: String, reason: String) {
    let store = TestStore(locked(Secret(pin)))
    store.type("unlock") { $0.modify(.unlock) { $0.phase = .checking } }
    store.receive(.equal(.unlock(.notChecked(reason: reason)))) {
      $0 = locked(Secret(pin), problem: reason)
    }
    store.finish()
  }

  @Test(arguments: [false, true])
  func `sign-out needs no PIN and leads to an empty Welcome, or says why it failed`(
    fails: Bool
  ) async {
    let sessions = SessionStore.memory(initial: .adaSignedUp)
    let store = TestStore(locked("47"), sessions: fails ? sessions.having(Trouble()) : sessions)
    store.type("sign-out") { $0.modify(.unlock) { $0.phase = .signingOut } }
    if fails {
      let problem = Trouble.problem("removing")
      store.receive(.equal(.unlock(.notSignedOut(reason: problem)))) {
        $0 = locked("47", problem: problem)
      }
    } else {
      store.receive(.equal(.unlock(.signedOut))) { $0 = .ada(at: .welcome) }
    }
    store.finish()
    #expect(await sessions.load() == (fails ? .signedIn(.adaSignedUp) : .signedOut(note: nil)))
  }
}
