import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import onboarding

struct ConfirmPINTests {
  @Test(arguments: ["471", "47110", " 4711", "４７１１"])
  func `a confirmation that is close to the PIN is reported, and the field is emptied`(
    confirmation: String
  ) {
    let store = TestStore(.ada(at: .confirmPIN, confirming: Secret(confirmation)))
    store.type("next") {
      $0.top(.confirmPIN) {
        $0.confirmation = ""
        $0.phase = .editing(problem: "PINs do not match")
      }
    }
    #expect(store.screen.notes == ["PINs do not match"])
    store.type("confirm 4711") {
      $0.top(.confirmPIN) {
        $0.confirmation = "4711"
        $0.phase = .editing(problem: nil)
      }
    }
    store.finish()
  }

  @Test func `values are saved without surrounding white space`() {
    let credentials = Credentials.State(rules: Rules(), email: " a@b.cd\t", password: "secret")
    let personalInfo = PersonalInfo.State(
      rules: Rules(), firstName: "\u{3000}Ada  Augusta ", lastName: "\nLovelace", telephone: " 1 ")
    #expect(
      Profile(credentials, personalInfo).session(pinHash: "hash")
        == Session(
          firstName: "Ada  Augusta", lastName: "Lovelace", email: "a@b.cd", telephone: "1",
          locks: false, pinHash: "hash"))
  }

  @Test func `a failed save is reported, loses nothing, and can be repeated`() async {
    let trouble = Trouble()
    let sessions = SessionStore.memory().having(trouble)
    let store = TestStore(.ada(at: .confirmPIN), sessions: sessions)
    store.type("next") { $0.top(.confirmPIN) { $0.phase = .saving } }
    store.receive(.equal(.path(.confirmPIN(.notSaved(reason: Trouble.problem()))))) {
      $0.top(.confirmPIN) { $0.phase = .editing(problem: Trouble.problem()) }
    }
    #expect(store.screen.notes == [Trouble.problem()])
    #expect(await sessions.load() == .signedOut(note: nil))
    trouble.end()
    store.type("next") { $0.top(.confirmPIN) { $0.phase = .saving } }
    store.receive(.equal(.path(.confirmPIN(.saved(.adaSignedUp)))))
    store.receive(.equal(.onboarding(.completed(.adaSignedUp)))) {
      $0 = .main(Main.State(session: .adaSignedUp))
    }
    store.finish()
    #expect(await sessions.load() == .signedIn(.adaSignedUp))
  }

  @Test(arguments: [
    (String(repeating: "1", count: 512), "The PIN has 512 bytes; the maximum is 511."),
    ("47\u{0}11", "The PIN contains a NUL character and cannot be hashed."),
  ])
  func `a PIN that cannot be hashed is reported, and nothing is saved`(
    pin: String, reason: String
  ) async {
    let sessions = SessionStore.memory()
    let store = TestStore(
      .ada(at: .confirmPIN, confirming: Secret(pin), pin: Secret(pin)), sessions: sessions)
    store.type("next") { $0.top(.confirmPIN) { $0.phase = .saving } }
    store.receive(.equal(.path(.confirmPIN(.notSaved(reason: reason))))) {
      $0.top(.confirmPIN) { $0.phase = .editing(problem: reason) }
    }
    store.finish()
    #expect(await sessions.load() == .signedOut(note: nil))
  }

  @Test func `after the screens are popped during a save, no reply arrives`() {
    let simulation = Simulation()
    let sessions = SessionStore.memory().taking(.seconds(2), on: simulation.clock)
    let store = TestStore(.ada(at: .confirmPIN), sessions: sessions, simulation: simulation)
    store.type("next") { $0.top(.confirmPIN) { $0.phase = .saving } }
    store.send(.path(.personalInfo(.back))) {
      $0.pop()
      $0.pop()
      $0.pop {
        $0.personalInfo = PersonalInfo.State(
          rules: Rules(), firstName: "Ada", lastName: "Lovelace", telephone: "+44 20 7946 0000")
      }
    }
    store.advance(by: .seconds(3))
    store.finish()
  }
}
