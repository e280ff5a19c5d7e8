import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import CairnStorage

private typealias Fault = @Sendable (StorageOperation) async throws -> StorageFault?

/// A feature whose settings are kept in a file, and a hint, which its effect dismisses, in another.
private struct Player: Reducer {
  struct Settings: Codable, Hashable, Sendable { var volume = 5 }
  struct Hints: Codable, Hashable, Sendable { var hint: Int? = 1 }

  struct State: Equatable {
    @Persisted var settings = Settings()
    @Persisted var hints = Hints()
    var isPlaying = false
  }

  enum Action: Equatable {
    case playTapped
    case volumeChanged(Int)
    case hint(Bool)
    case storage(PersistenceAction<Settings>)
    case hints(PersistenceAction<Hints>)
  }

  let storage: FileStorage<Settings>
  let hints: FileStorage<Hints>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .playTapped { state.isPlaying.toggle() }
      if case .volumeChanged(let volume) = action { state.settings.volume = volume }
      return .none
    }
    .ifLet(\.hints.hint, CasePath(Action.hint) { if case .hint(let x) = $0 { x } else { nil } }) {
      Reduce<Int, Bool> { _, _ in .run { await $0.dismiss() } }
    }
    .persisting(
      \.$settings, CasePath(Action.storage) { if case .storage(let x) = $0 { x } else { nil } },
      in: storage
    )
    .persisting(
      \.$hints, CasePath(Action.hints) { if case .hints(let x) = $0 { x } else { nil } },
      in: hints)
  }
}

struct PersistedTests {
  private typealias PlayerStore = TestStoreOf<Player>
  private let simulation = Simulation()
  private let disk = Guarded(SimulatedDisk())

  private func storage<Value>(
    _ path: String, fault: @escaping Fault = { _ in nil }
  ) -> FileStorage<Value> {
    FileStorage(simulated: path, on: { [disk] body in disk.withLock { body(&$0) } }, fault: fault)
  }

  private func player(
    in settings: FileStorage<Player.Settings>? = nil, fault: @escaping Fault = { _ in nil }
  ) -> PlayerStore {
    let settings = settings ?? storage("settings.json", fault: fault)
    let hints: FileStorage<Player.Hints> = storage("hints.json", fault: fault)
    return TestStore(Player.State(), exhaustivity: .off, simulation: simulation) {
      Player(storage: settings, hints: hints)
    }
  }

  /// A player whose settings have been loaded.
  private func loadedPlayer(fault: @escaping Fault = { _ in nil }) -> PlayerStore {
    let store = player(fault: fault)
    send(.storage(.load), to: store)
    return store
  }

  private func send(_ action: Player.Action, to store: PlayerStore) {
    store.send(action)
    store.skipReceived()
  }

  /// Each operation takes a second.
  private var slow: Fault {
    { [choices = simulation.choices] _ in
      try await choices.answer("disk", ["slow": .slow(.seconds(1), .success(nil))])
    }
  }

  private func waitASecond(_ store: TestStore<some Any, some Any>) {
    store.advance(by: .seconds(1))
    store.skipReceived()
  }

  /// The volume in the file; `nil` if there is no file.
  private var savedVolume: Int? {
    disk.withLock { disk in
      try? StoredFile<Player.Settings>("settings.json").load(on: &disk).value?.volume
    }
  }

  /// Another program changes the file.
  private func save(volume: Int) {
    disk.withLock { disk in
      _ = try? FileStorage<Player.Settings>.change("settings.json", on: &disk) {
        $0 = Player.Settings(volume: volume)
      }
    }
  }

  @Test func `a change by a dismissal is saved`() {
    let store = player()
    for action in [Player.Action.hints(.load), .hint(true)] { send(action, to: store) }
    #expect(store.state.hints.hint == nil)
    let saved = disk.withLock { disk in
      try? StoredFile<Player.Hints>("hints.json").load(on: &disk).value
    }
    #expect(saved == Player.Hints(hint: nil))
  }

  @Test func `the handle of an action cancels neither its load nor its save`() {
    let store = player(fault: slow)
    store.send(.storage(.load)).cancel()
    waitASecond(store)
    #expect(store.state.$settings.version != nil)
    store.send(.volumeChanged(6)).cancel()
    waitASecond(store)
    #expect(savedVolume == 6)
    store.send(.volumeChanged(7))
    waitASecond(store)
    #expect(savedVolume == 7)
    #expect(!store.state.$settings.isSaving)
  }

  @Test func `two parts of one feature are loaded at the same time`() {
    let store = player(fault: slow)
    store.send(.storage(.load))
    store.send(.hints(.load))
    waitASecond(store)
    #expect(
      [store.state.$settings.version, store.state.$hints.version]
        == [FileVersion.none, FileVersion.none])
    store.finish()
  }

  @Test func `a repeated load does not lose the finding of the first one`() {
    let choices = simulation.choices
    // The disk works at once, and its answer is late.
    let store = player(
      in: FileStorage { [disk] job throws(StorageError) in
        let result = disk.withLock { disk in
          job.result(with: StoredFile("settings.json"), on: &disk, .none)
        }
        _ = try? await choices.answer("load", ["slow": .slow(.seconds(1), .success(true))])
        return try result.get()
      })
    disk.withLock { $0["settings.json"] = damage }
    store.send(.storage(.load))
    store.send(.storage(.load))
    for _ in 1...2 {
      waitASecond(store)
      #expect(store.state.$settings.finding == .damaged(keptAs: "settings.json.damaged"))
    }
    // After its end another one begins.
    store.send(.storage(.load))
    waitASecond(store)
    #expect(store.state.$settings.finding == nil)
    store.finish()
  }

  @Test func `a changed value is saved, and loaded at the next start`() {
    let store = loadedPlayer()
    #expect(store.state.$settings.version == FileVersion.none)
    store.send(.playTapped)
    #expect(savedVolume == nil)
    store.send(.volumeChanged(7))
    #expect(store.state.$settings.isSaving)
    store.skipReceived()
    #expect(!store.state.$settings.isSaving)
    #expect(savedVolume == 7)
    store.finish()
    #expect(loadedPlayer().state.settings.volume == 7)
  }

  @Test func `a value is not saved before it is loaded`() {
    save(volume: 9)
    let store = player()
    store.send(.volumeChanged(1))
    #expect(savedVolume == 9)
    send(.storage(.load), to: store)
    #expect([store.state.settings.volume, savedVolume] == [9, 9])
    store.finish()
  }

  @Test func `changes during a save are saved after it, the newest only`() {
    let store = player(fault: slow)
    store.send(.storage(.load))
    waitASecond(store)
    for volume in 6...8 { store.send(.volumeChanged(volume)) }
    waitASecond(store)
    #expect(savedVolume == 6 && store.state.$settings.isSaving)
    waitASecond(store)
    #expect(savedVolume == 8 && !store.state.$settings.isSaving)
    store.finish()
  }

  @Test func `a failed save has its reason in the state, and is repeated with the next change`() {
    let isFull = Guarded(true)
    let store = loadedPlayer(fault: { _ in
      isFull.withLock { $0 } ? .fails(.write, .noSpace) : nil
    })
    send(.volumeChanged(7), to: store)
    #expect(store.state.$settings.error?.problem == .system(.noSpace))
    #expect(store.state.settings.volume == 7 && savedVolume == nil)
    isFull.withLock { $0 = false }
    store.send(.playTapped)
    #expect(savedVolume == nil)
    send(.volumeChanged(8), to: store)
    #expect(store.state.$settings.error == nil)
    #expect(savedVolume == 8)
    store.finish()
  }

  @Test func `a change of another program is not overwritten, and can be loaded`() {
    let store = loadedPlayer()
    save(volume: 2)
    send(.volumeChanged(7), to: store)
    #expect(store.state.$settings.error?.problem == .changed)
    #expect(savedVolume == 2)
    send(.storage(.load), to: store)
    #expect(store.state.settings.volume == 2 && store.state.$settings.error == nil)
    store.finish()
  }

  @Test func `after damage the last good value is offered`() {
    let store = loadedPlayer()
    for volume in 6...7 { send(.volumeChanged(volume), to: store) }
    store.finish()
    disk.withLock { $0["settings.json"] = damage }
    let next = loadedPlayer()
    #expect(next.state.settings.volume == 5)
    #expect(next.state.$settings.finding == .damaged(keptAs: "settings.json.damaged"))
    #expect(next.state.$settings.lastGood == Player.Settings(volume: 6))
    send(.volumeChanged(6), to: next)
    #expect(savedVolume == 6)
    next.finish()
  }
}
