import CairnTesting
import Testing

@testable import onboarding

struct TermsTests {
  @Test func `accept ticks and unticks`() {
    let store = TestStore(Terms.State()) { Terms() }
    store.send(.acceptToggled) { $0.isAccepted = true }
    store.send(.acceptToggled) { $0.isAccepted = false }
    store.finish()
  }

  @Test func `next is refused until the terms are accepted`() {
    let store = TestStore(.ada(at: .welcome))
    store.type("next") { $0.push(.terms(Terms.State())) }
    store.refuse("next", "next is disabled: accept the terms first")
    store.type("accept") { $0.top(.terms) { $0.isAccepted = true } }
    store.type("next")
    store.receive(.equal(.path(.terms(.completed)))) {
      $0.push(.credentials(Credentials.State(rules: Rules())))
    }
    store.finish()
  }

  @Test func `next is refused again once they are unticked`() {
    let store = TestStore(.ada(at: .terms))
    store.type("accept") { $0.top(.terms) { $0.isAccepted = false } }
    store.refuse("next", "next is disabled: accept the terms first")
    store.finish()
  }

  @Test func `the tick is kept when going back and forth`() {
    let store = TestStore(.ada(at: .terms))
    store.type("back") { $0.pop { $0.terms.isAccepted = true } }
    store.type("next") {
      $0.modify(.onboarding) {
        $0.draft.terms.isAccepted = false
        $0.path.push(.terms(Terms.State(isAccepted: true)))
      }
    }
    store.finish()
  }

  @Test func `the screen shows paragraphs of terms`() {
    let lines = Terms.State().screen.lines()
    #expect(lines.first?.hasPrefix("Terms of Service ") == true)
    #expect(lines.first?.hasSuffix(" 2/7") == true)
    #expect(lines.count > 12)
    #expect(lines.contains("  accept  [ ] I accept the terms of service"))
  }
}
