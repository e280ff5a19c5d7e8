/// What was found, for programs, as one line.
struct JSONLine: CustomStringConvertible {
  let description: String

  init(_ measurement: Measurement) {
    let cost = measurement.cost
    let parameter = measurement.parameter.map(String.init) ?? "null"
    description = """
      {"name":"\(measurement.name)","parameter":\(parameter),\
      "ns":\(number(cost.subject.least)),"floor_ns":\(number(cost.floor.least)),\
      "ratio":\(number(cost.ratio)),"allocations":\(cost.allocations.map(number) ?? "null")}
      """
  }

  init(_ measurement: GrowthMeasurement) {
    description = """
      {"name":"\(measurement.name)","sizes":\(measurement.growth.sizes),\
      "exponent":\(number(measurement.subject)),"floor_exponent":\(number(measurement.floor))}
      """
  }

  @MainActor
  init(_ quantity: Quantity, _ value: Double?) {
    description = """
      {"name":"\(quantity.name)","count":\(value.map(number) ?? "null"),"unit":"\(quantity.unit)"}
      """
  }
}

/// A number in JSON, to a thousandth.
private func number(_ value: Double) -> String { String((value * 1_000).rounded() / 1_000) }
