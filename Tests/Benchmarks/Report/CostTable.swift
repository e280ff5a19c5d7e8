/// What operations cost.
@MainActor
struct CostTable {
  private let columns = Columns(widths: [18, -9, -9, -9, -9, -7, -9, -11, 4])

  var heading: String {
    columns.row([
      "name", "parameter", "ns", "median", "floor", "ratio", "budget", "allocations",
    ])
  }

  func row(_ measurement: Measurement) -> String {
    let cost = measurement.cost
    return columns.row([
      measurement.name, measurement.parameter.map(String.init) ?? "",
      short(cost.subject.least), short(cost.subject.median), short(cost.floor.least),
      short(cost.ratio), limit(measurement.budget),
      cost.allocations.map(short) ?? "?", measurement.isOver ? "over" : "",
    ])
  }

  /// What only several rows together say, or what another unit says better.
  func remarks(on benchmark: Benchmark, _ measurements: [Measurement]) -> [String] {
    guard let first = measurements.first, let last = measurements.last else { return [] }
    var remarks: [String] = []
    if let limit = benchmark.budget.inForce.spread {
      let spread = last.cost.ratio / first.cost.ratio
      remarks.append(
        "the last ratio is \(short(spread)) times the first, ≤ \(short(limit))"
          + (spread > limit ? "  over" : ""))
    }
    if let unit = benchmark.rate, let count = last.parameter {
      let rate = Double(count) / last.cost.subject.least * 1e9
      remarks.append("\(Int(rate)) \(unit) a second")
    }
    return remarks.map { "  \(benchmark.name): \($0)" }
  }

  private func limit(_ budget: Budget) -> String {
    budget.ratio.map { "≤ \(short($0))" }
      ?? budget.nanoseconds.map { "≤ \(short($0)) ns" } ?? ""
  }
}
