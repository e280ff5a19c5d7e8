import Cairn
import CairnSimulation
import CairnStorage
import Testing

@testable import timeline

/// The promises of the client, without the app.
struct TwitterClientTests {
  private let simulation = Simulation()

  private func client(_ file: SavedFile = SavedFile(), lifetime: Duration? = nil) -> TwitterClient {
    .live(LogInStatus(file.storage), clock: simulation.clock, lifetime: { lifetime })
  }

  /// The present value of `isLoggedIn`.
  private func present(_ client: TwitterClient) async -> Bool? {
    for await isLoggedIn in client.isLoggedIn { return isLoggedIn }
    return nil
  }

  @Test(arguments: [
    ("ada", "lovelace"), ("grace", "hopper"), ("alan", "turing"), ("barbara", "liskov"),
    (" Ada ", "lovelace"),
  ])
  func `right credentials log in`(username: String, password: String) async throws {
    let client = client()
    #expect(await present(client) == false)
    try await client.logIn(username: username, password: Secret(password))
    #expect(await present(client) == true)
  }

  @Test(arguments: [
    ("ada", "Lovelace"), ("ada", "lovelace "), ("ada", "hopper"), ("ada", ""), ("", "lovelace"),
    ("charles", "lovelace"), ("", ""), ("lovelace", "ada"), ("@ada", "lovelace"),
  ])
  func `wrong credentials change nothing`(username: String, password: String) async throws {
    let file = SavedFile()
    let client = client(file)
    try await client.logIn(username: username, password: Secret(password))
    #expect(await present(client) == false)
    #expect(file.text == nil)
  }

  @Test func `wrong credentials of a second person leave the first logged in`() async throws {
    let client = client(SavedFile(.ada))
    try await client.logIn(username: "charles", password: "x")
    #expect(await present(client) == true)
  }

  @Test func `a log-out sets isLoggedIn to false, also twice`() async throws {
    let client = client(SavedFile(.ada))
    try await client.logOut()
    #expect(await present(client) == false)
    try await client.logOut()
    #expect(await present(client) == false)
  }

  @Test func `credentials are kept nowhere`() async throws {
    let file = SavedFile()
    let client = client(file)
    try await client.logIn(username: "ada", password: "lovelace")
    let text = try #require(file.text)
    #expect(text.contains("\"isLoggedIn\" : true"))
    #expect(!text.contains("ada") && !text.contains("lovelace"))
  }

  @Test func `a log-in or log-out that cannot be stored throws, and isLoggedIn stays`() async {
    let full = client(SavedFile(fault: .full))
    await #expect(throws: StorageError.self) {
      try await full.logIn(username: "ada", password: "lovelace")
    }
    #expect(await present(full) == false)
    let stuck = client(SavedFile(.ada, fault: .fails(.unlink, .inputOutput)))
    await #expect(throws: StorageError.self) { try await stuck.logOut() }
    #expect(await present(stuck) == true)
  }

  @Test func `the timeline has messages with different ids, in no order`() async throws {
    let messages = try await client().loadTimeline()
    #expect(Set(messages.map(\.id)).count == messages.count)
    #expect(messages.map(\.id) != messages.map(\.id).sorted(by: >))
  }

  @Test func `a log-in expires after its lifetime on the clock, and not before`() {
    let file = SavedFile(.ada)
    let status = LogInStatus(file.storage)
    let client = TwitterClient.live(status, clock: simulation.clock, lifetime: { .seconds(30) })
    let store = simulation.store(Watch.State()) { Watch(client: client) }
    store.send(.start)
    simulation.advance(by: .milliseconds(29_999))
    #expect(store.state.seen == [true])
    #expect(file.text != nil)
    simulation.advance(by: .milliseconds(1))
    #expect(store.state.seen == [true, false])
    #expect(file.text == nil)
  }

  @Test func `a cancelled wait for the expiry changes nothing`() {
    let file = SavedFile(.ada)
    let client = client(file, lifetime: .seconds(30))
    let store = simulation.store(Watch.State()) { Watch(client: client) }
    store.send(.start)
    simulation.advance(by: .seconds(10))
    store.send(.stop)
    simulation.advance(by: .seconds(100))
    #expect(store.state.seen == [true])
    #expect(file.text != nil)
  }

  @Test func `without a lifetime the wait for the expiry ends at once`() async throws {
    let client = client(SavedFile(.ada))
    #expect(try await client.lifetime() == false)
    #expect(await present(client) == true)
  }

  @Test func `an unreliable service gives each of its answers`() {
    var outcomes: Set<String> = []
    for seed in 0..<40 as Range<UInt64> {
      let simulation = Simulation(seed: seed)
      let status = LogInStatus(SavedFile().storage)
      let client = TwitterClient.live(status, clock: simulation.clock)
        .answering([], simulation.choices, isUnreliable: true)
      let store = simulation.store(Load.State()) { Load(client: client) }
      store.send(.start)
      simulation.drain()
      let atOnce = store.state.answer
      simulation.advance(by: .seconds(1))
      outcomes.insert("\(atOnce ?? "-") \(store.state.answer ?? "-")")
    }
    let problem = "\(ServiceUnavailable())"
    #expect(outcomes == ["[] []", "\(problem) \(problem)", "- []", "- -"])
  }
}

/// Observes `isLoggedIn` and lets the log-in expire.
private struct Watch: Reducer {
  struct State: Equatable { var seen: [Bool] = [] }
  enum Action {
    case start, stop
    case seen(Bool)
  }

  let client: TwitterClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .merge(
        .run { [client] send in
          for await isLoggedIn in client.isLoggedIn { await send(.seen(isLoggedIn)) }
        },
        .run { [client] _ in
          if try await client.lifetime() { await client.expire() }
        }
        .cancellable(id: "expiry"))
    case .stop: return .cancel(id: "expiry")
    case .seen(let isLoggedIn):
      state.seen.append(isLoggedIn)
      return .none
    }
  }
}

/// Loads the timeline, and keeps the answer as text.
private struct Load: Reducer {
  struct State: Equatable { var answer: String? }
  enum Action {
    case start
    case answered(String)
  }

  let client: TwitterClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run { [client] send in
        await send(.answered("\(try await client.loadTimeline())"))
      } catch: { error, send in
        await send(.answered("\(error)"))
      }
    case .answered(let text):
      state.answer = text
      return .none
    }
  }
}
