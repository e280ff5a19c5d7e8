import Cairn

// An executable can link the testing libraries only on Linux; elsewhere only test bundles can.
#if os(Linux)
  import CairnTesting
#endif

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

#if os(Linux)
  extension Benchmark {
    /// An asserted send of the test store.
    static var w7: Benchmark {
      Benchmark(name: "W7", budget: Budget(ratio: 30, allocations: 0)) { _ in
        let action = Counter.Action.add(1)
        let store = TestStore(Counter.State()) { Counter() }
        return Workload { operations in
          var state = Counter.State()
          var isRight = true
          for _ in 0..<operations {
            isRight = asserted(&state, action) { $0.count += 1 } && isRight
          }
          sink = isRight ? state.count : 0
        } subject: { operations in
          for _ in 0..<operations { store.send(action) { $0.count += 1 } }
          sink = store.state.count
        }
      }
    }

    /// The floor: reduces the action and compares the states.
    @inline(never)
    private static func asserted(
      _ state: inout Counter.State, _ action: Counter.Action,
      _ change: (inout Counter.State) -> Void
    ) -> Bool {
      var expected = state
      Counter.reduced(&state, action)
      change(&expected)
      return state == expected
    }
  }
#endif
