import Cairn
import CairnDump
import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

struct LoginTests {
  private static let incomplete = "All fields are required"
  private static let notAnEmail = "Email is not valid; an example is ada@example.com"
  private static let badPassword =
    "Password should contain one special character and minimum 8 characters required, such as - or !"
  private static let wrong = "Email or password is wrong"

  @Test(arguments: [
    ("", "", incomplete), ("ada@example.com", "", incomplete), ("", "s3cret-pw!", incomplete),
    ("ada", "   ", incomplete), (" ", "short", incomplete), ("ada", "short", notAnEmail),
    ("ada@example", "s3cret-pw!", notAnEmail), ("ada@example.com", "short-!", badPassword),
    ("ada@example.com", "s3cretpw", badPassword),
  ])
  func `the first problem is said, and nothing is asked of the storage`(
    email: String, password: String, problem: String
  ) throws {
    let store = try AppStore(.login(email: email, password: Secret(password)))
    store.type("login") { $0.modifyLogin { $0.phase = .editing(problem: problem) } }
    #expect(store.screen.notes == [problem])
    store.finish()
  }

  @Test(arguments: ["ada@example.com", "ADA@Example.Com", " ada@example.com "])
  func `a right pair leads to home`(email: String) throws {
    let store = try AppStore(.login(email: email, password: "s3cret-pw!"))
    store.type("login") { $0.modifyLogin { $0.phase = .checking } }
    store.receive(.equal(.login(.verified(AccountsApp.ada)))) {
      $0.modifyLogin { $0.phase = .signingIn }
    }
    store.receive(.equal(.login(.loggedIn(AccountsApp.ada)))) { $0 = .home }
    #expect(!dumped(store.state).contains("s3cret"))
    store.finish()
  }

  @Test func `the buttons are never disabled, and a second login changes nothing`() throws {
    let store = try AppStore(
      .login(email: "ada@example.com", password: "s3cret-pw!"), options: ["--latency=1s"])
    store.type("login") { $0.modifyLogin { $0.phase = .checking } }
    store.type("login")
    store.advance(by: .seconds(1))
    store.receive(.equal(.login(.verified(AccountsApp.ada)))) {
      $0.modifyLogin { $0.phase = .signingIn }
    }
    store.type("login")
    store.type("go-signup")
    store.refuse("email x", "email is disabled: signing in")
    store.advance(by: .seconds(1))
    store.receive(.equal(.login(.loggedIn(AccountsApp.ada)))) { $0 = .home }
    store.finish()
  }

  @Test func `go-signup ends the login, and no password stays beneath`() throws {
    let store = try AppStore(
      .login(email: "ada@example.com", password: "s3cret-pw!"), options: ["--latency=1s"])
    store.type("login") { $0.modifyLogin { $0.phase = .checking } }
    store.type("go-signup") {
      $0.modifyLogin {
        $0.form[secret: "password"] = ""
        $0.phase = .editing(problem: nil)
        $0.signUp = SignUp.State()
      }
    }
    #expect(store.screen.id == "signup")
    store.type("back") { $0.modifyLogin { $0.signUp = nil } }
    #expect(store.screen.id == "login")
    store.finish()
  }

  @Test func `a storage that fails is said`() throws {
    let simulation = Simulation()
    simulation.choices.fix("load", "fails")
    let store = try AppStore(
      .login(email: "ada@example.com", password: "s3cret-pw!"), options: ["--unreliable"],
      simulation: simulation)
    let problem =
      "Input/output error (reading accounts.json). Try again, and check the device if it fails "
      + "again."
    store.type("login") { $0.modifyLogin { $0.phase = .checking } }
    store.receive(.equal(.login(.failed(problem: problem)))) {
      $0.modifyLogin { $0.phase = .editing(problem: problem) }
    }
    store.finish()
  }
}
