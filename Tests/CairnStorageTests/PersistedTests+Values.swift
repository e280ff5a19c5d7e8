import Cairn
import CairnSimulation
import TestSupport
import Testing

@testable import CairnStorage

// A persisted value that may be `nil`.
extension PersistedTests {
  @Test func `nil is saved and loaded, and taken from another program`() {
    func store(_ fault: @escaping Fault = { _ in nil }) -> StoreOf<Themed> {
      let storage: FileStorage<String?> = storage("theme.json", fault: fault)
      return simulation.store(Themed.State()) { Themed(storage: storage) }
    }
    func send(_ actions: Themed.Action..., to store: StoreOf<Themed>) {
      for action in actions {
        store.send(action)
        simulation.drain()
      }
    }
    send(.storage(.load), .set(nil), to: store())
    let second = store()
    send(.storage(.load), to: second)
    #expect(second.state.theme == nil && second.state.$theme.isLoaded)
    send(.set("dark"), to: second)
    disk.withLock { disk in
      _ = try? FileStorage<String?>.change("theme.json", on: &disk) { $0 = .some(nil) }
    }
    send(.set("light"), .storage(.load), to: second)
    #expect(second.state.theme == nil && second.state.$theme.unsaved == "light")
    let third = store()
    send(.storage(.load), to: third)
    #expect(third.state.theme == nil)
  }

  private struct Themed: Reducer {
    struct State: Equatable { @Persisted var theme: String? = "system" }
    enum Action {
      case set(String?)
      case storage(PersistenceAction<String?>)
    }
    let storage: FileStorage<String?>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let theme) = action { state.theme = theme }
        return .none
      }
      .persisting(
        \.$theme, CasePath(Action.storage) { if case .storage(let x) = $0 { x } else { nil } },
        in: storage)
    }
  }
}

// A persisted value that may not equal itself.
extension PersistedTests {
  /// A number in a file.
  private struct Gauge: Reducer {
    struct State { @Persisted var value = 0.0 }
    enum Action {
      case set(Double)
      case storage(PersistenceAction<Double>)
    }

    let storage: FileStorage<Double>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let value) = action { state.value = value }
        return .none
      }
      .persisting(
        \.$value, CasePath(Action.storage) { if case .storage(let x) = $0 { x } else { nil } },
        in: storage)
    }
  }

  @Test func `a value that does not equal itself is not saved without end`() throws {
    let saves = Guarded(0)
    let clock = simulation.clock
    let storage: FileStorage<Double> = storage("gauge.json") { operation in
      guard operation == .save else { return nil }
      let count = saves.withLock { count in
        count += 1
        return count
      }
      if count > 3 { try await clock.sleep(for: .seconds(60)) }
      return nil
    }
    let store = simulation.store(Gauge.State()) { Gauge(storage: storage) }
    for action in [Gauge.Action.storage(.load), .set(.nan)] {
      store.send(action)
      simulation.drain()
    }
    #expect(saves.withLock { $0 } == 1)
    #expect(store.state.$value.error != nil && !store.state.$value.isSaving)
    store.send(.set(1))
    simulation.drain()
    #expect(store.state.$value.error == nil && saves.withLock { $0 } == 2)
  }
}
