/// The rows at the bottom that the line being typed takes, and how to draw them anew.
///
/// What it gives is what to write to the terminal. It uses few sequences, which every terminal
/// knows: carriage return, up (`CSI n A`), right (`CSI n C`), and erase below (`CSI J`).
struct PromptArea {
  /// What is drawn now; `nil` where nothing is.
  private var drawn: PromptLayout?
  /// Rows above the line: what is in flight.
  private var status: [String] = []

  /// Draws a line where the last one is, or where the cursor is if there is none.
  mutating func draw(_ layout: PromptLayout, status: [String], theme: Theme, width: Int) -> String {
    let text = erase(width: width)
    drawn = layout
    self.status = status
    let lines = status.map { theme.colored($0, .progress) } + layout.rows
    let up = layout.rows.count - 1 - layout.cursor.row
    return text + lines.joined(separator: "\r\n") + "\r" + Self.move(up, "A")
      + Self.move(layout.cursor.column, "C")
  }

  /// Takes the line away, with the cursor where it began.
  ///
  /// - Parameter width: what the window has now; rows that were drawn in a wider one are broken.
  mutating func erase(width: Int) -> String {
    guard let layout = drawn else { return "" }
    drawn = nil
    let above = (status + layout.rows.prefix(layout.cursor.row))
      .reduce(0) { $0 + max(1, ($1.columns + width - 1) / width) }
    return "\r" + Self.move(above + layout.cursor.column / width, "A") + "\u{1B}[J"
  }

  /// Leaves the line where it is and goes to a new row below it.
  ///
  /// - Parameter ending: what is written behind the cursor before.
  mutating func leave(_ ending: String = "") -> String {
    guard let layout = drawn else { return "" }
    drawn = nil
    return ending + Self.move(layout.rows.count - 1 - layout.cursor.row, "B") + "\r\n"
  }

  /// Forgets what was drawn: the screen was cleared, or another program has used it.
  mutating func forget() { drawn = nil }

  private static func move(_ count: Int, _ direction: String) -> String {
    count > 0 ? "\u{1B}[\(count)\(direction)" : ""
  }
}
