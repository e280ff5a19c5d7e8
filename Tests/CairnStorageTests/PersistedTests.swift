import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import CairnStorage

/// A feature whose settings are kept in a file.
struct Player: Reducer {
  struct Settings: Codable, Hashable, Sendable {
    var volume = 5
  }

  struct State: Equatable {
    @Persisted var settings = Settings()
    var isPlaying = false
  }

  enum Action: Equatable, CasePathable {
    case playTapped
    case volumeChanged(Int)
    case storage(PersistenceAction<Settings>)
  }

  let storage: FileStorage<Settings>

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        switch action {
        case .playTapped: state.isPlaying.toggle()
        case .volumeChanged(let volume): state.settings.volume = volume
        case .storage: break
        }
        return .none
      }
    }
    .persisting(\.$settings, .storage, in: storage)
  }
}

extension CasePath<Player.Action, PersistenceAction<Player.Settings>> {
  static var storage: Self {
    Self(Root.storage) { if case .storage(let x) = $0 { x } else { nil } }
  }
}

struct PersistedTests {
  private let simulation = Simulation()
  private let disk = Guarded(SimulatedDisk())

  private func player(
    fault: @escaping @Sendable (StorageOperation) async throws -> StorageFault? = { _ in nil }
  ) -> TestStoreOf<Player> {
    let storage = FileStorage<Player.Settings>(
      simulated: "settings.json",
      on: { [disk] body in disk.withLock { body(&$0) } }, fault: fault)
    let store = TestStore(Player.State(), simulation: simulation) { Player(storage: storage) }
    store.exhaustivity = .off
    return store
  }

  /// A player whose settings have been loaded.
  private func loadedPlayer(
    fault: @escaping @Sendable (StorageOperation) async throws -> StorageFault? = { _ in nil }
  ) -> TestStoreOf<Player> {
    let store = player(fault: fault)
    store.send(.storage(.load))
    store.skipReceived()
    return store
  }

  /// The volume in the file; `nil` if there is no file.
  private var savedVolume: Int? {
    disk.withLock { disk in
      try? StoredFile<Player.Settings>("settings.json").load(on: &disk).value?.volume
    }
  }

  /// A feature that keeps a hint, which an effect of the hint dismisses.
  private struct Hinted: Reducer {
    struct Hints: Codable, Hashable, Sendable { var hint: Int? = 1 }
    struct State: Equatable { @Persisted var hints = Hints() }
    enum Action: Equatable {
      case hint(Bool)
      case storage(PersistenceAction<Hints>)
    }

    let storage: FileStorage<Hints>

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(
        \.hints.hint, CasePath(Action.hint) { if case .hint(let x) = $0 { x } else { nil } }
      ) {
        Reduce<Int, Bool> { _, _ in .run { await $0.dismiss() } }
      }
      .persisting(
        \.$hints, CasePath(Action.storage) { if case .storage(let x) = $0 { x } else { nil } },
        in: storage)
    }
  }

  @Test func `a change by a dismissal is saved`() {
    let storage = FileStorage<Hinted.Hints>(
      simulated: "hints.json", on: { [disk] body in disk.withLock { body(&$0) } },
      fault: { _ in nil })
    let store = TestStore(Hinted.State(), exhaustivity: .off, simulation: simulation) {
      Hinted(storage: storage)
    }
    store.send(.storage(.load))
    store.skipReceived()
    store.send(.hint(true))
    store.skipReceived()
    #expect(store.state.hints.hint == nil)
    let saved = disk.withLock { disk in
      try? StoredFile<Hinted.Hints>("hints.json").load(on: &disk).value
    }
    #expect(saved == Hinted.Hints(hint: nil))
  }

  @Test func `the handle of an action cancels neither its load nor its save`() {
    let choices = simulation.choices
    let store = player { _ in
      try await choices.answer("disk", ["slow": .slow(.seconds(1), .success(nil))])
    }
    store.send(.storage(.load)).cancel()
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(store.state.$settings.version != nil)
    store.send(.volumeChanged(6)).cancel()
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(savedVolume == 6)
    store.send(.volumeChanged(7))
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(savedVolume == 7)
    #expect(!store.state.$settings.isSaving)
  }

  /// A feature that keeps two parts in two files.
  private struct Pair: Reducer {
    typealias Part = PersistenceAction<Player.Settings>
    struct State: Equatable {
      @Persisted var one = Player.Settings()
      @Persisted var two = Player.Settings()
    }
    enum Action: Equatable {
      case one(Part)
      case two(Part)
    }

    let storages: [FileStorage<Player.Settings>]

    var body: some ReducerOf<Self> {
      EmptyReducer()
        .persisting(
          \.$one, CasePath(Action.one) { if case .one(let x) = $0 { x } else { nil } },
          in: storages[0]
        )
        .persisting(
          \.$two, CasePath(Action.two) { if case .two(let x) = $0 { x } else { nil } },
          in: storages[1])
    }
  }

  @Test func `two parts of one feature are loaded at the same time`() {
    let choices = simulation.choices
    let storages = ["one.json", "two.json"].map { path in
      FileStorage<Player.Settings>(
        simulated: path, on: { [disk] body in disk.withLock { body(&$0) } },
        fault: { _ in
          try await choices.answer(path, ["slow": .slow(.seconds(1), .success(nil))])
        })
    }
    let store = TestStore(Pair.State(), exhaustivity: .off, simulation: simulation) {
      Pair(storages: storages)
    }
    store.send(.one(.load))
    store.send(.two(.load))
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(store.state.$one.version == FileVersion.none)
    #expect(store.state.$two.version == FileVersion.none)
    store.finish()
  }

  @Test func `a repeated load does not lose the finding of the first one`() {
    let choices = simulation.choices
    // The disk works at once, and its answer is late.
    let storage = FileStorage<Player.Settings> { [disk] job throws(StorageError) in
      let result = disk.withLock { disk in
        job.result(with: StoredFile("settings.json"), on: &disk, .none)
      }
      _ = try? await choices.answer("load", ["slow": .slow(.seconds(1), .success(true))])
      return try result.get()
    }
    let store = TestStore(Player.State(), exhaustivity: .off, simulation: simulation) {
      Player(storage: storage)
    }
    disk.withLock { $0["settings.json"] = damage }
    store.send(.storage(.load))
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(store.state.$settings.finding == .damaged(keptAs: "settings.json.damaged"))
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(store.state.$settings.finding == .damaged(keptAs: "settings.json.damaged"))
    // After its end another one begins.
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    store.skipReceived()
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
    let next = loadedPlayer()
    #expect(next.state.settings.volume == 7)
    next.finish()
  }

  @Test func `a value is not saved before it is loaded`() {
    disk.withLock { disk in
      _ = try? FileStorage<Player.Settings>.change("settings.json", on: &disk) {
        $0 = Player.Settings(volume: 9)
      }
    }
    let store = player()
    store.send(.volumeChanged(1))
    #expect(savedVolume == 9)
    store.send(.storage(.load))
    store.skipReceived()
    #expect(store.state.settings.volume == 9)
    #expect(savedVolume == 9)
    store.finish()
  }

  @Test func `changes during a save are saved after it, the newest only`() {
    let choices = simulation.choices
    let store = loadedPlayer(fault: { operation in
      guard operation == .save else { return nil }
      return try await choices.answer("save", ["slow": .slow(.seconds(1), .success(nil))])
    })
    for volume in 6...8 { store.send(.volumeChanged(volume)) }
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(savedVolume == 6)
    #expect(store.state.$settings.isSaving)
    store.advance(by: .seconds(1))
    store.skipReceived()
    #expect(savedVolume == 8)
    #expect(!store.state.$settings.isSaving)
    store.finish()
  }

  @Test func `a failed save has its reason in the state, and is repeated with the next change`() {
    let isFull = Guarded(true)
    let store = loadedPlayer(fault: { _ in
      isFull.withLock { $0 } ? .fails(.write, .noSpace) : nil
    })
    store.send(.volumeChanged(7))
    store.skipReceived()
    #expect(store.state.$settings.error?.problem == .system(.noSpace))
    #expect(store.state.settings.volume == 7)
    #expect(savedVolume == nil)
    isFull.withLock { $0 = false }
    store.send(.playTapped)
    #expect(savedVolume == nil)
    store.send(.volumeChanged(8))
    store.skipReceived()
    #expect(store.state.$settings.error == nil)
    #expect(savedVolume == 8)
    store.finish()
  }

  @Test func `a change of another program is not overwritten, and can be loaded`() {
    let store = loadedPlayer()
    disk.withLock { disk in
      _ = try? FileStorage<Player.Settings>.change("settings.json", on: &disk) {
        $0 = Player.Settings(volume: 2)
      }
    }
    store.send(.volumeChanged(7))
    store.skipReceived()
    #expect(store.state.$settings.error?.problem == .changed)
    #expect(savedVolume == 2)
    store.send(.storage(.load))
    store.skipReceived()
    #expect(store.state.settings.volume == 2)
    #expect(store.state.$settings.error == nil)
    store.finish()
  }

  @Test func `after damage the last good value is offered`() {
    let store = loadedPlayer()
    for volume in 6...7 {
      store.send(.volumeChanged(volume))
      store.skipReceived()
    }
    store.finish()
    disk.withLock { $0["settings.json"] = damage }
    let next = loadedPlayer()
    #expect(next.state.settings.volume == 5)
    #expect(next.state.$settings.finding == .damaged(keptAs: "settings.json.damaged"))
    #expect(next.state.$settings.lastGood == Player.Settings(volume: 6))
    next.send(.volumeChanged(6))
    next.skipReceived()
    #expect(savedVolume == 6)
    next.finish()
  }
}
