import Cairn

extension Benchmark {
  /// An action to a counter under nested scopes. The floor is one function for all levels.
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
      default: fatalError("there is no tower of \(depth) levels; add one or remove the parameter")
      }
    }
  }

  /// The same. The floor is ten functions, one for each level.
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

// The floors of the tower: all levels as one function, and as ten functions.

extension Counter {
  @inline(never)
  static func flattened(_ state: inout Level1.State, _ action: Level1.Action) {
    if case .child(let action) = action { _ = Counter().reduce(into: &state.child, action: action) }
  }

  @inline(never)
  static func flattened(_ state: inout Level2.State, _ action: Level2.Action) {
    guard case .child(.child(let action)) = action else { return }
    _ = Counter().reduce(into: &state.child.child, action: action)
  }

  @inline(never)
  static func flattened(_ state: inout Level5.State, _ action: Level5.Action) {
    guard case .child(.child(.child(.child(.child(let action))))) = action else { return }
    _ = Counter().reduce(into: &state.child.child.child.child.child, action: action)
  }

  @inline(never)
  static func flattened(_ state: inout Level10.State, _ action: Level10.Action) {
    guard
      case .child(
        .child(.child(.child(.child(.child(.child(.child(.child(.child(let action)))))))))) = action
    else { return }
    _ = Counter().reduce(
      into: &state.child.child.child.child.child.child.child.child.child.child, action: action)
  }
}

extension Counter {
  @inline(never)
  static func nested(_ state: inout Level1.State, _ action: Level1.Action) {
    if case .child(let action) = action { reduced(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level2.State, _ action: Level2.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level3.State, _ action: Level3.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level4.State, _ action: Level4.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level5.State, _ action: Level5.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level6.State, _ action: Level6.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level7.State, _ action: Level7.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level8.State, _ action: Level8.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level9.State, _ action: Level9.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }

  @inline(never)
  static func nested(_ state: inout Level10.State, _ action: Level10.Action) {
    if case .child(let action) = action { nested(&state.child, action) }
  }
}
