import Cairn
import Testing

@testable import onboarding

/// Each case path that is written by hand extracts the values that it embeds.
struct CasePathTests {
  private let rules = Rules()

  @Test func `the case paths of the root's state are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Root.State, _>.onboarding.law(for: Onboarding.State(rules: rules)),
        CasePath<Root.State, _>.main.law(for: Main.State(session: .ada)),
        CasePath<Root.State, _>.unlock.law(for: Unlock.State(wrongTries: 1))
      ) == [])
  }

  @Test func `the case paths of the root's actions are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Root.Action, _>.onboarding.law(for: .next),
        CasePath<Root.Action, _>.main.law(for: .lockToggled),
        CasePath<Root.Action, _>.unlock.law(for: .unlock),
        CasePath<Root.Action, _>.loaded.law(for: .signedIn(.ada)),
        CasePath<Root.Action, _>.locked.law(for: 1)
      ) == [])
  }

  @Test func `the case paths of the onboarding's actions are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Onboarding.Action, _>.path.law(for: .element(id: 0, action: .terms(.next))),
        CasePath<Onboarding.Action, _>.completed.law(for: .ada)
      ) == [])
  }

  @Test func `the case paths of the stack's screens are lawful`() {
    let credentials = Credentials.State(rules: rules, email: "a")
    let personalInfo = PersonalInfo.State(rules: rules, firstName: "a")
    let profile = Profile(credentials, personalInfo)
    #expect(
      CaseLaw.violations(
        CasePath<Path.State, _>.terms.law(for: Terms.State(isAccepted: true)),
        CasePath<Path.State, _>.credentials.law(for: credentials),
        CasePath<Path.State, _>.personalInfo.law(for: personalInfo),
        CasePath<Path.State, _>.newPIN.law(for: NewPIN.State(rules: rules, pin: "1")),
        CasePath<Path.State, _>.confirmPIN.law(for: ConfirmPIN.State(profile: profile, pin: "1"))
      ) == [])
  }

  @Test func `the case paths of the stack's actions are lawful`() {
    #expect(
      CaseLaw.violations(
        CasePath<Path.Action, _>.terms.law(for: .acceptToggled),
        CasePath<Path.Action, _>.credentials.law(for: .emailChanged("a")),
        CasePath<Path.Action, _>.personalInfo.law(for: .firstNameChanged("a")),
        CasePath<Path.Action, _>.newPIN.law(for: .pinChanged("1")),
        CasePath<Path.Action, _>.confirmPIN.law(for: .confirmationChanged("1"))
      ) == [])
  }
}
