import Cairn
import CairnApp
import CairnSimulation
import CairnStorage
import CairnTerminal
import CairnTesting
import Testing

@testable import timeline

struct RootTests {
  private typealias RootStore = TestStore<Root.State, Root.Action>
  private let simulation = Simulation()
  private let newestFirst = [Message].all.sorted { $0.id > $1.id }

  private func store(
    _ file: SavedFile, latency: Duration = .zero, lifetime: Duration? = nil
  ) -> RootStore {
    let client = TwitterClient.live(clock: simulation.clock, lifetime: lifetime)
    let storage = file.storage.taking(latency, on: simulation.clock)
    return TestStore(Root.State(), simulation: simulation) {
      Root(storage: storage, client: client)
    }
  }

  /// The feed appears and loads its messages.
  private func receiveFeed(_ store: RootStore, after action: PersistenceAction<SavedLogIn>) {
    store.receive(.storage(action)) {
      $0.saved.isLoggedIn = true
      $0.$saved.error = nil
      $0.shown = .feed(Feed.State())
    }
    store.receive(.shown(.feed(.appeared))) { $0.shown?.modify(.feed) { $0.phase = .loading } }
    store.receive(.shown(.feed(.loaded(.all)))) {
      $0.shown = .feed(Feed.State(messages: newestFirst))
    }
  }

  private func receiveLogin(_ store: RootStore, after action: PersistenceAction<SavedLogIn>) {
    store.receive(.storage(action)) { $0.shown = .login(Login.State()) }
  }

  /// Ada logs in, and the save begins.
  private func logIn(_ store: RootStore) {
    store.send(.shown(.login(.usernameChanged("ada")))) {
      $0.shown?.modify(.login) { $0.username = "ada" }
    }
    store.send(.shown(.login(.passwordChanged("lovelace")))) {
      $0.shown?.modify(.login) { $0.password = "lovelace" }
    }
    store.send(.shown(.login(.logIn))) { $0.shown?.modify(.login) { $0.phase = .submitting } }
    store.receive(.shown(.login(.answered(isRight: true)))) { $0.saved.isLoggedIn = true }
  }

  private func logOut(_ store: RootStore) {
    store.send(.shown(.feed(.logOut))) {
      $0.saved.isLoggedIn = false
      $0.shown?.modify(.feed) { $0.phase = .loggingOut(hasExpired: false) }
    }
  }

  /// Also by the file of an earlier program.
  @Test(arguments: [1, 2])
  func `a start with a saved log-in shows the feed first`(version: Int) {
    let store = store(SavedFile(true, format: version == 1 ? FileFormat() : SavedLogIn.format))
    #expect(
      store.state.screens.last?.lines() == ["Timeline", "", "  … Looking for a saved log-in…"])
    store.send(.storage(.load))
    receiveFeed(store, after: .loaded(value: SavedLogIn(isLoggedIn: true)))
    store.finish()
  }

  /// The first load and the lifetime are effects of the start.
  @Test(arguments: [4, 8])
  func `after a restored state a saved log-in loads and expires as before`(seconds: Int) throws {
    let simulation = Simulation()
    let words = ["--expire", "30s", "--latency", "3s"]
    let options = try OptionValues(words, among: TimelineApp.options)
    let launch = Launch(.simulated(start: "signed-in"), options: options, in: simulation)
    let driver = try Driver(TimelineApp(launch), in: simulation)
    // The file takes 3 s, and the messages take 3 s after it.
    simulation.advance(by: .seconds(seconds))
    let phase: Feed.State.Phase = seconds < 6 ? .loading : .ready(problem: nil)
    #expect(driver.state.shown?[case: .feed]?.phase == phase)
    _ = driver.restore(driver.checkpoint)
    simulation.advance(by: .seconds(4))
    #expect(driver.state.shown?[case: .feed] == Feed.State(messages: newestFirst))
    // A save, too, takes 3 s.
    simulation.advance(by: .seconds(30))
    #expect(driver.screen.id == "login")
  }

  @Test func `a log-in and a log-out are shown when they are stored, without the credentials`() {
    let file = SavedFile()
    let store = store(file, latency: .seconds(1))
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    receiveLogin(store, after: .loaded(value: nil))
    for saved in [nil, SavedLogIn()] {
      store.send(.storage(.load))
      store.advance(by: .milliseconds(500))
      logIn(store)
      store.advance(by: .milliseconds(500))
      // The answer of the load is older than the log-in.
      store.receive(.storage(.loaded(value: saved)))
      #expect(file.isLoggedIn != true)
      store.advance(by: .milliseconds(500))
      receiveFeed(store, after: .saved(value: SavedLogIn(isLoggedIn: true)))
      #expect(file.isLoggedIn == true)
      #expect(file.text?.contains("ada") == false && file.text?.contains("lovelace") == false)
      logOut(store)
      #expect(file.isLoggedIn == true)
      store.advance(by: .seconds(1))
      receiveLogin(store, after: .saved(value: SavedLogIn()))
      #expect(file.isLoggedIn == false)
    }
    store.finish()
  }

  @Test func `a log-in request that fails is told, and can be sent again`() {
    let client = TwitterClient.live(clock: simulation.clock)
      .answering([], simulation.choices, isUnreliable: true)
    simulation.choices.fix("credentials", "are not checked", "are wrong")
    let store = TestStore(Login.State(username: "ada"), simulation: simulation) {
      Login(client: client)
    }
    store.send(.logIn) { $0.phase = .submitting }
    let reason = "\(ServiceUnavailable())"
    store.receive(.failed(reason: reason)) { $0.phase = .editing(problem: reason) }
    store.send(.logIn) { $0.phase = .submitting }
    store.receive(.answered(isRight: false)) { $0.phase = .editing(problem: Login.refusal) }
    store.finish()
  }

  @Test func `a log-in that cannot be saved goes on unsaved, and a log-out does not`() {
    let file = SavedFile()
    let store = store(file)
    store.exhaustivity = .off
    func type(_ line: String) {
      guard case .action(let action, name: _)? = store.state.screens.last?.parse(line) else {
        Issue.record("\(line) is refused")
        return
      }
      store.send(action)
      store.skipReceived()
    }
    func fail() { file.fault.withLock { $0 = .fails(.write, .noSpace) } }
    store.send(.storage(.load))
    store.skipReceived()
    for line in ["username ada", "password lovelace"] { type(line) }
    fail()
    type("login")
    #expect(store.state.screens.last?.names == ["retry", "continue"])
    #expect(TimelineApp.unsavedWork(in: store.state) == ["the log-in"])
    type("continue")
    #expect(store.state.screens.last?.id == "feed")
    #expect(store.state.screens.last?.notes.first?.hasPrefix("Not saved") == true)
    #expect(file.isLoggedIn != true)
    #expect(TimelineApp.unsavedWork(in: store.state) == ["the log-in"])
    // The file has no log-in: nothing is to be removed from it.
    fail()
    type("logout")
    #expect(store.state.screens.last?.id == "login")
    #expect(TimelineApp.unsavedWork(in: store.state) == [])
    for line in ["username ada", "password lovelace", "login"] { type(line) }
    #expect(store.state.screens.last?.id == "feed")
    #expect(store.state.screens.last?.notes == [])
    #expect(file.isLoggedIn == true)
    fail()
    type("logout")
    #expect(store.state.screens.last?.names == ["retry"])
    #expect(TimelineApp.unsavedWork(in: store.state) == ["the log-out"])
  }
}

/// The file of the log-in, in memory.
struct SavedFile {
  let disk: Guarded<SimulatedDisk>
  /// Happens in the next operation.
  let fault = Guarded<StorageFault?>(nil)

  /// - Parameter isLoggedIn: the contents; `nil` for no file.
  init(_ isLoggedIn: Bool? = nil, format: FileFormat<SavedLogIn> = SavedLogIn.format) {
    let saved = isLoggedIn.map { SavedLogIn(isLoggedIn: $0) }
    disk = Guarded(SimulatedDisk.used(Self.path, format: format, contents: saved))
  }

  static let path = "timeline.json"

  var storage: FileStorage<SavedLogIn> {
    FileStorage(
      simulated: Self.path, format: SavedLogIn.format,
      on: { [disk] body in disk.withLock { body(&$0) } },
      fault: { [fault] _ in fault.withLock { $0.take() } })
  }

  /// The contents; `nil` if there is no file.
  var text: String? { disk.withLock { $0[Self.path] } }

  var isLoggedIn: Bool? { text.map { $0.contains("\"isLoggedIn\" : true") } }
}

/// The promises of the client, without the app.
struct TwitterClientTests {
  private let client = TwitterClient.live(clock: Simulation().clock)

  @Test(arguments: [
    ("ada", "lovelace", true), ("grace", "hopper", true), ("alan", "turing", true),
    ("barbara", "liskov", true), (" Ada ", "lovelace", true),
    ("ada", "Lovelace", false), ("ada", "lovelace ", false), ("ada", "hopper", false),
    ("ada", "", false), ("", "lovelace", false), ("charles", "lovelace", false), ("", "", false),
    ("lovelace", "ada", false), ("@ada", "lovelace", false),
  ])
  func `credentials are right or wrong`(
    username: String, password: String, isRight: Bool
  ) async throws {
    #expect(try await client.logIn(username: username, password: Secret(password)) == isRight)
  }

  @Test func `the timeline has messages with different ids, in no order`() async throws {
    let messages = try await client.loadTimeline()
    #expect(Set(messages.map(\.id)).count == messages.count)
    #expect(messages.map(\.id) != messages.map(\.id).sorted(by: >))
  }
}
