import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import timeline

struct RootTests {
  private let simulation = Simulation()

  private func store(
    _ file: SavedFile = SavedFile(), state: Root.State = .starting, lifetime: Duration? = nil
  ) -> (TestStore<Root.State, Root.Action>, LogInStatus) {
    let status = LogInStatus(file.storage)
    let client = TwitterClient.live(status, clock: simulation.clock, lifetime: { lifetime })
    return (
      TestStore(state, simulation: simulation) {
        Root(client: client, clock: simulation.clock)
      }, status
    )
  }

  private let newestFirst = [Message].all.sorted { $0.id > $1.id }

  /// The feed appears and loads its messages.
  private func receiveFeed(_ store: TestStore<Root.State, Root.Action>) {
    store.receive(.isLoggedIn(true)) { $0 = .feed(Feed.State()) }
    store.receive(.follow)
    store.receive(.feed(.appeared)) { $0.modify(.feed) { $0.phase = .loading } }
    store.receive(.feed(.loaded(.all))) {
      $0 = .feed(Feed.State(messages: newestFirst))
    }
  }

  @Test func `a start with a saved log-in shows the feed first`() {
    let (store, _) = store(SavedFile(.ada))
    #expect(
      store.state.screens.last?.lines() == ["Timeline", "", "  … Looking for a saved log-in…"])
    store.send(.follow)
    receiveFeed(store)
    store.finish()
  }

  @Test func `a start without an answer can be tried again, and an answer still counts`() {
    let storage = SavedFile().storage.taking(.seconds(15), on: simulation.clock)
    let client = TwitterClient.live(LogInStatus(storage), clock: simulation.clock)
    let store = TestStore(Root.State.starting, simulation: simulation) {
      Root(client: client, clock: simulation.clock)
    }
    store.send(.follow)
    store.advance(by: .milliseconds(9_999))
    #expect(store.state.screens.last?.inputs.isEmpty == true)
    store.advance(by: .milliseconds(1))
    store.receive(.isLate) { $0 = .startingLate }
    #expect(store.state.screens.last?.inputs.isEmpty == false)
    store.send(.follow) { $0 = .starting }
    store.advance(by: .seconds(10))
    store.receive(.isLate) { $0 = .startingLate }
    store.advance(by: .seconds(5))
    store.receive(.isLoggedIn(false)) { $0 = .login(Login.State()) }
    store.receive(.follow)
    store.finish()
  }

  @Test func `a change from outside is followed, in both directions and again`() async throws {
    let (store, status) = store()
    store.send(.follow)
    store.receive(.isLoggedIn(false)) { $0 = .login(Login.State()) }
    store.receive(.follow)
    for _ in 0..<2 {
      try await status.set(true)
      receiveFeed(store)
      try await status.set(false)
      store.receive(.isLoggedIn(false)) { $0 = .login(Login.State()) }
      store.receive(.follow)
    }
    store.finish()
  }

  @Test func `a log-out ends the lifetime, and the next log-in has a whole one`() async throws {
    let (store, status) = store(SavedFile(.ada), lifetime: .seconds(30))
    store.send(.follow)
    receiveFeed(store)
    store.advance(by: .seconds(20))
    store.send(.feed(.logOut)) { $0.modify(.feed) { $0.phase = .loggingOut } }
    store.receive(.isLoggedIn(false)) { $0 = .login(Login.State()) }
    store.receive(.follow)
    try await status.set(true)
    receiveFeed(store)
    store.advance(by: .milliseconds(29_999))
    store.advance(by: .milliseconds(1))
    store.receive(.feed(.expired)) {
      $0.modify(.feed) { ($0.phase, $0.isExpired) = (.loggingOut, true) }
    }
    store.receive(.isLoggedIn(false)) { $0 = .login(Login.State()) }
    store.receive(.follow)
    store.finish()
  }

  @Test(arguments: [
    (Root.State.login(Login.State(username: "ada")), false),
    (.feed(Feed.State(messages: [])), true),
  ])
  func `a value that is shown already changes nothing`(state: Root.State, value: Bool) {
    let (store, _) = store(state: state)
    store.send(.isLoggedIn(value))
    store.finish()
  }
}
