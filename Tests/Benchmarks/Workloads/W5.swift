import Cairn
import CairnSimulation
import Synchronization

extension Benchmark {
  /// An action with a synchronous follow-up.
  static var w5Sync: Benchmark {
    Benchmark(name: "W5-sync", budget: Budget(ratio: 10, allocations: 1)) { _ in asking(.askAtOnce)
    }
  }

  /// A chain of follow-ups.
  static var w5Chain: Benchmark {
    Benchmark(
      name: "W5-chain", parameters: [1_000],
      growth: Growth(sizes: [10, 100, 1_000, 10_000], limit: 0.3)
    ) { length in asking(.countDown(length - 1)) }
  }

  /// An action with the reply of an effect. The floor is the round trip of a bare task.
  static var w5Async: Benchmark {
    Benchmark(name: "W5-async", budget: Budget(ratio: 1.3, allocations: 8)) { _ in
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

  /// The same in a simulation. The floor is a bare task on a manually drained executor.
  static var w5Simulated: Benchmark {
    Benchmark(name: "W5-simulated", budget: Budget(nanoseconds: 1_000, allocations: 9)) { _ in
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

/// Adds up replies, which arrive synchronously, asynchronously, or in a chain.
struct Asker: Reducer {
  struct State: Equatable {
    var sum = 0
  }

  enum Action: Sendable {
    case ask
    case askAtOnce
    case answered(Int)
    case countDown(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .ask:
      return .run(name: "asking") { send in await send(.answered(1)) }
    case .askAtOnce:
      return .send(.answered(1))
    case .answered(let answer):
      state.sum += answer
    case .countDown(let rest):
      state.sum += 1
      return rest > 0 ? .send(.countDown(rest - 1)) : .none
    }
    return .none
  }

  /// The floor: the same changes, and the follow-up as a plain value.
  @inline(never)
  static func reduced(_ state: inout State, _ action: Action) -> Action? {
    switch action {
    case .ask, .askAtOnce:
      return .answered(1)
    case .answered(let answer):
      state.sum += answer
    case .countDown(let rest):
      state.sum += 1
      return rest > 0 ? .countDown(rest - 1) : nil
    }
    return nil
  }

  /// The floor: an action and all its follow-ups.
  static func reducedToTheEnd(_ state: inout State, _ action: Action) {
    var next: Action? = action
    while let action = next { next = reduced(&state, action) }
  }
}

/// The floor of a simulation: an executor that runs its jobs in `drain()`.
final class HandDrained: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func drain() {
    while let job = jobs.withLock({ $0.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
