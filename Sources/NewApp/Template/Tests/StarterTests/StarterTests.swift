import CairnExplorer
import CairnSimulation
import CairnTesting
import Foundation
import Testing

@testable import starter

@Suite struct StarterTests {
  @Test func `a new entry is saved and shown on the list`() {
    let simulation = Simulation()
    let saved = Guarded(["milk"])
    let store = TestStore(Home.State(), simulation: simulation) {
      Home(client: .simulated(saved, simulation.choices))
    }
    store.send(.load)
    store.advance(by: .seconds(1))
    store.receive(.loaded(["milk"])) {
      $0.entries = ["milk"]
      $0.phase = .ready
    }
    store.send(.add) { $0.path.push(Entry.State(others: ["milk"])) }
    let id = store.state.path.ids[0]
    store.send(.path(.element(id: id, action: .textChanged("bread")))) {
      $0.path[id: id]?.text = "bread"
    }
    store.send(.path(.element(id: id, action: .save))) { $0.path[id: id]?.phase = .saving }
    store.advance(by: .seconds(1))
    store.receive(.path(.element(id: id, action: .saved(["milk", "bread"])))) {
      $0.entries = ["milk", "bread"]
      $0.path.pop()
    }
    store.finish()
    #expect(saved.withLock { $0 } == ["milk", "bread"])
  }

  @Test func `a failed save shows its reason, and can be repeated`() {
    let simulation = Simulation()
    simulation.choices.fix("save", "fails", "works")
    let saved = Guarded([String]())
    let store = TestStore(Entry.State(others: [], text: "bread"), simulation: simulation) {
      Entry(client: .simulated(saved, simulation.choices))
    }
    store.send(.save) { $0.phase = .saving }
    let reason = "\(Offline())"
    store.receive(.notSaved(reason: reason)) { $0.phase = .editing(problem: reason) }
    store.send(.save) { $0.phase = .saving }
    store.advance(by: .seconds(1))
    store.receive(.saved(["bread"]))
    store.finish()
    #expect(saved.withLock { $0 } == ["bread"])
  }

  @Test func `an entry of another window stays`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let (one, two) = (EntryClient.live(file: file), EntryClient.live(file: file))
    for client in [one, two] { #expect(try await client.load() == []) }
    #expect(try await one.add("milk") == ["milk"])
    #expect(try await two.add("bread") == ["milk", "bread"])
    #expect(try await two.add("milk") == ["milk", "bread"])
  }

  @Test func `all properties are proved, with refused actions and restarts`() throws {
    let model = AppModel<StarterApp>()
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}
