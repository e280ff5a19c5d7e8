import CairnScreen

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

/// The line being typed as it stands on the terminal: rows, and the place of the cursor.
struct PromptLayout: Equatable {
  let rows: [String]
  let cursor: (row: Int, column: Int)

  /// - Parameters:
  ///   - prompt: what stands before the line.
  ///   - before: the part left of the cursor, safe for a terminal, as is `after`.
  init(prompt: String, before: String, after: String, width: Int) {
    var rows = [""]
    var column = 0
    func add(_ text: String) {
      for character in text {
        if column + character.columns > width {
          rows.append("")
          column = 0
        }
        rows[rows.count - 1].append(character)
        column += character.columns
      }
    }
    add(prompt)
    add(before)
    // The cursor needs a column of its own, also behind a full row.
    let next = after.first?.columns ?? 1
    if column + next > width {
      rows.append("")
      column = 0
    }
    cursor = (rows.count - 1, column)
    add(after)
    self.rows = rows
  }

  static func == (left: PromptLayout, right: PromptLayout) -> Bool {
    left.rows == right.rows && left.cursor == right.cursor
  }
}

extension LineEditor {
  /// The editor's line in a width.
  func layout(width: Int, in context: LineContext) -> PromptLayout {
    if let search {
      let line = search.place.map { history.lines[$0].terminalSafe } ?? ""
      let state = search.hasFailed ? "nothing found" : "search"
      return PromptLayout(
        prompt: "(\(state): \(search.query.terminalSafe)) ", before: line, after: "", width: width)
    }
    switch question {
    case .secret(let name):
      return PromptLayout(
        prompt: "\(name): ", before: buffer.before.bullets, after: buffer.after.bullets,
        width: width)
    case .line:
      let (before, after) = context.shown(buffer)
      return PromptLayout(prompt: "> ", before: before, after: after, width: width)
    }
  }
}

extension LineContext {
  /// Both parts of a line as they may be seen: the value of a secure field is bullets.
  fileprivate func shown(_ line: LineBuffer) -> (before: String, after: String) {
    let text = line.text
    guard isSecret(text) else { return (line.before.terminalSafe, line.after.terminalSafe) }
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    let nameEnd = text[start...].firstIndex(where: \.isWhitespace) ?? text.endIndex
    let nameLength = text[..<nameEnd].count
    let value = text.count - nameLength
    let shown =
      text.prefix(nameLength) + " ".prefix(value) + String(repeating: "•", count: max(value - 1, 0))
    let cursor = line.before.count
    return (String(shown.prefix(cursor)), String(shown.dropFirst(cursor)))
  }
}

extension String {
  fileprivate var bullets: String { String(repeating: "•", count: count) }
}
