/// Text, wrapped to the width of the screen.
///
///     Text("Choose how you sign in.")
///     Text(paragraphs: terms, lines: 10)
///     Text("Who checks my table?", title: "@ada")
///
/// It is one paragraph. Everything that a terminal would obey is escaped, line breaks too, so that a user's
/// text can be inserted as it is. With `paragraphs`, a line break in the text starts a new line on the screen.
///
/// With a limit, the last line ends in `…` if more would follow; a limit below one counts as one. An empty
/// text takes no line.
///
/// A title has a line of its own, and the text is indented below it. Of several titled texts in a row, a window
/// that is lower than the screen shows the first ones, and the number of the others.
///
/// A page in a browser shows a ``Picture`` with the text, which then describes it.
public struct Text: Hashable, Sendable {
  /// The text, with its line breaks.
  public let text: String
  /// The title above the text.
  public let title: String?
  /// The maximum number of lines below the title; `nil` without a limit.
  public private(set) var lines: Int?
  /// The picture that the text describes; a terminal shows the text alone.
  public let picture: Picture?
  private var breaksLines = false

  /// Creates a text of one paragraph, on at most `lines` lines.
  public init(_ text: String, title: String? = nil, lines: Int? = nil, picture: Picture? = nil) {
    self.text = text
    self.title = title
    self.lines = lines
    self.picture = picture
  }

  /// Creates a text of several paragraphs, on at most `lines` lines: each line of `text` is one.
  public init(
    paragraphs text: String, title: String? = nil, lines: Int? = nil, picture: Picture? = nil
  ) {
    self.init(text, title: title, lines: lines, picture: picture)
    breaksLines = true
  }

  func limited(to lines: Int) -> Text {
    var text = self
    text.lines = min(lines, self.lines ?? lines)
    return text
  }

  var safeParagraphs: [String] { breaksLines ? text.terminalSafeLines : [text.terminalSafe] }
}

/// A remark: a hint, a warning or an error.
///
///     Note(.warning, "this address looks mistyped")
///
/// It is marked `i`, `!` or `×`, and wrapped and limited like ``Text``. A line break in it starts a new line.
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
  /// The maximum number of lines, unless a window has more of them left; `nil` without a limit.
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

/// A bar over the whole width that shows how much of a whole has passed.
///
///     ProgressBar(63, of: 180, before: "1:03", after: "-1:57")
///     // 1:03 ━━━━━━━━━━━━━━━━━━━━━━━──────────────────────────────────────────── -1:57
///
/// A bar changes often, as the position of a player does. At a terminal with cursor control a change of
/// bars alone is drawn in place, and prints no new screen. At other terminals and in pipes such a change
/// prints nothing; the next screen has it. Put all that changes with the bar into its two texts.
///
/// The amount is limited to the range from zero to the whole; the bar of an empty whole is empty. The bar
/// is drawn full only if the amount is the whole.
public struct ProgressBar: Hashable, Sendable {
  /// The amount that has passed, from zero to ``whole``.
  public let amount: Int
  /// The whole, not negative.
  public let whole: Int
  /// The text at the left of the bar.
  public let before: String
  /// The text at the right of the bar.
  public let after: String

  /// Creates a bar that shows `amount` of `whole`, between two short texts.
  public init(_ amount: Int, of whole: Int, before: String = "", after: String = "") {
    self.whole = max(whole, 0)
    self.amount = min(max(amount, 0), self.whole)
    self.before = before
    self.after = after
  }

  /// The whole percents that have passed, rounded down.
  public var percent: Int { filled(of: 100) }

  /// The number of filled columns of a bar with `columns` columns, rounded down. It is exact: a `Double` would round
  /// 29 of 100 to less.
  package func filled(of columns: Int) -> Int {
    // No quotient is greater than `columns`, because no amount is greater than the whole.
    whole == 0 ? 0 : whole.dividingFullWidth(amount.multipliedFullWidth(by: columns)).quotient
  }
}
