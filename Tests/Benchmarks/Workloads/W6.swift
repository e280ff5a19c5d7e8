import Cairn

extension Benchmark {
  /// A thousand observers, each of a stored property of its own, none of which changes.
  static var w6None: Benchmark {
    properties("W6-none", .changeOther, growth: Growth(sizes: [125, 250, 500, 1_000], limit: 0.3))
  }

  /// One of the properties changes, and is then observed again.
  static var w6One: Benchmark { properties("W6-one", .changeWatched) }

  /// The same with paths through a subscript; the parameter is how many steps they have.
  static var w6SubscriptNone: Benchmark { rows("W6-subscript-none", .changeOther) }

  static var w6SubscriptOne: Benchmark { rows("W6-subscript-one", .changeWatched) }

  /// A thousand observers of another store.
  static var w6Elsewhere: Benchmark {
    Benchmark(name: "W6-elsewhere", budget: Budget(ratio: 5, allocations: 0)) { _ in
      let other = Store(Watched.State()) { Watched() }
      let observers = Watched.State.propertyPaths(1_000).map { Observer(other, $0) }
      let store = Store(Watched.State()) { Watched() }
      return Workload { operations in
        var state = Watched.State()
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
      let paths = Watched.State.propertyPaths(count)
      let offsets = paths.map(offset)
      return watching(paths, action, in: Watched.State(), by: Watched(), Watched.reduced) {
        PropertyCheck(offsets[$0], $1)
      }
    }
  }

  private static func rows(_ name: String, _ action: Rows.Action) -> Benchmark {
    Benchmark(name: name, parameters: [1, 2], budget: Budget(ratio: 20)) { steps in
      watching(
        Rows.State.rowPaths(1_000, steps: steps), action, in: Rows.State(), by: Rows(),
        Rows.reduced,
        RowCheck.init)
    }
  }

  private static func watching<State>(
    _ paths: [KeyPath<State, Int>], _ action: Watched.Action,
    in start: State, by reducer: some Reducer<State, Watched.Action>,
    _ reduced: @escaping (inout State, Watched.Action) -> Void,
    _ check: @escaping (_ place: Int, UnsafeRawPointer) -> Check
  ) -> Workload {
    let store = Store(start) { reducer }
    let observers = paths.map { Observer(store, $0) }
    var state = start
    var checks = withUnsafePointer(to: state) { Checks(paths.count, $0, check) }
    return Workload { operations in
      var changed = 0
      for _ in 0..<operations {
        reduced(&state, action)
        changed += withUnsafePointer(to: state) { checks.takeChanged($0) }
      }
      sink = changed
    } subject: { operations in
      for _ in 0..<operations {
        store.send(action)
        if observers[0].hasFired { observers[0].watch() }
      }
      sink = observers.count
    }
  }

  private static func offset(of path: KeyPath<Watched.State, Int>) -> Int {
    guard let offset = MemoryLayout<Watched.State>.offset(of: path) else {
      fatalError("\(path) is no stored property; observe one that is")
    }
    return offset
  }
}
