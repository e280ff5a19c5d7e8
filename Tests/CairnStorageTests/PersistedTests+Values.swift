import Cairn
import CairnSimulation
import TestSupport
import Testing

@testable import CairnStorage

/// One value in a file.
private struct Kept<Value: Codable & Equatable & Sendable>: Reducer {
  struct State { @Persisted var value: Value }

  enum Action {
    case set(Value)
    case storage(PersistenceAction<Value>)
  }

  let storage: FileStorage<Value>

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
