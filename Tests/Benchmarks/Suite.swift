import CairnApp

/// All that is measured.
@MainActor
struct Suite {
  let benchmarks: [Benchmark]
  let quantities: [Quantity]

  /// - Parameter filter: what names have to begin with.
  init(filter: String) throws(UsageError) {
    benchmarks = Self.allBenchmarks.filter { $0.name.hasPrefix(filter) }
    quantities = Self.allQuantities.filter { $0.name.hasPrefix(filter) }
    guard !benchmarks.isEmpty || !quantities.isEmpty else {
      let names = Self.allBenchmarks.map(\.name) + Self.allQuantities.map(\.name)
      throw UsageError(
        "no name begins with \"\(filter)\"; there are: \(names.joined(separator: ", "))")
    }
  }

  private static var allBenchmarks: [Benchmark] {
    [
      .w1, .w2, .w2Functions, .w3, .w4Pair, .w4Top, .w4Parent, .w4Build, .w5Sync, .w5Chain,
      .w5Async, .w5Simulated, .w6None, .w6One, .w6SubscriptNone, .w6SubscriptOne, .w6Elsewhere,
    ] + testing + [.trail, .difference, .explorer, .explorerCores, .explorerApp]
  }

  private static var testing: [Benchmark] {
    #if os(Linux)
      [.w7]
    #else
      []
    #endif
  }

  private static var allQuantities: [Quantity] {
    [.store, .stackElement, .explorer] + Quantity.explorerLarge + Quantity.copies
  }
}
