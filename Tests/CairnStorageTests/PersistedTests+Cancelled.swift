import Cairn
import CairnSimulation
import CairnTesting
import Testing

@testable import CairnStorage

// Loads and saves whose answers do not come: they were cancelled, or their feature was removed and is put back.
extension PersistedTests {
  @Test func `a load that was cancelled begins again on request`() {
    save(volume: 9)
    let store = player(fault: slow)
    store.send(.storage(.load))
    store.skipInFlight()
    store.send(.storage(.load))
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    receive(loaded: 9, in: store)
    #expect(!store.state.$settings.isLoading)
  }

  @Test(arguments: [Player.Action.volumeChanged(8), .storage(.save), .storage(.load)])
  private func `after a save that was cancelled, the next change or request saves the value`(
    _ next: Player.Action
  ) {
    let store = player(fault: slow)
    store.send(.storage(.load))
    store.advance(by: .seconds(1))
    receive(loaded: nil, in: store)
    change(to: 7, in: store)
    store.skipInFlight()
    #expect(savedVolume == nil)
    if case .volumeChanged(let volume) = next {
      change(to: volume, in: store)
    } else {
      store.send(next)
    }
    let volume = store.state.settings.volume
    store.advance(by: .seconds(1))
    receive(saved: volume, in: store)
    #expect(savedVolume == volume && !store.state.$settings.isSaving)
    guard next == .storage(.load) else { return }
    store.advance(by: .seconds(1))
    receive(loaded: volume, in: store)
  }

  @Test func `a change whose pause was cancelled is saved after another pause`() {
    let store = loadedPlayer(after: .seconds(2))
    change(to: 7, in: store)
    store.skipInFlight()
    store.send(.playTapped) { $0.isPlaying = true }
    store.advance(by: .seconds(2))
    store.receive(.storage(.save))
    receive(saved: 7, in: store)
    #expect(savedVolume == 7)
  }

  /// A parent that takes the player out of its place, and puts it back.
  private struct Safe: Reducer {
    struct State: Equatable {
      var player: Player.State? = Player.State()
      var locked: Player.State?
    }

    enum Action {
      case player(Player.Action)
      case turn
    }

    let player: Player

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .turn = action { (state.player, state.locked) = (state.locked, state.player) }
        return .none
      }
      .ifLet(
        \.player, CasePath(Action.player) { if case .player(let x) = $0 { x } else { nil } }
      ) { player }
    }
  }

  @Test(arguments: [0, 1])
  func `a feature whose state is put back loads and saves`(secondsBetween: Int) throws {
    let player = Player(
      storage: storage("settings.json", fault: slow), hints: storage("hints.json"), pause: .zero,
      clock: simulation.clock)
    let store = simulation.store(Safe.State()) { Safe(player: player) }
    func removeAndPutBack() {
      for _ in 1...2 { store.send(.turn) }
      simulation.advance(by: .seconds(secondsBetween))
    }
    store.send(.player(.storage(.load)))
    removeAndPutBack()
    store.send(.player(.storage(.load)))
    simulation.advance(by: .seconds(1))
    #expect(store.state.player?.$settings.isLoaded == true)
    store.send(.player(.volumeChanged(7)))
    removeAndPutBack()
    store.send(.player(.volumeChanged(8)))
    // Refused because of the first save, whose value it then replaces: three operations.
    simulation.advance(by: .seconds(3))
    #expect(savedVolume == 8)
    let part = try #require(store.state.player).$settings
    #expect(part.error == nil && !part.isSaving)
  }
}
