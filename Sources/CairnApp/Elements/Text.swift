/// Text, wrapped to the width of the screen.
///
///     Text("Choose how you sign in.")
///     Text(terms, lines: 10)
///     Text("Who checks my table?", title: "@ada")
///
/// A line break in the text starts a new line on the screen. With a limit, the last line ends in `…`
/// if more would follow; a limit below one counts as one. An empty text takes no line.
///
/// A title has a line of its own, and the text is indented below it. Of several titled texts in a row, a window
/// that is lower than the screen shows the first ones, and the number of the others.
///
/// Line breaks of the app and of a user's text are *not* distinguished. Insert a user's text in its
/// ``Swift/String/terminalSafe`` form, which has no line breaks.
public struct Text: Hashable, Sendable {
  /// The text, with its line breaks.
  public let text: String
  /// The title above the text.
  public let title: String?
  /// The maximum number of lines below the title; `nil` without a limit.
  public let lines: Int?

  /// Creates a text of at most `lines` lines.
  public init(_ text: String, title: String? = nil, lines: Int? = nil) {
    self.text = text
    self.title = title
    self.lines = lines
  }
}

/// A remark: a hint, a warning or an error.
///
///     Note(.warning, "this address looks mistyped")
///
/// It is marked `i`, `!` or `×`, and wrapped and limited like ``Text``.
public struct Note: Hashable, Sendable {
  /// The severity of a note.
  public enum Level: Hashable, Sendable {
    /// A hint (`i`), a warning (`!`) or an error (`×`).
    case info, warning, error
  }

  /// The severity, which determines the mark.
  public let level: Level
  /// The text, with its line breaks.
  public let text: String
  /// The maximum number of lines; `nil` without a limit.
  public let lines: Int?

  /// Creates a note of at most `lines` lines.
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
  /// The description of the work.
  public let text: String

  /// Creates a sign with a description of the work.
  public init(_ text: String) {
    self.text = text
  }
}

/// A row of cells, aligned with the grid rows directly before and after it.
///
///     GridRow("Lift", "Sets", "Weight")
///     for lift in state.lifts { GridRow(lift.name, "\(lift.sets)", "\(lift.weight) kg") }
///
/// A column is as wide as its widest cell. Rows may have different numbers of cells. On a narrow screen the
/// widest columns give way, and their cells are wrapped.
public struct GridRow: Hashable, Sendable {
  /// The texts of the cells, from left to right.
  public let cells: [String]

  /// Creates a row of cells, from left to right.
  public init(_ cells: String...) {
    self.init(cells)
  }

  /// Creates a row of cells, from left to right.
  public init(_ cells: [String]) {
    self.cells = cells
  }
}
