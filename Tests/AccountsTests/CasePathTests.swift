import Cairn
import Testing

@testable import accounts

struct CasePathTests {
  @Test func `the case paths of the states are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Root.State, _>.login.law(for: Login.State()),
        CasePath<Root.State, _>.home.law(for: Home.State(account: .grace))
      ) == [])
    #expect(
      CaseLaw.violations(
        CasePath<Destination.State, _>.edit.law(for: Edit.State(account: .grace, mobile: "1")),
        CasePath<Destination.State, _>.images.law(for: Images.State())
      ) == [])
  }

  @Test func `the case paths of the actions of the app and of home are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Root.Action, _>.restored.law(for: .init(account: nil)),
        CasePath<Root.Action, _>.login.law(for: .logIn),
        CasePath<Root.Action, _>.home.law(for: .edit)
      ) == [])
    #expect(
      CaseLaw.violations(
        CasePath<Home.Action, _>.notLoggedOut.law(for: "a"),
        CasePath<Home.Action, _>.destination.law(for: .edit(.save))
      ) == [])
    #expect(
      CaseLaw.violations(
        CasePath<Destination.Action, _>.edit.law(for: .save),
        CasePath<Destination.Action, _>.images.law(for: .back)
      ) == [])
  }

  @Test func `the case paths of the actions of the login are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Login.Action, _>.changed.law(for: .kind("a")),
        CasePath<Login.Action, _>.verified.law(for: .grace),
        CasePath<Login.Action, _>.failed.law(for: "a"),
        CasePath<Login.Action, _>.loggedIn.law(for: .grace),
        CasePath<Login.Action, _>.signUp.law(for: .back)
      ) == [])
  }
}
