import Foundation

/// The figures as people read them, a line as soon as it is known.
struct Table {
  private static let columns = [16, -9, -10, -10, -9, -7, -8, -12]

  static var heading: String {
    row([
      "name", "parameter", "ns", "median", "floor", "ratio", "budget", "allocations",
    ])
  }

  static func line(_ measurement: Measurement) -> String {
    let budget = measurement.budget.ratioInForce
    let isOver = measurement.isOver
    return row([
      measurement.name, measurement.parameter.map(String.init) ?? "",
      number(measurement.subject.least), number(measurement.subject.median),
      number(measurement.floor.least), number(measurement.ratio),
      budget.map { "≤ \(number($0))" } ?? "",
      measurement.allocations.map(number) ?? "not counted",
    ]) + (isOver ? "  over" : "")
  }

  /// Two digits behind the point where they mean something.
  static func number(_ value: Double) -> String {
    value.formatted(.number.precision(.significantDigits(1...3)).grouping(.never))
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, columns).map { cell, width in
      let padding = String(repeating: " ", count: max(0, abs(width) - cell.count))
      return width < 0 ? padding + cell : cell + padding
    }
    .joined(separator: " ")
  }
}
