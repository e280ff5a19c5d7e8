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
