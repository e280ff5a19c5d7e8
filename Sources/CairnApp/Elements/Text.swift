/// Words to read, wrapped to the width.
///
///     Text("Choose how you sign in.")
///     Text(terms, lines: 10)
///
/// A line break in the text begins a new line on the screen. With a limit, the last line that is
/// shown ends in `…` when more would follow; a limit below one is taken as one.
///
/// It does *not* tell an app's line breaks from those inside a user's text: put such a text in by
/// its ``Swift/String/terminalSafe`` form, which has none. An empty text takes no line.
public struct Text: Hashable, Sendable {
  public let text: String
  public let lines: Int?

  public init(_ text: String, lines: Int? = nil) {
    self.text = text
    self.lines = lines
  }
}

/// A remark on the state of things: a hint, a doubt, a failure.
///
///     Note(.warning, "this address looks mistyped")
///
/// It is marked `i`, `!` or `×`, and wrapped and limited as ``Text`` is.
public struct Note: Hashable, Sendable {
  public enum Level: Hashable, Sendable {
    case info, warning, error
  }

  public let level: Level
  public let text: String
  public let lines: Int?

  public init(_ level: Level, _ text: String, lines: Int? = nil) {
    self.level = level
    self.text = text
    self.lines = lines
  }
}

/// Says that work is in flight.
///
///     if state.isSaving { Progress("Saving…") }
///
/// It is marked `…` and does not move: a screen is a value.
public struct Progress: Hashable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }
}

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
