import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import timeline

struct LoginTests {
  private let simulation = Simulation()

  @Test(arguments: [("lovelace", true), ("wrong", false)])
  func `while the service is asked, right or wrong, all inputs are refused`(
    password: String, isRight: Bool
  ) {
    let client = TwitterClient.live(clock: simulation.clock, latency: .seconds(2))
    let form = Login.State(username: "ada", password: Secret(password))
    let store = TestStore(form, simulation: simulation) { Login(client: client) }
    store.send(.logIn) { $0.phase = .submitting }
    #expect(
      store.state.screen.lines() == [
        "Log in", "",
        "  This service has users of its own: ada, for one, with the password lovelace.", "",
        "  username  ada  disabled: logging in",
        "  password  \(String(repeating: "•", count: password.count))  disabled",
        "  … Logging in…", "",
        "  login     disabled",
      ])
    // Right ones are answered at once, and the parent stores the log-in.
    if isRight { store.receive(.answered(isRight: true)) }
    store.send(.usernameChanged("x"))
    store.send(.passwordChanged("x"))
    store.send(.logIn)
    guard !isRight else { return }
    store.advance(by: .milliseconds(1999))
    store.advance(by: .milliseconds(1))
    let refusal = "The service does not know this username with this password. Correct one of them."
    store.receive(.answered(isRight: false)) { $0.phase = .editing(problem: refusal) }
    #expect(store.state.screen.notes == [refusal])
    store.send(.usernameChanged("grace")) {
      $0.username = "grace"
      $0.phase = .editing(problem: nil)
    }
    store.finish()
  }
}
