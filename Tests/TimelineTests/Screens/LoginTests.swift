import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import timeline

struct LoginTests {
  private let simulation = Simulation()

  private func store(
    _ state: Login.State, _ file: SavedFile = SavedFile(), latency: Duration? = nil
  ) -> TestStore<Login.State, Login.Action> {
    let storage = latency.map { file.storage.taking($0, on: simulation.clock) } ?? file.storage
    let client = TwitterClient.live(
      LogInStatus(storage), clock: simulation.clock, latency: latency)
    return TestStore(state, simulation: simulation) { Login(client: client) }
  }

  @Test(arguments: ["lovelace", "wrong"])
  func `while the service is asked, right or wrong, all inputs are refused`(password: String) {
    let form = Login.State(username: "ada", password: Secret(password))
    let store = store(form, latency: .seconds(2))
    store.send(.logIn) { $0.phase = .submitting }
    #expect(
      store.state.screen.lines() == [
        "Log in", "",
        "  username  ada  disabled: logging in",
        "  password  \(String(repeating: "•", count: password.count))  disabled",
        "  … Logging in…", "",
        "  login     disabled",
      ])
    store.send(.usernameChanged("x"))
    store.send(.passwordChanged("x"))
    store.send(.logIn)
    store.advance(by: .milliseconds(1999))
    store.advance(by: .milliseconds(1))
    store.receive(.answered) { $0.phase = .editing(problem: nil) }
    store.finish()
  }

  @Test func `a log-in that cannot be stored is reported until the next change`() {
    let store = store(
      Login.State(username: "ada", password: "lovelace"), SavedFile(fault: .full))
    store.send(.logIn) { $0.phase = .submitting }
    let reason = "No space left on device (changing timeline.json). Free some space and try again."
    store.receive(.failed(reason: reason)) { $0.phase = .editing(problem: reason) }
    #expect(store.state.screen.notes == [reason])
    store.send(.passwordChanged("love")) {
      $0.password = "love"
      $0.phase = .editing(problem: nil)
    }
    store.finish()
  }
}
