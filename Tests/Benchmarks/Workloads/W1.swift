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
