/// A measurement for programs, as one line.
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
}

/// A number in JSON, to a thousandth.
private func number(_ value: Double) -> String { String((value * 1_000).rounded() / 1_000) }
