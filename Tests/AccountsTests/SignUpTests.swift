import Cairn
import CairnDump
import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

struct SignUpTests {
  private static let incomplete = "Please complete the form"
  private static let notAnEmail = "Email is not valid; an example is ada@example.com"
  private static let badPassword =
    "Password should contain one special character and minimum 8 character required, such as - or !"
  private static let badNumber = "Mobile number is not valid; an example is 012-345 6789"
  private static let noGender = "Please select a gender"

  /// The message for one value of each compulsory field.
  private func expected(
    email: String, password: String, mobile: String, gender: String
  ) -> String? {
    if email == "" || password == "" || mobile == "" { return Self.incomplete }
    let isInvalid = email == "ada" || password == "short" || mobile == "1"
    if gender == "" { return isInvalid ? Self.incomplete : Self.noGender }
    if email == "ada" { return Self.notAnEmail }
    if password == "short" { return Self.badPassword }
    return mobile == "1" ? Self.badNumber : nil
  }

  @Test func `of all combinations of values, the first problem in the order is said`() {
    var messages: [String?: Int] = [:]
    for email in ["", "ada", "grace@example.com"] {
      for password in ["", "short", "an0ther-pw!"] {
        for mobile in ["", "1", "012-345 6789"] {
          for gender in ["", "female"] {
            for name in ["", "Grace"] {
              let form = UserForm.member(
                ["email": email, "mobile": mobile, "gender": gender, "first-name": name],
                password: Secret(password))
              let problem = UserDescription.app.kind("").problem(in: form)
              #expect(
                problem
                  == expected(email: email, password: password, mobile: mobile, gender: gender))
              messages[problem, default: 0] += 1
            }
          }
        }
      }
    }
    #expect(
      Set(messages.keys) == [
        Self.incomplete, Self.notAnEmail, Self.badPassword, Self.badNumber, Self.noGender, nil,
      ])
  }

  @Test func `a name that looks like another one is refused`() {
    let form = UserForm.member(
      [
        "email": "grace@example.com", "mobile": "012-345 6789", "gender": "female",
        "last-name": "Hop\u{200B}per",
      ], password: "an0ther-pw!")
    #expect(
      UserDescription.app.kind("").problem(in: form)
        == "last-name has an invisible character, U+200B")
  }

  @Test func `a complete form registers the user, signs in and leads to home`() throws {
    let simulation = Simulation()
    let store = try AppStore(.signUp(.grace), simulation: simulation)
    store.type("signup") { $0.modifySignUp { $0.phase = .submitting } }
    store.receive(.equal(.login(.signUp(.signedUp(.grace))))) {
      $0 = .home(Home.State(account: .grace))
    }
    #expect(store.screen.id == "home")
    #expect(!dumped(store.state).contains("an0ther"))
    store.finish()
    #expect(simulation.memory.snapshot.mentions(anyOf: ["grace@example.com"]))
    #expect(!simulation.memory.snapshot.mentions(anyOf: ["an0ther-pw!"]))
  }

  @Test func `a user who is stored and not signed in is told to log in`() throws {
    let simulation = Simulation()
    simulation.choices.fix("save", "works", "fails")
    let store = try AppStore(
      .signUp(.grace), options: ["--unreliable"], simulation: simulation)
    store.type("signup") { $0.modifySignUp { $0.phase = .submitting } }
    let problem =
      "You are signed up. Go back to log in. No space left on device (changing accounts.json). "
      + "Free some space and try again."
    store.receive(.equal(.login(.signUp(.failed(problem: problem))))) {
      $0.modifySignUp { $0.phase = .editing(problem: problem) }
    }
    store.finish()
  }

  @Test func `the form refuses values that its inputs cannot make`() {
    var form = UserForm.grace
    let description = UserDescription.app
    for change in [
      UserForm.Change.kind("admin"), .text("x", field: "unknown"), .text("x", field: "password"),
      .text("neither", field: "gender"), .secret("x", field: "email"),
    ] {
      form.apply(change, description)
      #expect(form == .grace, "\(change)")
    }
  }
}
