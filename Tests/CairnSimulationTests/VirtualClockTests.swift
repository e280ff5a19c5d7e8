import Cairn
import CairnSimulation
import Testing

@Suite struct VirtualClockTests {
  private let simulation = Simulation()

  /// A store whose actions are names. Each starts an effect that sleeps and then notes its name.
  private func sleepers(_ times: [String: Duration]) -> Store<[String], String> {
    simulation.store([]) { [clock = simulation.clock] in
      Reduce<[String], String> { state, action in
        guard let time = times[action] else {
          state.append(action)
          return .none
        }
        return .run { send in
          try await clock.sleep(for: time)
          await send("\(action) at \(clock.now.offset)")
        }
        .cancellable(id: action)
      }
    }
  }

  @Test func `sleepers wake in the order of their deadlines, each at its own time`() {
    let store = sleepers(["a": .seconds(3), "b": .seconds(1), "c": .seconds(2)])
    for name in ["a", "b", "c"] { store.send(name) }
    simulation.advance(by: .milliseconds(2500))
    #expect(store.state == ["b at 1.0 seconds", "c at 2.0 seconds"])
    #expect(simulation.clock.now.offset == .milliseconds(2500))
    #expect(simulation.advanceToNext())
    #expect(store.state.last == "a at 3.0 seconds")
    #expect(!simulation.advanceToNext())
  }

  @Test func `sleepers with one deadline wake in the order in which they started to sleep`() {
    let store = sleepers(["a": .seconds(1), "b": .seconds(1), "c": .seconds(1)])
    for name in ["c", "a", "b"] { store.send(name) }
    simulation.advance(by: .seconds(1))
    let order = store.state.map { String($0.prefix(1)) }
    #expect(order == ["c", "a", "b"])
  }

  @Test func `no job runs before the simulation is drained`() {
    let store = simulation.store(0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .run { send in await send(10) } : .none
      }
    }
    store.send(1)
    #expect(store.state == 1)
    simulation.drain()
    #expect(store.state == 11)
  }

  @Test func `a sleep with a past deadline does not wait`() {
    let store = sleepers(["a": .zero, "b": .seconds(-1)])
    store.send("a")
    store.send("b")
    simulation.drain()
    #expect(store.state == ["a at 0.0 seconds", "b at 0.0 seconds"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `values of effects are released when their simulation has ended`() async {
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    do {
      let witness = Witness { release.yield() }
      let simulation = Simulation()
      let store = simulation.store(0) { [clock = simulation.clock] in
        Reduce<Int, Int> { _, _ in
          .run { _ in
            defer { withExtendedLifetime(witness) {} }
            try await clock.sleep(for: .seconds(1))
          }
        }
      }
      store.send(0)
      simulation.drain()
    }
    // The cancelled effect takes its last step on another thread. When the time limit cancels this
    // test, the stream ends without an element.
    var iterator = releases.makeAsyncIterator()
    #expect(await iterator.next() != nil, "the effect still holds the value")
  }
}

/// Calls a closure when it is released.
private final class Witness: Sendable {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  deinit { onRelease() }
}
