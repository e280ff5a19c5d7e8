/// What costs too much, on any machine.
@MainActor
struct Excess: CustomStringConvertible {
  nonisolated let description: String

  init?(_ measurement: Measurement) {
    guard measurement.allocatesTooOften, let limit = measurement.budget.allocations,
      let allocations = measurement.cost.allocations
    else { return nil }
    let name = measurement.parameter.map { "\(measurement.name) \($0)" } ?? measurement.name
    description = "\(name): an operation allocates \(short(allocations)) times, at most \(limit)"
  }

  init?(_ measurement: GrowthMeasurement) {
    guard measurement.isOver else { return nil }
    description = """
      \(measurement.name): the cost grows as the size to the power of \
      \(short(measurement.subject)), that of its floor of \(short(measurement.floor)); the \
      difference is to be \(short(measurement.growth.limit)) at most
      """
  }

  init?(_ quantity: Quantity, _ value: Double?) {
    guard quantity.isOver(value), let value else { return nil }
    let budget =
      quantity.limit.map { "\(short(value)) \(quantity.unit), at most \(short($0))" }
      ?? quantity.exact.map { "\(Int(value)) instead of \(Int($0)) \(quantity.unit)" } ?? ""
    description = "\(quantity.name): \(budget)"
  }
}
