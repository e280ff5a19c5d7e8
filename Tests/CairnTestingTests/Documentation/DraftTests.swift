import Cairn
import CairnSimulation
import CairnTesting
import Testing

@Suite struct DraftTests {
  @Test func `a draft is checked when typing pauses`() {
    let store = draft()
    store.send(.typed("c")) {
      $0.text = "c"
      $0.isChecked = false
    }
    store.send(.typed("ca")) { $0.text = "ca" }
    store.advance(by: .seconds(1))
    store.receive(.checked) { $0.isChecked = true }
    store.finish()
  }

  @Test func `a draft that cannot be checked shows the problem`() {
    struct Offline: Error {}
    let store = draft { _ in throw Offline() }
    store.send(.typed("c")) {
      $0.text = "c"
      $0.isChecked = false
    }
    store.advance(by: .seconds(1))
    store.receive(.notChecked(because: "Offline()")) { $0.problem = "Offline()" }
    store.finish()
  }

  @Test func `a long text ends up checked`() {
    let store = draft()
    store.withExhaustivity(.off) {
      for length in 1...100 { store.send(.typed(String(repeating: "c", count: length))) }
      store.advance(by: .seconds(1))
      store.receive(.checked)
    }
    store.expect(\.text.count, 100)
    store.expect(\.isChecked, true)
    store.finish()
  }
}

func draft(
  check: @escaping @Sendable (String) async throws -> Void = { _ in }
) -> TestStoreOf<Draft> {
  let simulation = Simulation()
  return TestStore(Draft.State(), simulation: simulation) {
    Draft(clock: simulation.clock, check: check)
  }
}

/// The failing test that the page shows.
@Suite(.enabled(if: MustFail.isRequested)) struct DraftMustFailTests {
  @Test func `a letter is typed`() {
    let store = draft()
    store.send(.typed("c")) { $0.text = "c" }
    store.finish()
  }
}

@Suite struct InboxTests {
  @Test func `messages are loaded as long as the view is shown`() {
    let store = inbox("Hello")
    let task = store.send(.task)
    store.receive(.loaded(["Hello"])) { $0.messages = ["Hello"] }
    task.cancel()
    store.advance(by: .seconds(60))
    store.finish()
  }

  @Test func `the inbox closes itself`() {
    let store = inbox("Hello")
    store.send(.task)
    store.receive(.loaded(["Hello"])) { $0.messages = ["Hello"] }
    store.send(.closeTapped)
    store.expectDismissal()
    store.finish()
  }
}

func inbox(_ messages: String...) -> TestStoreOf<Inbox> {
  let simulation = Simulation()
  return TestStore(Inbox.State(), simulation: simulation) {
    Inbox(clock: simulation.clock, load: { messages })
  }
}
