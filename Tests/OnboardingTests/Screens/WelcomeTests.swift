import CairnTesting
import Testing

@testable import onboarding

struct WelcomeTests {
  @Test func `next leads to the terms, which are not accepted`() {
    let store = TestStore(.ada(at: .welcome))
    store.type("next") { $0.push(.terms(Terms.State())) }
    store.finish()
  }

  @Test func `a second next changes nothing`() {
    let store = TestStore(.ada(at: .terms))
    store.send(.onboarding(.next))
    store.finish()
  }

  @Test func `Welcome has no back`() {
    let store = TestStore(.ada(at: .welcome))
    #expect(store.screen.names == ["next"])
    #expect(store.screen.lines().first?.hasPrefix("Welcome ") == true)
    #expect(store.screen.lines().first?.hasSuffix(" 1/7") == true)
    #expect(store.screen.notes == [])
  }

  @Test func `a note of the start is shown in full`() {
    let note = Array(repeating: "onboarding", count: 40).joined(separator: " ")
    let store = TestStore(.onboarding(Onboarding.State(rules: Rules(), note: note)))
    #expect(store.screen.notes == [note])
    #expect(!store.screen.lines().joined().contains("…"))
  }

  @Test func `with a note of any length Welcome has at most 12 lines`() {
    let note = String(repeating: "漢字 ", count: 1_000)
    let state = Onboarding.State(rules: Rules(), note: note)
    #expect(state.screens.last?.lines().count == 12)
  }
}
