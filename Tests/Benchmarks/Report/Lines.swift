import Foundation

/// A figure as a line of JSON.
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

/// A number in JSON, rounded to a thousandth.
private func number(_ value: Double) -> String { String((value * 1_000).rounded() / 1_000) }

/// An exceeded budget that does not depend on the machine.
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
      \(short(measurement.subject)), its floor to the power of \(short(measurement.floor)); the \
      difference must be at most \(short(measurement.growth.limit))
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

/// Unbuffered output: lines appear immediately, also in a pipe.
enum Output {
  static func print(_ lines: String...) { write(lines, to: .standardOutput) }

  static func complain(_ line: String) { write(["benchmarks: " + line], to: .standardError) }

  private static func write(_ lines: [String], to file: FileHandle) {
    file.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
