import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// A test store reduces in the order of a store.
@Suite struct OrderTests {
  /// Records the actions, each of which returns an effect.
  private func recorder(
    _ effects: @escaping (String) -> Effect<String>
  ) -> some Reducer<[String], String> {
    Reduce { state, action in
      state.append(action)
      return effects(action)
    }
  }

  /// An effect that sends actions, one after the other.
  private static func run(_ actions: String...) -> Effect<String> {
    .run { send in for action in actions { await send(action) } }
  }

  /// The order in which a store of a simulation reduces after the action "a".
  private func order(_ effects: @escaping (String) -> Effect<String>) -> [String] {
    let simulation = Simulation()
    let store = simulation.store([String]()) { recorder(effects) }
    store.send("a")
    simulation.drain()
    return store.state
  }

  /// Expects this order of a store, and of a test store with each exhaustivity.
  private func expect(
    _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ effects: @escaping (String) -> Effect<String>
  ) {
    #expect(order(effects) == expected, sourceLocation: sourceLocation)
    let store = TestStore([String]()) { recorder(effects) }
    store.send("a") { $0.append("a") }
    for action in expected.dropFirst() {
      store.receive(.where("an action") { _ in true }) { $0.append(action) }
    }
    store.finish()
    let lenient = TestStore([String](), exhaustivity: .off) { recorder(effects) }
    lenient.send("a")
    lenient.skipReceived()
    #expect(lenient.state == expected, sourceLocation: sourceLocation)
  }

  @Test func `an effect continues after the follow-ups of its action`() {
    expect(["a", "b1", "b2", "b3", "c1", "c2", "c3"]) { action in
      switch action {
      case "a": Self.run("b1", "c1")
      case "b1": .concatenate(.send("b2"), .send("b3"))
      case "c1": .concatenate(.send("c2"), .send("c3"))
      default: .none
      }
    }
  }

  @Test func `an effect begins after the follow-ups of the actions of another`() {
    expect(["a", "b1", "b2", "c1", "c2"]) { action in
      switch action {
      case "a": .merge(Self.run("b1"), Self.run("c1"))
      case "b1": .send("b2")
      case "c1": .send("c2")
      default: .none
      }
    }
  }

  @Test func `an effect that sends continues before another begins`() {
    expect(["a", "b1", "b2", "c1", "c2"]) { action in
      switch action {
      case "a": .merge(Self.run("b1", "b2"), Self.run("c1", "c2"))
      default: .none
      }
    }
  }
}
