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

/// A draft that is checked when typing pauses.
struct Draft: Reducer {
  struct State: Equatable {
    var text = ""
    var isChecked = true
    var problem: String?
  }

  enum Action: Equatable {
    case typed(String)
    case checked
    case notChecked(because: String)
  }

  let clock: any Clock<Duration>
  let check: @Sendable (String) async throws -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text):
      state.text = text
      state.isChecked = false
      return .run(name: "check") { [check] send in
        try await check(text)
        await send(.checked)
      } catch: { error, send in
        await send(.notChecked(because: "\(error)"))
      }
      .debounced(id: "check", for: .seconds(1), on: clock)
    case .checked:
      state.isChecked = true
      state.problem = nil
    case .notChecked(let problem):
      state.problem = problem
    }
    return .none
  }
}

/// Loads messages once a minute, as long as its view is shown.
struct Inbox: Reducer {
  struct State: Equatable {
    var messages: [String] = []
  }

  enum Action: Equatable {
    case task
    case loaded([String])
    case closeTapped
  }

  let clock: any Clock<Duration>
  let load: @Sendable () async -> [String]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .task:
      return .run(name: "load") { [clock, load] send in
        while true {
          await send(.loaded(load()))
          try await clock.sleep(for: .seconds(60))
        }
      }
    case .loaded(let messages):
      state.messages = messages
      return .none
    case .closeTapped:
      return .dismiss
    }
  }
}
