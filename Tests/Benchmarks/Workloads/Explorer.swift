import CAllocations
import CairnModel

extension Benchmark {
  /// All positions of the 8-puzzle are visited. The floor is a loop written for it.
  static var explorer: Benchmark {
    Benchmark(
      name: "explorer", parameters: [181_440], rate: "states", budget: Budget(ratio: 1.5)
    ) { _ in
      Workload { operations in
        for _ in 0..<operations { sink = EightPuzzle.counted().transitions }
      } subject: { operations in
        for _ in 0..<operations { sink = EightPuzzle.explored().transitions }
      }
    }
  }
}

extension Benchmark {
  /// The same on two cores. The floor is one core.
  static var explorerCores: Benchmark {
    Benchmark(
      name: "explorer-cores", parameters: [181_440], rate: "states",
      budget: Budget(ratio: 1 / 1.6)
    ) { _ in
      Workload { operations in
        for _ in 0..<operations { sink = EightPuzzle.explored().transitions }
      } subject: { operations in
        for _ in 0..<operations { sink = EightPuzzle.explored(cores: 2).transitions }
      }
    }
  }
}

extension Quantity {
  /// What it takes to know a state again and to find a way to it.
  static var explorer: Quantity {
    let stride = MemoryLayout<EightPuzzle.State>.stride
    return Quantity(
      name: "memory-explorer", unit: "bytes a state, \(stride) of them its own",
      limit: Double(2 * stride + 32)
    ) {
      guard allocations_are_counted() else { return nil }
      let before = bytes_in_use()
      let exploration = EightPuzzle.explored()
      let bytes = bytes_in_use() - before
      return Double(bytes) / Double(exploration.states)
    }
  }
}

extension EightPuzzle {
  fileprivate static func explored(cores: Int = 1) -> Exploration<State, Move> {
    do {
      return try model.explore(cores: cores)
    } catch {
      fatalError("\(error)")
    }
  }
}
