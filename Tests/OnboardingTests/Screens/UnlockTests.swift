import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

struct UnlockTests {
  private func locked(
    _ pin: Secret = "", problem: String? = nil, wrongTries: Int = 0, hold: String? = nil
  ) -> Root.State {
    .unlock(
      Unlock.State(
        pin: pin, wrongTries: wrongTries, hold: hold, phase: .editing(problem: problem)))
  }

  @Test(arguments: ["", " \u{A0}"])
  func `unlock is refused while the PIN is empty`(pin: String) {
    let store = TestStore(locked(Secret(pin)))
    store.refuse("unlock", "unlock is disabled: pin is required")
    store.finish()
  }

  @Test func `the right PIN leads to Main`() {
    let store = TestStore(locked(), sessions: .memory(initial: .adaSignedUp))
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
    #expect(store.screen.notes == [])
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
    #expect(store.screen.notes == [reason])
    store.finish()
  }

  @Test func `while the PIN is checked, everything is refused`() {
    let store = TestStore(
      .unlock(Unlock.State(pin: "4711", phase: .checking)))
    store.refuse("pin 1", "pin is disabled: checking the PIN")
    store.refuse("unlock", "unlock is disabled: checking the PIN")
    store.refuse("sign-out", "sign-out is disabled: checking the PIN")
    #expect(store.screen.lines().contains("  … Checking the PIN…"))
    store.finish()
  }

  @Test func `sign-out needs no PIN, and leads to an empty Welcome`() async {
    let sessions = SessionStore.memory(initial: .adaSignedUp)
    let store = TestStore(locked("47"), sessions: sessions)
    store.type("sign-out") { $0.modify(.unlock) { $0.phase = .signingOut } }
    store.receive(.equal(.unlock(.signedOut))) { $0 = .ada(at: .welcome) }
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
  }

  @Test func `while signing out, everything is refused`() {
    let simulation = Simulation()
    let store = TestStore(
      locked("47"), sessions: .memory().taking(.seconds(2), on: simulation.clock),
      simulation: simulation)
    store.type("sign-out") { $0.modify(.unlock) { $0.phase = .signingOut } }
    store.refuse("pin 1", "pin is disabled: signing out")
    store.refuse("unlock", "unlock is disabled: signing out")
    store.refuse("sign-out", "sign-out is disabled: signing out")
    #expect(store.screen.lines().contains("  … Signing out…"))
    store.advance(by: .seconds(2))
    store.receive(.equal(.unlock(.signedOut))) { $0 = .ada(at: .welcome) }
    store.finish()
  }

  @Test func `a failed sign-out is reported, and the screen stays`() {
    let reason =
      "No space left on device (removing onboarding.json). Free some space and try again."
    let store = TestStore(
      locked("47"), sessions: .memory(initial: .adaSignedUp).having(Trouble()))
    store.type("sign-out") { $0.modify(.unlock) { $0.phase = .signingOut } }
    store.receive(.equal(.unlock(.notSignedOut(reason: reason)))) {
      $0 = locked("47", problem: reason)
    }
    #expect(store.screen.notes == [reason])
    store.finish()
  }

  @Test func `Unlock is not a step of the onboarding`() {
    #expect(TestStore(locked()).screen.lines().first == "Unlock")
  }
}
