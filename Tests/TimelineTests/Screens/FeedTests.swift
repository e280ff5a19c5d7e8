import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import timeline

struct FeedTests {
  private let simulation = Simulation()
  private let old = Message(id: 1, handle: "ada", text: "Hello")
  private let new = Message(id: 2, handle: "grace", text: "Hello, Ada")

  /// - Parameters:
  ///   - answers: one for each load.
  private func store(
    _ answers: Result<[Message], ServiceUnavailable>..., latency: Duration? = nil
  ) -> TestStore<Feed.State, Feed.Action> {
    let answers = Guarded(answers)
    var client = TwitterClient.live(clock: simulation.clock)
    client.loadTimeline = { [clock = simulation.clock] in
      let answer = answers.withLock { $0.removeFirst() }
      if let latency { try await clock.sleep(for: latency) }
      return try answer.get()
    }
    return TestStore(Feed.State(), simulation: simulation) { [client] in Feed(client: client) }
  }

  @Test func `the messages are loaded when the feed appears, and the newest is first`() {
    let store = store(.success([old, new]), latency: .seconds(1))
    store.send(.appeared) { $0.phase = .loading }
    #expect(
      store.state.screen.lines() == ["Timeline", "", "  … Loading…", "", "  refresh", "  logout"])
    store.advance(by: .seconds(1))
    store.receive(.loaded([old, new])) { $0 = Feed.State(messages: [new, old]) }
    #expect(
      store.state.screen.lines() == [
        "Timeline", "", "  @grace", "    Hello, Ada", "  @ada", "    Hello", "", "  refresh",
        "  logout",
      ])
    store.finish()
  }

  @Test func `refresh replaces a load in flight`() {
    let store = store(.success([old]), .success([new, old]), latency: .seconds(2))
    store.send(.refresh) { $0.phase = .loading }
    store.advance(by: .seconds(1))
    store.send(.refresh)
    store.advance(by: .milliseconds(1999))
    store.advance(by: .milliseconds(1))
    store.receive(.loaded([new, old])) { $0 = Feed.State(messages: [new, old]) }
    store.finish()
  }

  @Test func `a log-out ends a load, and refuses all inputs`() {
    let store = store(.success([old]), latency: .seconds(1))
    store.send(.refresh) { $0.phase = .loading }
    store.send(.logOut) { $0.phase = .loggingOut(hasExpired: false) }
    #expect(store.state.screen.inputs.allSatisfy { $0.disabledReason == "logging out" })
    store.send(.refresh)
    store.send(.logOut)
    store.finish()
  }
}
