import Foundation

/// Rows of cells, one above the other.
struct Columns {
  /// How wide each column is; a negative width aligns to the right.
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

/// A number as people read it, to three digits.
func short(_ value: Double) -> String {
  value.formatted(
    .number.precision(.significantDigits(1...3)).grouping(.never).locale(Locale(identifier: "en")))
}
