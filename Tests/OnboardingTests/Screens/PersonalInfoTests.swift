import CairnTesting
import Testing

@testable import onboarding

struct PersonalInfoTests {
  private let strict = Rules(isStrict: true)

  @Test(arguments: [
    ("", "", "", "first-name, last-name and telephone are required"),
    ("Ada", "", "", "last-name and telephone are required"),
    ("", "Lovelace", "1", "first-name is required"),
    ("Ada", " \u{3000} ", "1", "last-name is required"),
    ("Ada", "Lovelace", "\t", "telephone is required"),
  ])
  func `next is refused while a field is missing, and no typed value is lost`(
    firstName: String, lastName: String, telephone: String, missing: String
  ) {
    var state = Root.State.ada(at: .personalInfo)
    state.top(.personalInfo) {
      ($0.firstName, $0.lastName, $0.telephone) = (firstName, lastName, telephone)
    }
    let store = TestStore(state)
    store.refuse("next", "next is disabled: \(missing)")
    store.finish()
  }

  @Test(arguments: [
    "Ada", "O'Neill-Smith", "X Æ A-12", "李小龍", "Ωμέγα", "عائشة", "दीपिका", "👩🏽‍🚀", "🇳🇿", "e\u{301}", ".",
    "\"Q\" \\ {1}",
  ])
  func `a name can be any text in any script`(name: String) {
    let store = TestStore(PersonalInfo.State(rules: strict, telephone: "555-0100")) {
      PersonalInfo()
    }
    store.send(.firstNameChanged(name)) { $0.firstName = name }
    store.send(.lastNameChanged(name)) { $0.lastName = name }
    store.send(.next)
    store.receive(.equal(.completed))
    store.finish()
  }

  @Test func `next leads to a new PIN`() {
    let store = TestStore(.ada(at: .personalInfo))
    store.type("next")
    store.receive(.equal(.path(.personalInfo(.completed)))) {
      $0.push(.newPIN(NewPIN.State(rules: Rules())))
    }
    store.finish()
  }

  @Test func `a doubtful telephone number causes a note and does not disable next`() {
    let store = TestStore(.ada(at: .personalInfo))
    #expect(store.screen.notes == [])
    store.type("telephone bar") { $0.top(.personalInfo) { $0.telephone = "bar" } }
    #expect(
      store.screen.notes == [
        "this does not look like a telephone number (you can go on; --strict insists)"
      ])
    store.type("next")
    store.receive(.equal(.path(.personalInfo(.completed)))) {
      $0.push(.newPIN(NewPIN.State(rules: Rules())))
    }
    store.finish()
  }

  @Test func `under strict rules a doubtful telephone number disables next`() {
    let store = TestStore(.ada(at: .personalInfo, rules: strict), rules: strict)
    store.type("telephone bar") { $0.top(.personalInfo) { $0.telephone = "bar" } }
    store.refuse(
      "next", "next is disabled: telephone: this does not look like a telephone number")
    store.finish()
  }

  @Test func `the e-mail address can be changed from here, with the names still there`() {
    let names = PersonalInfo.State(
      rules: Rules(), firstName: "Ada", lastName: "Lovelace", telephone: "+44 20 7946 0000")
    let store = TestStore(.ada(at: .personalInfo))
    store.type("back") { $0.pop { $0.personalInfo = names } }
    store.type("email ada@lovelace.org") {
      $0.top(.credentials) { $0.email = "ada@lovelace.org" }
    }
    store.type("next")
    store.receive(.equal(.path(.credentials(.completed)))) {
      $0.modify(.onboarding) { $0.draft.personalInfo = PersonalInfo.State(rules: Rules()) }
      $0.push(.personalInfo(names))
    }
    store.finish()
  }
}
