import Cairn
import CairnDump
import CairnSimulation
import CairnTesting
import TestSupport
import Testing

@testable import CairnStorage

/// A feature whose settings are kept in a file, and a hint, which its effect dismisses, in another.
struct Player: Reducer {
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
  let pause: Duration
  let clock: any Clock<Duration>

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
      in: storage, after: pause, on: clock
    )
    .persisting(
      \.$hints, CasePath(Action.hints) { if case .hints(let x) = $0 { x } else { nil } },
      in: hints)
  }
}

struct PersistedTests {
  typealias Fault = @Sendable (StorageOperation) async throws -> StorageFault?
  typealias PlayerStore = TestStoreOf<Player>
  let simulation = Simulation()
  let disk = Guarded(SimulatedDisk())

  func storage<Value>(
    _ path: String, fault: @escaping Fault = { _ in nil }
  ) -> FileStorage<Value> {
    FileStorage(simulated: path, on: { [disk] body in disk.withLock { body(&$0) } }, fault: fault)
  }

  func player(
    in settings: FileStorage<Player.Settings>? = nil, fault: @escaping Fault = { _ in nil },
    after pause: Duration = .zero
  ) -> PlayerStore {
    let settings = settings ?? storage("settings.json", fault: fault)
    let hints: FileStorage<Player.Hints> = storage("hints.json", fault: fault)
    return TestStore(Player.State(), simulation: simulation) {
      Player(storage: settings, hints: hints, pause: pause, clock: simulation.clock)
    }
  }

  /// A player whose settings have been loaded.
  func loadedPlayer(
    _ volume: Int? = nil, fault: @escaping Fault = { _ in nil }, after pause: Duration = .zero
  ) -> PlayerStore {
    let store = player(fault: fault, after: pause)
    load(volume, in: store)
    return store
  }

  func load(_ volume: Int?, in store: PlayerStore) {
    store.send(.storage(.load))
    receive(loaded: volume, in: store)
  }

  func receive(loaded volume: Int?, in store: PlayerStore) {
    let value = volume.map { Player.Settings(volume: $0) }
    let change: (inout Player.State) -> Void = { $0.settings = value ?? $0.settings }
    let isChange = value != nil && value != store.state.settings
    store.receive(.storage(.loaded(value: value)), change: isChange ? change : nil)
  }

  func change(to volume: Int, in store: PlayerStore) {
    store.send(.volumeChanged(volume)) { $0.settings.volume = volume }
  }

  func receive(saved volume: Int, in store: PlayerStore) {
    store.receive(.storage(.saved(value: Player.Settings(volume: volume))))
  }

  /// Each operation takes a second.
  var slow: Fault {
    { [choices = simulation.choices] _ in
      try await choices.answer("disk", ["slow": .slow(.seconds(1), .success(nil))])
    }
  }

  /// The disk works at once, and its answer is late.
  func lateStorage(load: Duration) -> FileStorage<Player.Settings> {
    FileStorage { [disk, clock = simulation.clock] job throws(StorageError) in
      let result = disk.withLock { disk in
        job.result(with: StoredFile("settings.json"), on: &disk, .none)
      }
      try? await clock.sleep(for: job.operation == .load ? load : .seconds(1))
      return try result.get()
    }
  }

  let full = StorageError(.system(.noSpace), "saving", "settings.json")
  let changed = StorageError(.changed, "saving", "settings.json")

  /// The volume in the file; `nil` if there is no file.
  var savedVolume: Int? {
    disk.withLock { disk in
      try? StoredFile<Player.Settings>("settings.json").load(on: &disk).value?.volume
    }
  }

  /// Another program changes the file.
  func save(volume: Int) {
    disk.withLock { disk in
      _ = try? FileStorage<Player.Settings>.change("settings.json", on: &disk) {
        $0 = Player.Settings(volume: volume)
      }
    }
  }

  @Test func `a change by a dismissal is saved`() {
    let store = player()
    store.send(.hints(.load))
    store.receive(.hints(.loaded(value: nil)))
    store.send(.hint(true))
    store.receive(.dismissal) { $0.hints.hint = nil }
    store.receive(.hints(.saved(value: Player.Hints(hint: nil))))
    let saved = disk.withLock { disk in
      try? StoredFile<Player.Hints>("hints.json").load(on: &disk).value
    }
    #expect(saved == Player.Hints(hint: nil))
  }

  @Test func `the handle of an action cancels neither its load nor its save`() {
    let store = player(fault: slow)
    store.send(.storage(.load)).cancel()
    store.advance(by: .seconds(1))
    receive(loaded: nil, in: store)
    store.send(.volumeChanged(6)) { $0.settings.volume = 6 }.cancel()
    store.advance(by: .seconds(1))
    receive(saved: 6, in: store)
    #expect(savedVolume == 6)
    #expect(!store.state.$settings.isSaving)
  }

  @Test func `two parts of one feature are loaded at the same time`() {
    let store = player(fault: slow)
    store.send(.storage(.load))
    store.send(.hints(.load))
    store.advance(by: .seconds(1))
    receive(loaded: nil, in: store)
    store.receive(.hints(.loaded(value: nil)))
    #expect(store.state.$settings.isLoaded && store.state.$hints.isLoaded)
  }

  @Test func `a repeated load does not lose the finding of the first one`() {
    let store = player(in: lateStorage(load: .seconds(1)))
    disk.withLock { $0["settings.json"] = damage }
    let finding = Finding.damaged(keptAs: "settings.json.damaged")
    store.send(.storage(.load))
    store.send(.storage(.load))
    store.advance(by: .seconds(2))
    store.receive(
      .storage(.loaded(StoredValue(value: nil, version: .none, finding: finding)))
    ) { $0.$settings.finding = finding }
    // After its end another one begins.
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    store.receive(.storage(.loaded(value: nil))) { $0.$settings.finding = nil }
  }

  @Test func `a load that answers after a later save does not replace its value`() {
    save(volume: 6)
    let store = player(in: lateStorage(load: .seconds(2)))
    store.send(.storage(.load))
    store.advance(by: .seconds(2))
    receive(loaded: 6, in: store)
    store.send(.storage(.load))
    change(to: 7, in: store)
    store.advance(by: .seconds(1))
    receive(saved: 7, in: store)
    store.advance(by: .seconds(1))
    store.receive(.storage(.loaded(value: Player.Settings(volume: 6))))
    #expect([store.state.settings.volume, savedVolume] == [7, 7])
  }

  @Test func `a changed value is saved, and loaded at the next start`() {
    let store = player()
    #expect(!store.state.$settings.isLoaded)
    load(nil, in: store)
    #expect(store.state.$settings.isLoaded)
    store.send(.playTapped) { $0.isPlaying = true }
    #expect(savedVolume == nil)
    change(to: 7, in: store)
    #expect(store.state.$settings.isSaving)
    receive(saved: 7, in: store)
    #expect(!store.state.$settings.isSaving)
    #expect(savedVolume == 7)
    #expect(loadedPlayer(7).state.settings.volume == 7)
  }

  @Test func `a value is not saved before it is loaded`() {
    save(volume: 9)
    let store = player()
    change(to: 1, in: store)
    #expect(savedVolume == 9)
    load(9, in: store)
    #expect([store.state.settings.volume, savedVolume] == [9, 9])
  }

  @Test func `changes during a save are saved after it, the newest only`() {
    let store = player(fault: slow)
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    receive(loaded: nil, in: store)
    for volume in 6...8 { change(to: volume, in: store) }
    for volume in [6, 8] {
      store.advance(by: .seconds(1))
      receive(saved: volume, in: store)
      #expect(savedVolume == volume && store.state.$settings.isSaving == (volume == 6))
    }
  }

  @Test(arguments: [Player.Action.volumeChanged(8), .storage(.save)])
  private func `a failed save is repeated with the next change, and on request`(
    _ repetition: Player.Action
  ) {
    let isFull = Guarded(true)
    let store = loadedPlayer(fault: { $0 == .save && isFull.withLock { $0 } ? .full : nil })
    change(to: 7, in: store)
    store.receive(.storage(.notSaved(full))) { $0.$settings.error = full }
    #expect(store.state.settings.volume == 7 && savedVolume == nil)
    isFull.withLock { $0 = false }
    store.send(.playTapped) { $0.isPlaying = true }
    #expect(savedVolume == nil)
    if repetition == .storage(.save) {
      store.send(repetition)
    } else {
      change(to: 8, in: store)
    }
    let volume = store.state.settings.volume
    store.receive(.storage(.saved(value: Player.Settings(volume: volume)))) {
      $0.$settings.error = nil
    }
    #expect(savedVolume == volume)
    // Nothing is left to save.
    store.send(.storage(.save))
  }

  @Test func `a load after a failed save keeps the value that was not saved`() {
    let store = loadedPlayer()
    save(volume: 2)
    change(to: 7, in: store)
    store.receive(.storage(.notSaved(changed))) { $0.$settings.error = changed }
    #expect(savedVolume == 2)
    store.send(.storage(.load))
    store.receive(.storage(.loaded(value: Player.Settings(volume: 2)))) {
      $0.settings.volume = 2
      $0.$settings.error = nil
      $0.$settings.unsaved = Player.Settings(volume: 7)
    }
    #expect(savedVolume == 2)
    change(to: 7, in: store)
    store.receive(.storage(.saved(value: Player.Settings(volume: 7)))) {
      $0.$settings.unsaved = nil
    }
    #expect(savedVolume == 7)
  }

  @Test func `a load without a file saves the value of a failed save`() {
    let fault = Guarded<StorageFault?>(.full)
    let store = loadedPlayer(fault: { $0 == .save ? fault.withLock { $0.take() } : nil })
    change(to: 7, in: store)
    store.receive(.storage(.notSaved(full))) { $0.$settings.error = full }
    store.send(.storage(.load))
    store.receive(.storage(.loaded(value: nil))) { $0.$settings.error = nil }
    receive(saved: 7, in: store)
    #expect(savedVolume == 7)
  }

  @Test(arguments: [false, true])
  func `after damage the last good value is offered, and a save on request accepts the same value`(
    isSame: Bool
  ) {
    let store = loadedPlayer()
    for volume in 6...7 {
      change(to: volume, in: store)
      receive(saved: volume, in: store)
    }
    store.finish()
    disk.withLock { $0["settings.json"] = damage }
    let next = player()
    let finding = Finding.damaged(keptAs: "settings.json.damaged")
    let lastGood = Player.Settings(volume: 6)
    if isSame { change(to: 6, in: next) }
    next.send(.storage(.load))
    next.receive(
      .storage(
        .loaded(
          StoredValue(value: nil, version: .none, finding: finding, lastGood: lastGood)))
    ) {
      $0.$settings.finding = finding
      $0.$settings.lastGood = lastGood
    }
    if isSame { next.send(.storage(.save)) } else { change(to: 6, in: next) }
    next.receive(.storage(.saved(value: lastGood))) {
      $0.$settings.finding = nil
      $0.$settings.lastGood = nil
    }
    #expect(savedVolume == 6)
    // Nothing is left to save.
    next.send(.storage(.save))
  }

  @Test func `every comparison of a test leaves out what the operator knows`() {
    save(volume: 6)
    let store = loadedPlayer(6)
    let same = Persisted(wrappedValue: Player.Settings(volume: 6))
    store.assert { $0.$settings = same }
    store.expect(\.$settings, same)
  }

  @Test func `a load that fails saves nothing, and can be repeated`() {
    save(volume: 9)
    let fault = Guarded<StorageFault?>(.fails(.open, .inputOutput))
    let store = player(fault: { $0 == .load ? fault.withLock { $0.take() } : nil })
    store.exhaustivity = .off
    store.send(.storage(.load))
    store.skipReceived()
    #expect(store.state.$settings.error != nil && !store.state.$settings.isLoaded)
    store.send(.volumeChanged(1))
    store.send(.storage(.save))
    #expect(savedVolume == 9 && !store.state.$settings.isSaving)
    store.send(.storage(.load))
    store.skipReceived()
    #expect(store.state.$settings.error == nil && store.state.settings.volume == 9)
  }

  @Test func `a file with a value of another type is not touched`() {
    disk.withLock { disk in
      _ = try? FileStorage<[String]>.change("settings.json", on: &disk) { $0 = ["no volume"] }
    }
    let store = player()
    store.exhaustivity = .off
    store.send(.storage(.load))
    store.skipReceived()
    for action in [Player.Action.volumeChanged(7), .storage(.save), .storage(.load)] {
      store.send(action)
      store.skipReceived()
      #expect(store.state.$settings.error != nil && !store.state.$settings.isLoaded)
    }
    #expect(disk.withLock { $0["settings.json"]?.contains("no volume") } == true)
  }

  @Test func `a dump has the value, and problems beside it`() {
    var state = Player.State()
    #expect(dumpedOnOneLine(state.$hints) == "Player.Hints(hint: 1)")
    #expect(dumpedOnOneLine(Persisted<String?>(wrappedValue: nil)) == "nil")
    #expect(dumpedOnOneLine(Persisted<String?>(wrappedValue: "a")) == #""a""#)
    state.$settings.error = full
    #expect(dumpedOnOneLine(state.$settings).contains("error: StorageError"))
  }
}

extension StorageFault {
  static let full = StorageFault.fails(.write, .noSpace)
}
