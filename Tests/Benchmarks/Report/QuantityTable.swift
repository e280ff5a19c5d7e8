/// What is counted.
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
