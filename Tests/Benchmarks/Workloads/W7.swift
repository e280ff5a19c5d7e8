// An executable can link the testing libraries only on Linux; elsewhere only test bundles can.
#if os(Linux)
  import Cairn
  import CairnTesting

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
