/// Text, wrapped to the width of the screen.
///
///     Text("Choose how you sign in.")
///     Text(terms, lines: 10)
///
/// A line break in the text starts a new line on the screen. With a limit, the last line ends in `…`
/// if more would follow; a limit below one counts as one. An empty text takes no line.
///
/// Line breaks of the app and of a user's text are *not* distinguished. Insert a user's text in its
/// ``Swift/String/terminalSafe`` form, which has no line breaks.
public struct Text: Hashable, Sendable {
  public let text: String
  public let lines: Int?

  public init(_ text: String, lines: Int? = nil) {
    self.text = text
    self.lines = lines
  }
}

/// A remark: a hint, a warning or an error.
///
///     Note(.warning, "this address looks mistyped")
///
/// It is marked `i`, `!` or `×`, and wrapped and limited like ``Text``.
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

/// A sign that work is in progress.
///
///     if state.isSaving { Progress("Saving…") }
///
/// It is marked `…` and is not animated, because a screen is a value.
public struct Progress: Hashable, Sendable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }
}

/// A row of cells, aligned with the grid rows directly before and after it.
///
///     GridRow("Lift", "Sets", "Weight")
///     for lift in state.lifts { GridRow(lift.name, "\(lift.sets)", "\(lift.weight) kg") }
///
/// A column is as wide as its widest cell. Rows may have different numbers of cells. Cells beyond the
/// width are truncated.
public struct GridRow: Hashable, Sendable {
  public let cells: [String]

  public init(_ cells: String...) {
    self.init(cells)
  }

  public init(_ cells: [String]) {
    self.cells = cells
  }
}
