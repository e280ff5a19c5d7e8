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
    _ state: Feed.State = Feed.State(), _ file: SavedFile = SavedFile(.ada),
    _ answers: Result<[Message], ServiceUnavailable>..., latency: Duration? = nil
  ) -> TestStore<Feed.State, Feed.Action> {
    let answers = Guarded(answers)
    var client = TwitterClient.live(LogInStatus(file.storage), clock: simulation.clock)
    client.loadTimeline = { [clock = simulation.clock] in
      let answer = answers.withLock { $0.removeFirst() }
      if let latency { try await clock.sleep(for: latency) }
      return try answer.get()
    }
    return TestStore(state, simulation: simulation) { [client] in Feed(client: client) }
  }

  @Test func `the messages are loaded when the feed appears, and the newest is first`() {
    let store = store(Feed.State(), SavedFile(.ada), .success([old, new]), latency: .seconds(1))
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
    let store = store(
      Feed.State(), SavedFile(.ada), .success([old]), .success([new, old]), latency: .seconds(2))
    store.send(.refresh) { $0.phase = .loading }
    store.advance(by: .seconds(1))
    store.send(.refresh)
    store.advance(by: .milliseconds(1999))
    store.advance(by: .milliseconds(1))
    store.receive(.loaded([new, old])) { $0 = Feed.State(messages: [new, old]) }
    store.finish()
  }

  @Test func `a failed log-out is reported, and the feed stays`() {
    let store = store(
      Feed.State(messages: [old]), SavedFile(.ada, fault: .fails(.unlink, .inputOutput)))
    store.send(.logOut) { $0.phase = .loggingOut }
    store.receive(.failed(reason: Self.reason)) { $0.phase = .ready(problem: Self.reason) }
    store.finish()
  }

  @Test func `a log-in that expires during a log-out that fails ends after it`() {
    let storage = SavedFile(.ada, fault: .fails(.unlink, .inputOutput)).storage
    let client = TwitterClient.live(
      LogInStatus(storage.taking(.seconds(1), on: simulation.clock)), clock: simulation.clock)
    let store = TestStore(Feed.State(messages: [old]), simulation: simulation) {
      Feed(client: client)
    }
    store.send(.logOut) { $0.phase = .loggingOut }
    store.send(.expired) { $0.isExpired = true }
    store.advance(by: .seconds(1))
    store.receive(.failed(reason: Self.reason))
    store.advance(by: .seconds(1))
    store.finish()
  }

  private static let reason =
    "Input/output error (changing timeline.json). Try again, and check the device if it fails again."
}
