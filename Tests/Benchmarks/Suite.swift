import CairnApp

/// The benchmarks and quantities that match a filter.
@MainActor
struct Suite {
  let benchmarks: [Benchmark]
  let quantities: [Quantity]

  /// - Parameter filter: A prefix of the names.
  /// - Throws: `UsageError` if no name has the prefix.
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
    ] + testing + [
      .trail, .difference, .explorer, .explorerCores, .explorerClaims, .explorerApp, .explorerDepth,
    ]
  }

  private static var testing: [Benchmark] {
    #if os(Linux)
      [.w7]
    #else
      []
    #endif
  }

  private static var allQuantities: [Quantity] {
    [.store, .soak, .explorer] + Quantity.explorerLarge
      + [.explorerRequests, .explorerShop] + Quantity.copies
  }
}

extension Suite {
  /// Prints the tables of costs, growth and counted quantities. Each row is printed when it is
  /// known.
  func printTables() async {
    let costs = CostTable()
    if !benchmarks.isEmpty { Output.print(costs.heading) }
    for benchmark in benchmarks {
      var measurements: [Measurement] = []
      for parameter in benchmark.parameters {
        let measurement = await benchmark.measurement(at: parameter, .full)
        Output.print(costs.row(measurement))
        measurements.append(measurement)
      }
      for remark in costs.remarks(on: benchmark, measurements) { Output.print(remark) }
    }
    let growths = GrowthTable()
    if benchmarks.contains(where: { $0.growth != nil }) { Output.print("", growths.heading) }
    for benchmark in benchmarks {
      guard let measurement = await benchmark.growthMeasurement(.full) else { continue }
      Output.print(growths.row(measurement))
    }
    let counts = QuantityTable()
    if !quantities.isEmpty { Output.print("", counts.heading) }
    for quantity in quantities {
      Output.print(counts.row(quantity, await quantity.count(.full)))
    }
  }

  /// Prints the same figures as JSON, one object per line.
  func printLines() async {
    for benchmark in benchmarks {
      for parameter in benchmark.parameters {
        Output.print(JSONLine(await benchmark.measurement(at: parameter, .full)).description)
      }
    }
    for benchmark in benchmarks {
      guard let measurement = await benchmark.growthMeasurement(.full) else { continue }
      Output.print(JSONLine(measurement).description)
    }
    for quantity in quantities {
      Output.print(JSONLine(quantity, await quantity.count(.full)).description)
    }
  }

  /// The exceeded budgets among those that do not depend on the machine.
  func excesses() async -> [Excess] {
    var excesses: [Excess] = []
    for benchmark in benchmarks {
      for parameter in benchmark.parameters where benchmark.budget.inForce.allocations != nil {
        let cost = await benchmark.measurement(at: parameter, .short)
        if let excess = Excess(cost) { excesses.append(excess) }
      }
      if let growth = await benchmark.growthMeasurement(.short), let excess = Excess(growth) {
        excesses.append(excess)
      }
    }
    for quantity in quantities {
      if let excess = Excess(quantity, await quantity.count(.short)) { excesses.append(excess) }
    }
    return excesses
  }
}
