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
