import Cairn
import Testing

@testable import onboarding

/// What a case path embeds, it extracts again; every one that is written by hand.
struct CasePathTests {
  private let rules = Rules()

  @Test func `those of the root's state are lawful`() {
    #expect(CasePath<Root.State, _>.onboarding.isLawful(for: Onboarding.State(rules: rules)))
    #expect(CasePath<Root.State, _>.main.isLawful(for: Main.State(session: .ada)))
    #expect(CasePath<Root.State, _>.unlock.isLawful(for: Unlock.State(session: .ada)))
  }

  @Test func `those of the root's actions are lawful`() {
    #expect(CasePath<Root.Action, _>.onboarding.isLawful(for: .next))
    #expect(CasePath<Root.Action, _>.main.isLawful(for: .lockToggled))
    #expect(CasePath<Root.Action, _>.unlock.isLawful(for: .unlock))
    #expect(CasePath<Root.Action, _>.loaded.isLawful(for: .signedIn(.ada)))
  }

  @Test func `those of the onboarding's actions are lawful`() {
    #expect(
      CasePath<Onboarding.Action, _>.path.isLawful(for: .element(id: 0, action: .terms(.next))))
    #expect(CasePath<Onboarding.Action, _>.completed.isLawful(for: .ada))
  }

  @Test func `those of the stack's screens are lawful`() {
    let credentials = Credentials.State(rules: rules, email: "a")
    let personalInfo = PersonalInfo.State(rules: rules, firstName: "a")
    let profile = Profile(credentials, personalInfo)
    #expect(CasePath<Path.State, _>.terms.isLawful(for: Terms.State(isAccepted: true)))
    #expect(CasePath<Path.State, _>.credentials.isLawful(for: credentials))
    #expect(CasePath<Path.State, _>.personalInfo.isLawful(for: personalInfo))
    #expect(CasePath<Path.State, _>.newPIN.isLawful(for: NewPIN.State(rules: rules, pin: "1")))
    #expect(
      CasePath<Path.State, _>.confirmPIN.isLawful(
        for: ConfirmPIN.State(profile: profile, pin: "1")))
  }

  @Test func `those of the stack's actions are lawful`() {
    #expect(CasePath<Path.Action, _>.terms.isLawful(for: .acceptToggled))
    #expect(CasePath<Path.Action, _>.credentials.isLawful(for: .emailChanged("a")))
    #expect(CasePath<Path.Action, _>.personalInfo.isLawful(for: .firstNameChanged("a")))
    #expect(CasePath<Path.Action, _>.newPIN.isLawful(for: .pinChanged("1")))
    #expect(CasePath<Path.Action, _>.confirmPIN.isLawful(for: .confirmationChanged("1")))
  }
}
