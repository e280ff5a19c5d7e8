import Cairn

extension Benchmark {
  private static let depths = [7, 10_000]
  private static let growth = Growth(sizes: [10, 100, 1_000, 10_000], limit: 0.2)

  /// A screen is pushed and popped.
  static var w4Pair: Benchmark {
    Benchmark(
      name: "W4-pair", parameters: depths,
      budget: Budget(ratio: 10, allocations: 0, spread: 1.2), growth: growth
    ) { depth in
      var state = Folders.Bare(depth: depth)
      let store = Store(Folders.State(depth: depth)) { Folders() }
      return Workload { operations in
        openAndClose(operations, &state)
        sink = state.path.count
      } subject: { operations in
        for number in 0..<operations {
          store.send(.open(number))
          store.send(.back)
        }
        sink = store.state.path.count
      }
    }
  }

  /// An action to the screen on top.
  static var w4Top: Benchmark {
    Benchmark(
      name: "W4-top", parameters: depths, budget: Budget(ratio: 5, allocations: 0, spread: 1.2),
      growth: growth
    ) { depth in
      let state = Folders.State(depth: depth)
      let action = Folders.Action.path(
        .element(id: state.path.ids[depth - 1], action: .select(1)))
      return sending(action, to: state)
    }
  }

  /// An action to what is around the stack.
  static var w4Parent: Benchmark {
    Benchmark(
      name: "W4-parent", parameters: depths, budget: Budget(allocations: 0, spread: 1.2),
      growth: growth
    ) { depth in sending(.refresh, to: Folders.State(depth: depth)) }
  }

  private static func openAndClose(_ operations: Int, _ state: inout Folders.Bare) {
    for number in 0..<operations {
      Folders.reduced(&state, .open(number))
      Folders.reduced(&state, .back)
    }
  }

  private static func sending(_ action: Folders.Action, to state: Folders.State) -> Workload {
    let depth = state.path.count
    var bare = Folders.Bare(depth: depth)
    let store = Store(state) { Folders() }
    return Workload { operations in
      repeated(action, operations, &bare)
      sink = bare.refreshes + bare.path[depth - 1].selection
    } subject: { operations in
      for _ in 0..<operations { store.send(action) }
      sink = store.state.refreshes + store.state.path[depth - 1].selection
    }
  }

  private static func repeated(
    _ action: Folders.Action, _ operations: Int, _ state: inout Folders.Bare
  ) {
    for _ in 0..<operations { Folders.reduced(&state, action) }
  }
}
