import Foundation

/// The table of costs.
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

  /// Lines below the rows of a benchmark: the spread of its ratios, and its rate.
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

/// The table of growth: costs as powers of the size.
struct GrowthTable {
  private let columns = Columns(widths: [18, 26, -9, -9, -14, 4])

  var heading: String {
    columns.row(["growth of", "over the sizes", "exponent", "floor", "budget beyond"])
  }

  func row(_ measurement: GrowthMeasurement) -> String {
    columns.row([
      measurement.name, measurement.growth.sizes.map(String.init).joined(separator: " "),
      short(measurement.subject), short(measurement.floor),
      "≤ \(short(measurement.growth.limit))", measurement.isOver ? "over" : "",
    ])
  }
}

/// The table of counted quantities.
@MainActor
struct QuantityTable {
  private let columns = Columns(widths: [36, -9, -9, 34, 4])

  var heading: String { columns.row(["count of", "", "budget"]) }

  func row(_ quantity: Quantity, _ value: Double?) -> String {
    columns.row([
      quantity.name, value.map(short) ?? "?", budget(quantity), quantity.unit,
      quantity.isOver(value) ? "over" : "",
    ])
  }

  private func budget(_ quantity: Quantity) -> String {
    quantity.limit.map { "≤ \(short($0))" } ?? quantity.exact.map { "= \(short($0))" } ?? ""
  }
}

/// Formats rows of aligned cells.
struct Columns {
  /// The width of each column. A negative width aligns to the right.
  let widths: [Int]

  func row(_ cells: [String]) -> String {
    let row = zip(cells, widths).map { cell, width in
      let padding = String(repeating: " ", count: max(0, abs(width) - cell.count))
      return width < 0 ? padding + cell : cell + padding
    }
    .joined(separator: " ")
    return String(row.reversed().drop { $0 == " " }.reversed())
  }
}

/// A number with three significant digits.
func short(_ value: Double) -> String {
  value.formatted(
    .number.precision(.significantDigits(1...3)).grouping(.never).locale(Locale(identifier: "en")))
}

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
