import Cairn

extension Benchmark {
  /// A stack is built, screen by screen.
  static var w4Build: Benchmark {
    Benchmark(
      name: "W4-build", parameters: [10_000],
      growth: Growth(sizes: [1_250, 2_500, 5_000, 10_000], limit: 0.3)
    ) { depth in
      Workload { operations in
        for _ in 0..<operations { sink = bareStack(depth) }
      } subject: { operations in
        for _ in 0..<operations {
          let store = Store(Folders.State()) { Folders() }
          for number in 0..<depth { store.send(.open(number)) }
          sink = store.state.path.count
        }
      }
    }
  }

  private static func bareStack(_ depth: Int) -> Int {
    var state = Folders.Bare(depth: 0)
    for number in 0..<depth { Folders.reduced(&state, .open(number)) }
    return state.path.count
  }
}
