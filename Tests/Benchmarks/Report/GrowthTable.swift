/// How costs grow: as which power of the size.
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
