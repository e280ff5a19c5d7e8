import Cairn
import CairnSimulation
import CairnTesting
import TestSupport
import Testing

@testable import CairnStorage

// Changes that wait for the end of a pause, or for another save, and the removal of their feature meanwhile.
extension PersistedTests {
  @Test func `with a pause, the last of several changes is saved`() {
    let store = loadedPlayer(after: .seconds(2))
    for volume in 6...8 {
      store.advance(by: .seconds(1))
      change(to: volume, in: store)
      #expect(store.state.$settings.isSaving && savedVolume == nil)
    }
    store.advance(by: .seconds(2))
    store.receive(.storage(.save))
    receive(saved: 8, in: store)
    #expect(savedVolume == 8)
    // Another change back ends the pause, and so does a request.
    change(to: 9, in: store)
    change(to: 8, in: store)
    #expect(!store.state.$settings.isSaving)
    change(to: 9, in: store)
    store.send(.storage(.save))
    receive(saved: 9, in: store)
    #expect(savedVolume == 9)
  }

  @Test func `a request during a save ends the pause of the change that follows it`() {
    let store = player(fault: slow, after: .seconds(10))
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    receive(loaded: nil, in: store)
    for volume in 6...7 {
      change(to: volume, in: store)
      store.send(.storage(.save))
    }
    for volume in 6...7 {
      store.advance(by: .seconds(1))
      receive(saved: volume, in: store)
      #expect(savedVolume == volume && store.state.$settings.isSaving == (volume == 6))
    }
    // The pause of a later change has its whole length.
    change(to: 8, in: store)
    store.advance(by: .seconds(9))
    #expect(savedVolume == 7)
    store.advance(by: .seconds(1))
    store.receive(.storage(.save))
    store.advance(by: .seconds(1))
    receive(saved: 8, in: store)
  }

  @Test func `during a pause after a failed save, a load takes the value of the file`() {
    let store = loadedPlayer(after: .seconds(2))
    save(volume: 3)
    change(to: 8, in: store)
    store.send(.storage(.save))
    store.receive(.storage(.notSaved(changed))) { $0.$settings.error = changed }
    change(to: 9, in: store)
    store.send(.storage(.load))
    store.receive(.storage(.loaded(value: Player.Settings(volume: 3)))) {
      $0.settings.volume = 3
      $0.$settings.error = nil
      $0.$settings.unsaved = Player.Settings(volume: 9)
    }
    store.advance(by: .seconds(2))
    #expect(savedVolume == 3 && !store.state.$settings.isSaving)
  }

  @Test func `a change that is taken back during a pause repeats a failed save`() {
    let fault = Guarded<StorageFault?>(.full)
    let store = loadedPlayer(
      fault: { $0 == .save ? fault.withLock { $0.take() } : nil }, after: .seconds(2))
    change(to: 7, in: store)
    store.send(.storage(.save))
    store.receive(.storage(.notSaved(full))) { $0.$settings.error = full }
    change(to: 8, in: store)
    change(to: 7, in: store)
    store.advance(by: .seconds(2))
    store.receive(.storage(.save))
    store.receive(.storage(.saved(value: Player.Settings(volume: 7)))) {
      $0.$settings.error = nil
    }
    #expect(savedVolume == 7)
  }

  @Test func `a load during a pause does not replace the value that waits`() {
    let store = loadedPlayer(after: .seconds(2))
    save(volume: 3)
    change(to: 8, in: store)
    store.send(.storage(.load))
    store.receive(.storage(.loaded(value: Player.Settings(volume: 3))))
    #expect(store.state.settings.volume == 8)
    store.send(.storage(.save))
    store.receive(.storage(.notSaved(changed))) { $0.$settings.error = changed }
  }

  /// A parent that removes the player on request, and in the reduction that makes the volume 9.
  private struct Room: Reducer {
    struct State: Equatable { var player: Player.State? = Player.State() }
    enum Action {
      case player(Player.Action)
      case close
    }

    let player: Player
    var isRunByHand = false

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .player(.volumeChanged(9)), .close: state.player = nil
        case .player: break
        }
        return .none
      }
      .ifLet(\.player, Self.path) {
        if isRunByHand {
          Reduce<Player.State, Player.Action> { state, action in
            player.reduce(into: &state, action: action).map { $0 }
          }
        } else {
          player
        }
      }
    }

    static let path = CasePath(Action.player) { if case .player(let x) = $0 { x } else { nil } }
  }

  /// A room whose player has loaded its settings.
  private func room(pause: Int, isRunByHand: Bool = false) -> TestStoreOf<Room> {
    let player = Player(
      storage: storage("settings.json", fault: slow), hints: storage("hints.json"),
      pause: .seconds(pause), clock: simulation.clock)
    let store = TestStore(Room.State(), simulation: simulation) {
      Room(player: player, isRunByHand: isRunByHand)
    }
    store.send(.player(.storage(.load)))
    store.advance(by: .seconds(1))
    store.receive(.case(Room.path, .storage(.loaded(value: nil))))
    return store
  }

  @Test(arguments: [
    (0, 8, false), (0, 9, false), (2, 8, false), (2, 9, false),
    (0, 8, true), (0, 9, true), (2, 8, true), (2, 9, true),
  ])
  func `the last change is saved when the feature is removed`(
    pause: Int, volume: Int, isRunByHand: Bool
  ) {
    let store = room(pause: pause, isRunByHand: isRunByHand)
    store.send(.player(.volumeChanged(volume))) {
      $0.player?.settings.volume = volume
      if volume == 9 { $0.player = nil }
    }
    if volume == 8 { store.send(.close) { $0.player = nil } }
    store.advance(by: .seconds(pause + 1))
    store.finish()
    #expect(savedVolume == volume)
  }

  @Test(arguments: [0, 2])
  func `the last change is saved when the feature dismisses itself in a test`(pause: Int) {
    let store = TestStore(Player.State(), simulation: simulation) {
      Player(
        storage: storage("settings.json", fault: slow), hints: storage("hints.json"),
        pause: .seconds(pause), clock: simulation.clock)
      Reduce<Player.State, Player.Action> { _, action in
        action == .volumeChanged(9) ? .dismiss : .none
      }
    }
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    receive(loaded: nil, in: store)
    change(to: 9, in: store)
    store.expectDismissal()
    store.advance(by: .seconds(pause + 1))
    store.finish()
    #expect(savedVolume == 9)
  }

  @Test func `a value that waits for another save is saved when the feature is removed`() {
    let store = room(pause: 2)
    store.send(.player(.volumeChanged(6))) { $0.player?.settings.volume = 6 }
    store.send(.player(.storage(.save)))
    store.send(.player(.volumeChanged(7))) { $0.player?.settings.volume = 7 }
    store.send(.close) { $0.player = nil }
    store.advance(by: .seconds(5))
    store.finish()
    #expect(savedVolume == 7)
  }
}

// A state of a closed screen is restored: its load and its save have ended with it.
extension PersistedTests {
  /// After `closed` seconds, an outliving save has written the last of the changes.
  @Test(arguments: [
    (0, 0, [6], 6), (2, 0, [6], 6), (2, 0, [6, 7], 8),
    (0, 6, [6], 8), (2, 6, [6], 8), (2, 6, [6], 5), (2, 6, [6, 7], 8),
  ])
  func `a screen that was closed during a load or a save repeats it when it is restored`(
    pause: Int, closed: Int, changes: [Int], next: Int
  ) {
    let storage: FileStorage<Player.Settings> = storage("settings.json")
    let player = Player(
      storage: storage.taking(.seconds(1), on: simulation.clock),
      hints: self.storage("hints.json"), pause: .seconds(pause), clock: simulation.clock)
    let store = simulation.store(Room.State()) { Room(player: player) }
    func send(_ action: Room.Action) {
      store.send(action)
      simulation.drain()
    }
    func closeAndRestore(after closed: Int = 0) {
      let open = store.state
      send(.close)
      simulation.advance(by: .seconds(closed))
      _Kernel.willReplace(store.state, by: open)
      store.restore(open)
    }
    send(.player(.storage(.load)))
    closeAndRestore()
    send(.player(.storage(.load)))
    simulation.advance(by: .seconds(1))
    #expect(store.state.player?.$settings.isLoaded == true)
    for volume in changes {
      // The change before is being saved.
      if volume != changes.first { send(.player(.storage(.save))) }
      send(.player(.volumeChanged(volume)))
    }
    closeAndRestore(after: closed)
    if closed > 0 { #expect(savedVolume == changes.last) }
    send(.player(.volumeChanged(next)))
    simulation.advance(by: .seconds(pause + 3))
    #expect(savedVolume == next && store.state.player?.$settings.isSaving == false)
    #expect(store.state.player?.$settings.error == nil)
  }
}

/// One value in a file, and whether it was being saved at each action of the operator.
private struct Kept<Value: Codable & Equatable & Sendable>: Reducer {
  struct State {
    @Persisted var value: Value
    var wasSaving: [Bool] = []
  }

  enum Action {
    case set(Value)
    case storage(PersistenceAction<Value>)
  }

  let storage: FileStorage<Value>

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let value): state.value = value
      case .storage: state.wasSaving.append(state.$value.isSaving)
      }
      return .none
    }
    .persisting(
      \.$value, CasePath(Action.storage) { if case .storage(let x) = $0 { x } else { nil } },
      in: storage)
  }
}

// A persisted value that may be `nil`, and one that may not equal itself.
extension PersistedTests {
  private func store<Value>(
    _ value: Value, in storage: FileStorage<Value>
  ) -> StoreOf<Kept<Value>> {
    simulation.store(Kept<Value>.State(value: value)) { Kept(storage: storage) }
  }

  private func send<Value>(_ actions: Kept<Value>.Action..., to store: StoreOf<Kept<Value>>) {
    for action in actions {
      store.send(action)
      simulation.drain()
    }
  }

  @Test func `nil is saved and loaded, and taken from another program`() {
    func themed() -> StoreOf<Kept<String?>> { store("system", in: storage("theme.json")) }
    send(.storage(.load), .set(nil), to: themed())
    let second = themed()
    send(.storage(.load), to: second)
    #expect(second.state.value == nil && second.state.$value.isLoaded)
    send(.set("dark"), to: second)
    disk.withLock { disk in
      _ = try? FileStorage<String?>.change("theme.json", on: &disk) { $0 = .some(nil) }
    }
    send(.set("light"), .storage(.load), to: second)
    #expect(second.state.value == nil && second.state.$value.unsaved == "light")
    let third = themed()
    send(.storage(.load), to: third)
    #expect(third.state.value == nil)
  }

  @Test func `a save that a restored state interrupts is repeated with the next action`() {
    let storage: FileStorage<String> = storage("theme.json")
    let store = store("system", in: storage.taking(.seconds(1), on: simulation.clock))
    send(.storage(.load), to: store)
    simulation.advance(by: .seconds(1))
    send(.set("dark"), to: store)
    let saving = store.state
    // The save waits, and has written nothing.
    _Kernel.willReplace(store.state, by: saving)
    store.restore(saving)
    send(.set("dark"), to: store)
    simulation.advance(by: .seconds(1))
    #expect(store.state.$value.error == nil && !store.state.$value.isSaving)
    let saved = disk.withLock { try? StoredFile<String>("theme.json").load(on: &$0).value }
    #expect(saved == "dark")
  }

  @Test func `a reducer that is told of a save or a load sees whether a save follows`() {
    let storage: FileStorage<Int> = storage("volume.json")
    let store = store(0, in: storage.taking(.seconds(1), on: simulation.clock))
    send(.storage(.load), to: store)
    simulation.advance(by: .seconds(1))
    send(.set(1), .set(2), to: store)
    simulation.advance(by: .seconds(2))
    // The load has begun, the load has ended, the first value is saved, and the second one.
    #expect(store.state.wasSaving == [false, false, true, false])
    // A load without a file repeats a failed save, and so does a request.
    let fault = Guarded<StorageFault?>(.full)
    let other = self.store(
      0,
      in: self.storage("other.json") { $0 == .save ? fault.withLock { $0.take() } : nil })
    send(.storage(.load), .set(1), .storage(.load), to: other)
    #expect(other.state.wasSaving == [false, false, false, false, true, false])
    fault.withLock { $0 = .full }
    send(.set(2), .storage(.save), to: other)
    #expect(other.state.wasSaving.dropFirst(6) == [false, true, false])
  }

  @Test func `a value that does not equal itself is not saved without end`() throws {
    let saves = Counter()
    let clock = simulation.clock
    let storage: FileStorage<Double> = storage("gauge.json") { operation in
      if operation == .save, saves.next() > 3 { try await clock.sleep(for: .seconds(60)) }
      return nil
    }
    let store = store(0, in: storage)
    send(.storage(.load), .set(.nan), to: store)
    #expect(saves.value == 1)
    #expect(store.state.$value.error != nil && !store.state.$value.isSaving)
    send(.set(1), to: store)
    #expect(store.state.$value.error == nil && saves.value == 2)
  }
}
