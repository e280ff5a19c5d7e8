import CairnDump

extension Benchmark {
  /// The printed difference between two lists that differ in one element. The floor compares the
  /// lists.
  static var difference: Benchmark {
    Benchmark(
      name: "difference", parameters: [10_000], budget: Budget(nanoseconds: 50_000_000),
      growth: Growth(sizes: [1_250, 2_500, 5_000, 10_000], limit: 0.3)
    ) { size in
      let old = (0..<size).map { Item(id: $0, name: "item \($0)", isDone: $0.isMultiple(of: 2)) }
      var new = old
      new[size / 2].isDone.toggle()
      return Workload { [new] operations in
        for _ in 0..<operations { sink = old.indices.count { old[$0] != new[$0] } }
      } subject: { [new] operations in
        for _ in 0..<operations {
          sink = CairnDump.difference(from: old, to: new)?.utf8.count ?? 0
        }
      }
    }
  }
}

private struct Item: Equatable {
  let id: Int
  var name: String
  var isDone: Bool
}
