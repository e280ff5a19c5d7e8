import Cairn
import Testing

@testable import workout

struct CasePathTests {
  @Test func `the case paths of the states are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Root.State, _>.signedOut.law(for: GetStarted.State(email: "a")),
        CasePath<Root.State, _>.signedIn.law(for: Profile.State(account: .ada))
      ) == [])
    #expect(
      CaseLaw.violations(
        CasePath<Destination.State, _>.login.law(for: Login.State(email: "a")),
        CasePath<Destination.State, _>.signup.law(for: Signup.State(email: "a"))
      ) == [])
  }

  @Test func `the case paths of the actions are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Root.Action, _>.restored.law(for: .init(account: .ada)),
        CasePath<Root.Action, _>.signedOut.law(for: .next),
        CasePath<Root.Action, _>.signedIn.law(for: .logout)
      ) == [])
    #expect(
      CaseLaw.violations(
        CasePath<GetStarted.Action, _>.emailChanged.law(for: "a"),
        CasePath<GetStarted.Action, _>.checked.law(for: true),
        CasePath<GetStarted.Action, _>.notChecked.law(for: "a"),
        CasePath<GetStarted.Action, _>.destination.law(for: .login(.cancel))
      ) == [])
    #expect(
      CaseLaw.violations(
        CasePath<Destination.Action, _>.login.law(for: .login),
        CasePath<Destination.Action, _>.signup.law(for: .signup)
      ) == [])
  }
}
