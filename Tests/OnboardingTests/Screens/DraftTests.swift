import Testing

@testable import onboarding

struct DraftTests {
  private let credentials = Credentials.State(
    rules: Rules(), email: "ada@example.com", password: "correct horse")

  @Test func `stored values are returned once`() {
    var draft = Draft(rules: Rules())
    draft.keep(.credentials(credentials))
    #expect(draft != Draft(rules: Rules()))
    #expect(draft.take(\.credentials) == credentials)
    #expect(draft == Draft(rules: Rules()))
    #expect(draft.take(\.credentials) == Credentials.State(rules: Rules()))
  }

  @Test func `each screen has its own values`() {
    let personalInfo = PersonalInfo.State(rules: Rules(), firstName: "Ada")
    var draft = Draft(rules: Rules())
    draft.keep(.terms(Terms.State(isAccepted: true)))
    draft.keep(.credentials(credentials))
    draft.keep(.personalInfo(personalInfo))
    #expect(draft.take(\.personalInfo) == personalInfo)
    #expect(draft.take(\.credentials) == credentials)
    #expect(draft.take(\.terms) == Terms.State(isAccepted: true))
  }

  @Test func `a PIN is never stored`() {
    var draft = Draft(rules: Rules())
    draft.keep(.newPIN(NewPIN.State(rules: Rules(), pin: "4711")))
    draft.keep(
      .confirmPIN(
        ConfirmPIN.State(
          profile: Profile(credentials, PersonalInfo.State(rules: Rules())), pin: "4711",
          confirmation: "4711")))
    #expect(draft == Draft(rules: Rules()))
  }
}
