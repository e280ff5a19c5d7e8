import Cairn

extension Benchmark {
  private typealias State = Watched.State

  /// A thousand observers, each of a stored property of its own, none of which changes.
  static var w6None: Benchmark {
    properties("W6-none", .changeOther, growth: Growth(sizes: [125, 250, 500, 1_000], limit: 0.3))
  }

  /// One of the properties changes, and is then observed again.
  static var w6One: Benchmark { properties("W6-one", .changeProperty) }

  /// The same with paths through a subscript.
  static var w6SubscriptNone: Benchmark { rows("W6-subscript-none", .changeOther) }

  static var w6SubscriptOne: Benchmark { rows("W6-subscript-one", .changeRow) }

  /// A thousand observers of another store.
  static var w6Elsewhere: Benchmark {
    Benchmark(name: "W6-elsewhere", budget: Budget(ratio: 5, allocations: 0)) { _ in
      let other = Store(State()) { Watched() }
      let observers = State.propertyPaths(1_000).map { Observer(other, $0) }
      let store = Store(State()) { Watched() }
      return Workload { operations in
        var state = State()
        for _ in 0..<operations { Watched.reduced(&state, .changeOther) }
        sink = state.other
      } subject: { operations in
        for _ in 0..<operations { store.send(.changeOther) }
        sink = store.state.other + observers.count
      }
    }
  }

  private static func properties(
    _ name: String, _ action: Watched.Action, growth: Growth? = nil
  ) -> Benchmark {
    Benchmark(name: name, size: 1_000, budget: Budget(ratio: 5), growth: growth) { count in
      let paths = State.propertyPaths(count)
      let offsets = paths.map(offset)
      return watching(paths, action) { PropertyCheck(offsets[$0], $1) }
    }
  }

  private static func rows(_ name: String, _ action: Watched.Action) -> Benchmark {
    Benchmark(name: name, budget: Budget(ratio: 20)) { _ in
      watching(State.rowPaths(1_000), action, RowCheck.init)
    }
  }

  private static func watching(
    _ paths: [KeyPath<State, Int>], _ action: Watched.Action,
    _ check: @escaping (_ place: Int, UnsafePointer<State>) -> Check
  ) -> Workload {
    let store = Store(State()) { Watched() }
    let observers = paths.map { Observer(store, $0) }
    var state = State()
    var checks = Checks(paths.count, &state, check)
    return Workload { operations in
      sink = changed(operations, action, &state, &checks)
    } subject: { operations in
      for _ in 0..<operations {
        store.send(action)
        if observers[0].hasFired { observers[0].watch() }
      }
      sink = store.state.other
    }
  }

  private static func changed(
    _ operations: Int, _ action: Watched.Action, _ state: inout State, _ checks: inout Checks
  ) -> Int {
    var changed = 0
    for _ in 0..<operations {
      Watched.reduced(&state, action)
      changed += checks.takeChanged(&state)
    }
    return changed
  }

  private static func offset(of path: KeyPath<State, Int>) -> Int {
    guard let offset = MemoryLayout<State>.offset(of: path) else {
      fatalError("\(path) is no stored property; observe one that is")
    }
    return offset
  }
}
