import Cairn
import CairnTesting
import Testing

@testable import workout

struct LoginTests {
  private let email = "registered@email.com"

  @Test func `after a second, the right pair leads to the profile, which is then remembered`()
    async throws
  {
    let world = try World()
    let store = world.store(.login(email))
    store.send(.login(.passwordChanged("password"))) { $0 = .login(email, "password") }
    store.send(.login(.login)) { $0 = .login(email, "password", .submitting) }
    store.advance(by: .milliseconds(999))
    store.advance(by: .milliseconds(1))
    #expect(await world.rememberedEmail() == nil)
    store.receive(.equal(.login(.loggedIn(.registered)))) { $0 = .profile(.registered) }
    store.receive(.equal(.signedIn(.remember))) { $0 = .profile(.registered, .remembering) }
    store.receive(.equal(.signedIn(.remembered))) { $0 = .profile(.registered) }
    store.finish()
    #expect(await world.rememberedEmail() == email)
  }

  @Test(arguments: [
    ("registered@email.com", "Password"), ("registered@email.com", "password "),
    ("ada@example.com", "password"), ("registered@email.com", "pass\u{0}word"),
  ])
  func `a wrong pair is reported, and the log-in stays`(email: String, password: String) throws {
    let wrong = "Wrong email or password"
    let store = try World().store(.login(email, Secret(password)))
    store.send(.login(.login)) { $0 = .login(email, Secret(password), .submitting) }
    store.advance(by: .seconds(1))
    store.receive(.equal(.login(.notLoggedIn(reason: wrong)))) {
      $0 = .login(email, Secret(password), .editing(problem: wrong))
    }
    #expect(store.state.notes == [wrong])
    store.send(.login(.emailChanged("ada"))) {
      $0 = .login("ada", Secret(password), typed: email)
    }
    #expect(store.state.notes == [])
    store.finish()
  }

  @Test(arguments: [
    ("", "password", "email is required"), ("ada", " ", "password is required"),
    (" ", "", "email and password are required"),
  ])
  func `an incomplete log-in is refused`(email: String, password: String, reason: String) throws {
    let state = Root.State.login(email, Secret(password))
    #expect(state.screens.last?.input(named: "login")?.disabledReason == reason)
    let store = try World().store(state)
    store.send(.login(.login))
    store.finish()
  }

  @Test func `while a log-in is in progress, everything but cancel is refused`() throws {
    let store = try World().store(.login(email, "password"))
    store.send(.login(.login)) { $0 = .login(email, "password", .submitting) }
    store.send(.login(.login))
    store.send(.login(.emailChanged("ada")))
    store.send(.login(.passwordChanged("x")))
    let disabled = store.state.screens.last?.inputs.filter { $0.disabledReason == "logging in" }
    #expect(disabled?.map(\.name) == ["email", "password", "login"])
    store.send(.login(.cancel)) { $0 = .getStarted(email) }
    store.finish()
  }

  @Test(arguments: [0, 1, 999])
  func `a cancel ends the log-in, and no late reply arrives`(milliseconds: Int) async throws {
    let world = try World()
    let store = world.store(.login(email, "password"))
    store.send(.login(.login)) { $0 = .login(email, "password", .submitting) }
    store.advance(by: .milliseconds(milliseconds))
    store.send(.login(.cancel)) { $0 = .getStarted(email) }
    store.advance(by: .seconds(2))
    store.finish()
    #expect(await world.rememberedEmail() == nil)
  }

  @Test func `a log-in that fails is reported, and nothing is lost`() throws {
    let world = try World(options: "--unreliable")
    world.simulation.choices.fix("load", "fails")
    let store = world.store(.login(email, "password"))
    store.send(.login(.login)) { $0 = .login(email, "password", .submitting) }
    store.advance(by: .seconds(1))
    store.receive(.equal(.login(.notLoggedIn(reason: inputOutputError)))) {
      $0 = .login(email, "password", .editing(problem: inputOutputError))
    }
    #expect(store.state.notes == [inputOutputError])
    store.finish()
  }
}
