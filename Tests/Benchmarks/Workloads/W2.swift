import Cairn

extension Benchmark {
  /// An action to a counter under nested scopes; the floor is the flattened loop.
  static var w2: Benchmark {
    Benchmark(
      name: "W2", parameters: [1, 2, 5, 10],
      budget: Budget(ratio: 8, debugRatio: 150, allocations: 0),
      growth: Growth(sizes: [1, 2, 5, 10], limit: 1.1)
    ) { depth in
      switch depth {
      case 1: oneLevel()
      case 2: twoLevels()
      case 5: fiveLevels()
      case 10: tenLevels()
      default: fatalError("there is no tower of \(depth) levels; add one, or leave it out")
      }
    }
  }

  /// The same; the floor is ten functions, one for each level.
  static var w2Functions: Benchmark {
    Benchmark(
      name: "W2-functions", parameters: [10], budget: Budget(ratio: 2.5, allocations: 0)
    ) { _ in tenLevelsBesideFunctions() }
  }

  private static func oneLevel() -> Workload {
    let action = Level1.Action.child(.add(1))
    let store = Store(Level1.State()) { Level1() }
    return Workload { operations in
      var state = Level1.State()
      for _ in 0..<operations { Counter.flattened(&state, action) }
      sink = state.child.count
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.child.count
    }
  }

  private static func twoLevels() -> Workload {
    let action = Level2.Action.child(.child(.add(1)))
    let store = Store(Level2.State()) { Level2() }
    return Workload { operations in
      var state = Level2.State()
      for _ in 0..<operations { Counter.flattened(&state, action) }
      sink = state.child.child.count
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.child.child.count
    }
  }

  private static func fiveLevels() -> Workload {
    let action = Level5.Action.child(.child(.child(.child(.child(.add(1))))))
    let store = Store(Level5.State()) { Level5() }
    return Workload { operations in
      var state = Level5.State()
      for _ in 0..<operations { Counter.flattened(&state, action) }
      sink = state.child.child.child.child.child.count
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.child.child.child.child.child.count
    }
  }

  private static func tenLevels() -> Workload {
    let action = Level10.Action.child(
      .child(.child(.child(.child(.child(.child(.child(.child(.child(.add(1)))))))))))
    let store = Store(Level10.State()) { Level10() }
    return Workload { operations in
      var state = Level10.State()
      for _ in 0..<operations { Counter.flattened(&state, action) }
      sink = state.child.child.child.child.child.child.child.child.child.child.count
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.child.child.child.child.child.child.child.child.child.child.count
    }
  }

  private static func tenLevelsBesideFunctions() -> Workload {
    let action = Level10.Action.child(
      .child(.child(.child(.child(.child(.child(.child(.child(.child(.add(1)))))))))))
    let store = Store(Level10.State()) { Level10() }
    return Workload { operations in
      var state = Level10.State()
      for _ in 0..<operations { Counter.nested(&state, action) }
      sink = state.child.child.child.child.child.child.child.child.child.child.count
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.child.child.child.child.child.child.child.child.child.child.count
    }
  }
}
