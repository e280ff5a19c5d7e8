extension Suite {
  /// Prints the costs, each as soon as it is known, then how they grow, and what is counted.
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
    let growing = benchmarks.filter { $0.growth != nil }
    let growths = GrowthTable()
    if !growing.isEmpty { Output.print("", growths.heading) }
    for benchmark in growing {
      guard let measurement = await benchmark.growthMeasurement(.full) else { continue }
      Output.print(growths.row(measurement))
    }
    let counts = QuantityTable()
    if !quantities.isEmpty { Output.print("", counts.heading) }
    for quantity in quantities { Output.print(counts.row(quantity, quantity.count())) }
  }

  /// Prints the same for programs.
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
      Output.print(JSONLine(quantity, quantity.count()).description)
    }
  }

  /// What is too much on any machine.
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
    return excesses + quantities.compactMap { Excess($0, $0.count()) }
  }
}
