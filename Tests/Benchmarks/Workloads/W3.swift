import Cairn

extension Benchmark {
  /// An action to one of many rows, by its id.
  static var w3: Benchmark {
    Benchmark(
      name: "W3", parameters: [1_000, 10_000, 100_000],
      budget: Budget(ratio: 2, allocations: 0, spread: 1.3),
      growth: Growth(sizes: [100, 1_000, 10_000, 100_000], limit: 0.2)
    ) { count in
      let state = Ledger.State(count: count)
      let ids = Array(state.rows.ids)
      var bare = Ledger.Bare(state.rows)
      let store = Store(state) { Ledger() }
      return Workload { operations in
        add(operations, ids, &bare)
        sink = bare.rows[0].amount
      } subject: { operations in
        var place = 0
        for _ in 0..<operations {
          store.send(.row(.element(id: ids[place], action: .add(1))))
          place = place == count - 1 ? 0 : place + 1
        }
        sink = store.state.rows[0].amount
      }
    }
  }

  private static func add(_ operations: Int, _ ids: [String], _ state: inout Ledger.Bare) {
    var place = 0
    for _ in 0..<operations {
      Ledger.reduced(&state, ids[place], .add(1))
      place = place == ids.count - 1 ? 0 : place + 1
    }
  }
}
