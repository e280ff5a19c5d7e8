/// What is counted.
@MainActor
struct QuantityTable {
  private let columns = Columns(widths: [36, -9, -9, 34, 4])

  var heading: String { columns.row(["count of", "", "budget"]) }

  func row(_ quantity: Quantity, _ value: Double?) -> String {
    columns.row([
      quantity.name, value.map(short) ?? "?", quantity.limit.map { "≤ \(short($0))" } ?? "",
      quantity.unit, quantity.isOver(value) ? "over" : "",
    ])
  }
}
