import Cairn
import CairnTesting
import Testing

@testable import onboarding

struct CredentialsTests {
  private let strict = Rules(isStrict: true)

  @Test func `typed values are stored as they are`() {
    let store = TestStore(Credentials.State(rules: Rules())) { Credentials() }
    store.send(.emailChanged(" foo ")) { $0.email = " foo " }
    store.send(.passwordChanged("correct horse")) { $0.password = "correct horse" }
    store.send(.next)
    store.receive(.equal(.completed))
    store.finish()
  }

  @Test(arguments: [
    ("", "", "email and password are required"),
    (" \t", "\u{A0}", "email and password are required"),
    ("", "correct horse", "email is required"),
    ("foo", "", "password is required"),
    ("foo", " \n ", "password is required"),
  ])
  func `next is refused while a field is missing, and no typed value is lost`(
    email: String, password: String, missing: String
  ) {
    var state = Root.State.ada(at: .credentials)
    state.top(.credentials) { ($0.email, $0.password) = (email, Secret(password)) }
    let store = TestStore(state)
    store.refuse("next", "next is disabled: \(missing)")
    store.finish()
  }

  @Test func `next leads to personal info`() {
    let store = TestStore(.ada(at: .credentials))
    store.type("next")
    store.receive(.equal(.path(.credentials(.completed)))) {
      $0.push(.personalInfo(PersonalInfo.State(rules: Rules())))
    }
    store.finish()
  }

  @Test func `two quick nexts push one screen`() {
    let store = TestStore(.ada(at: .personalInfo))
    // The screen below receives a second action, as from a second key before the first one has its effect.
    store.send(.path(.credentials(.next)))
    store.receive(.equal(.path(.credentials(.completed))))
    store.finish()
  }

  @Test func `a doubtful e-mail address causes a note and does not disable next`() {
    let store = TestStore(.ada(at: .credentials))
    #expect(store.screen.notes == [])
    store.type("email foo") { $0.top(.credentials) { $0.email = "foo" } }
    #expect(
      store.screen.notes == [
        "this does not look like an e-mail address (you can go on; --strict insists)"
      ])
    store.type("next")
    store.receive(.equal(.path(.credentials(.completed)))) {
      $0.push(.personalInfo(PersonalInfo.State(rules: Rules())))
    }
    store.finish()
  }

  @Test func `under strict rules a doubtful e-mail address disables next`() {
    let store = TestStore(.ada(at: .credentials, rules: strict), rules: strict)
    store.type("email foo") { $0.top(.credentials) { $0.email = "foo" } }
    store.refuse(
      "next", "next is disabled: email: this does not look like an e-mail address")
    store.type("email foo@example.com") { $0.top(.credentials) { $0.email = "foo@example.com" } }
    store.type("next")
    store.receive(.equal(.path(.credentials(.completed)))) {
      $0.push(.personalInfo(PersonalInfo.State(rules: strict)))
    }
    store.finish()
  }

  @Test func `e-mail and password survive going back and forth`() {
    let typed = Credentials.State(
      rules: Rules(), email: "ada@example.com", password: "correct horse")
    let store = TestStore(.ada(at: .credentials))
    store.type("back") { $0.pop { $0.credentials = typed } }
    store.type("next")
    store.receive(.equal(.path(.terms(.completed)))) {
      $0.modify(.onboarding) { $0.draft.credentials = Credentials.State(rules: Rules()) }
      $0.push(.credentials(typed))
    }
    store.finish()
  }

  @Test func `the password is shown as one bullet per character`() {
    let store = TestStore(.ada(at: .credentials))
    #expect(store.screen.lines().contains("  password  •••••••••••••"))
    #expect(store.screen.lines().first?.hasSuffix(" 3/7") == true)
  }
}
