import Cairn
import CairnSimulation

extension Benchmark {
  /// An action with a follow-up that is there at once.
  static var w5Sync: Benchmark {
    Benchmark(name: "W5-sync", budget: Budget(ratio: 10)) { _ in asking(.askAtOnce) }
  }

  /// A chain of follow-ups, each from the one before.
  static var w5Chain: Benchmark {
    Benchmark(
      name: "W5-chain", parameters: [1_000],
      growth: Growth(sizes: [10, 100, 1_000, 10_000], limit: 0.3)
    ) { length in asking(.countDown(length - 1)) }
  }

  /// An action with an answer from a task; the floor is a bare task's way there and back.
  static var w5Async: Benchmark {
    Benchmark(name: "W5-async", budget: Budget(ratio: 1.3)) { _ in
      let store = Store(Asker.State()) { Asker() }
      return Workload { operations in
        var state = Asker.State()
        for _ in 0..<operations {
          state.sum += await Task.detached { 1 }.value
        }
        sink = state.sum
      } subject: { operations in
        for _ in 0..<operations { await store.send(.ask).finish() }
        sink = store.state.sum
      }
    }
  }

  /// The same in a simulation; the floor is a bare task that is run by hand.
  static var w5Simulated: Benchmark {
    Benchmark(name: "W5-simulated", budget: Budget(nanoseconds: 1_000)) { _ in
      let simulation = Simulation()
      let store = simulation.store(Asker.State()) { Asker() }
      let executor = HandDrained()
      return Workload { operations in
        for _ in 0..<operations {
          Task(executorPreference: executor) { 1 }
          executor.drain()
        }
      } subject: { operations in
        for _ in 0..<operations {
          store.send(.ask)
          simulation.drain()
        }
        sink = store.state.sum
      }
    }
  }

  private static func asking(_ action: Asker.Action) -> Workload {
    let store = Store(Asker.State()) { Asker() }
    return Workload { operations in
      var state = Asker.State()
      for _ in 0..<operations { Asker.reducedToTheEnd(&state, action) }
      sink = state.sum
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.sum
    }
  }
}
