import Cairn

extension Benchmark {
  /// One action without an effect or an observer.
  static var w1: Benchmark {
    Benchmark(name: "W1", budget: Budget(ratio: 5, debugRatio: 150, allocations: 0)) { _ in
      let action = Counter.Action.add(1)
      let store = Store(Counter.State()) { Counter() }
      return Workload { operations in
        var state = Counter.State()
        for _ in 0..<operations { Counter.reduced(&state, action) }
        sink = state.count
      } subject: { operations in
        for _ in 0..<operations { store.send(action) }
        sink = store.state.count
      }
    }
  }
}

/// The innermost feature of most workloads.
struct Counter: Reducer {
  struct State: Hashable {
    var count = 0
  }

  enum Action: Sendable {
    case add(Int)
    case reset
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let amount): state.count += amount
    case .reset: state.count = 0
    }
    return .none
  }

  /// The floor: the same reducer, called as a function.
  @inline(never)
  static func reduced(_ state: inout State, _ action: Action) {
    _ = Counter().reduce(into: &state, action: action)
  }
}
