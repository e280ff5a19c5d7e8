/// A row of cells to read, in columns that are aligned with the grid rows right before and after.
///
///     GridRow("Lift", "Sets", "Weight")
///     for lift in state.lifts { GridRow(lift.name, "\(lift.sets)", "\(lift.weight) kg") }
///
/// A column is as wide as its widest cell; rows may differ in how many cells they have. What does
/// not fit the width is cut.
public struct GridRow: Hashable, Sendable {
  public let cells: [String]

  public init(_ cells: String...) {
    self.init(cells)
  }

  public init(_ cells: [String]) {
    self.cells = cells
  }
}
