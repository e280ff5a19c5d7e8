import Cairn
import CairnSimulation
import CairnStorage
import CairnTesting
import Testing

@testable import dance

/// The forms to log in and to sign up.
struct FormsTests {
  private let studio = Studio()

  private func logIn(wanted: DanceClass.ID? = nil) -> Root.State {
    var state = Studio.state()
    state.path.push(
      .logIn(LogIn.State(wanted: wanted, email: Studio.ada.email, password: Studio.password)))
    return state
  }

  private func signUp(email: String) -> Root.State {
    var state = Studio.state()
    state.path.push(.signUp(SignUp.State(email: email, password: Studio.password)))
    return state
  }

  private func top(_ action: Path.Action, in state: Root.State) throws -> Root.Action {
    .path(.element(id: try #require(state.path.ids.last), action: action))
  }

  @Test func `close ends a log-in in progress`() async {
    let studio = Studio(latency: .seconds(2))
    let store = studio.store(logIn())
    store.type("login") { $0.top(.logIn) { $0.phase = .submitting } }
    store.advance(by: .seconds(3))
    store.type("close") { $0.path.pop() }
    store.advance(by: .seconds(10))
    store.finish()
    let accounts = Studio(disk: studio.disk).accounts
    #expect(await accounts.restore() == .init(account: nil))
  }

  @Test func `a sign-up from the log-in of a class goes on to the player, too`() throws {
    let store = studio.store(logIn(wanted: 1))
    store.type("go-signup") {
      $0.path.popToRoot()
      $0.path.push(.signUp(SignUp.State(wanted: 1)))
    }
    #expect(store.state.screens.map(\.id) == ["classes", "signup"])
    store.type("email bea@example.com") { $0.top(.signUp) { $0.email = "bea@example.com" } }
    store.type("password secret") { $0.top(.signUp) { $0.password = "secret" } }
    store.type("signup") { $0.top(.signUp) { $0.phase = .submitting } }
    store.exhaustivity = .off
    let bea = Account(email: "bea@example.com", profile: Profile())
    store.receive(try top(.signUp(.completed(bea)), in: store.state)) { $0.classes.user = bea }
    #expect(store.state.screens.map(\.id) == ["classes", "video"])
    #expect(store.screen.title == "Salsa Basics")
  }

  @Test func `a taken address is an alert over the form, put away with ok`() throws {
    let store = studio.store(signUp(email: "ADA@example.com"))
    store.type("signup") { $0.top(.signUp) { $0.phase = .submitting } }
    store.receive(try top(.signUp(.taken), in: store.state)) {
      $0.top(.signUp) {
        $0.phase = .editing(problem: nil)
        $0.alert = AlertState(
          "This email is already in use",
          buttons: [ButtonState("OK", name: "ok", role: .cancel, action: .ok)])
      }
    }
    #expect(store.state.screens.map(\.id) == ["classes", "signup", "alert"])
    #expect(
      store.screen.lines(width: 50) == [
        "This email is already in use          over Sign up", "", "  ok  OK",
      ])
    // The form beneath takes nothing.
    store.send(try top(.signUp(.signUp), in: store.state))
    store.send(try top(.signUp(.close), in: store.state))
    store.type("ok") { $0.top(.signUp) { $0.alert = nil } }
    #expect(store.screen.input(named: "email")?.value == "ADA@example.com")
    store.finish()
  }

  @Test(arguments: ["login", "signup"])
  func `a failure of the storage is shown`(button: String) throws {
    studio.fault.withLock { $0 = .fails(.write, .noSpace) }
    let store = studio.store(button == "login" ? logIn() : signUp(email: "bea@example.com"))
    store.exhaustivity = .off
    store.type(button)
    store.skipReceived()
    #expect(
      store.screen.notes == [
        "No space left on device (changing dance.json). Free some space and try again."
      ])
  }
}
