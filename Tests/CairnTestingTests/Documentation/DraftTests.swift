import Cairn
import CairnSimulation
import CairnTesting
import Testing

@Suite struct DraftTests {
  @Test func `a draft is saved when typing pauses`() {
    let store = draft()
    store.send(.typed("c")) {
      $0.text = "c"
      $0.isSaved = false
    }
    store.send(.typed("ca")) { $0.text = "ca" }
    store.advance(by: .seconds(1))
    store.receive(.saved) { $0.isSaved = true }
    store.finish()
  }

  @Test func `a draft that cannot be saved shows the problem`() {
    struct DiskFull: Error {}
    let store = draft { _ in throw DiskFull() }
    store.send(.typed("c")) {
      $0.text = "c"
      $0.isSaved = false
    }
    store.advance(by: .seconds(1))
    store.receive(.notSaved(because: "DiskFull()")) { $0.problem = "DiskFull()" }
    store.finish()
  }

  @Test func `a long text ends up saved`() {
    let store = draft()
    store.withExhaustivity(.off) {
      for length in 1...100 { store.send(.typed(String(repeating: "c", count: length))) }
      store.advance(by: .seconds(1))
      store.receive(.saved)
    }
    store.expect(\.text.count, 100)
    store.expect(\.isSaved, true)
    store.finish()
  }
}

func draft(
  save: @escaping @Sendable (String) async throws -> Void = { _ in }
) -> TestStoreOf<Draft> {
  let simulation = Simulation()
  return TestStore(Draft.State(), simulation: simulation) {
    Draft(clock: simulation.clock, save: save)
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
