import CairnApp

/// The rows at the bottom of the window that hold the edited line.
///
/// Each method returns the text to write to the terminal.
struct PromptArea {
  /// The drawn line; `nil` if none is drawn.
  private var drawn: PromptLayout?
  /// The drawn rows above the line, which list effects in flight.
  private var status: [String] = []

  /// Draws a line in place of the drawn one, or at the cursor if none is drawn.
  mutating func draw(
    _ layout: PromptLayout, status: [String], theme: Theme, width: Int
  ) -> TerminalText {
    let text = erase(width: width)
    drawn = layout
    self.status = status
    let rows = layout.rows.map { TerminalText($0) }
    let lines = status.map { theme.colored($0, .progress) } + rows
    let up = layout.rows.count - 1 - layout.cursor.row
    let drawn = text + lines.joined(by: .carriageReturn, .lineFeed)
    return drawn + TerminalText(.carriageReturn, .up(up), .right(layout.cursor.column))
  }

  /// Erases the line and moves the cursor to its beginning.
  ///
  /// - Parameter width: the current width. The terminal has wrapped rows that were drawn wider.
  mutating func erase(width: Int) -> TerminalText {
    guard let layout = drawn else { return TerminalText() }
    drawn = nil
    let above = (status + layout.rows.prefix(layout.cursor.row))
      .reduce(0) { $0 + max(1, ($1.columns + width - 1) / width) }
    return TerminalText(
      .carriageReturn, .up(above + layout.cursor.column / width), .eraseBelow)
  }

  /// Keeps the drawn line and moves the cursor to a new row below it.
  ///
  /// - Parameter ending: text to write at the cursor first.
  mutating func leave(_ ending: String = "") -> TerminalText {
    guard let layout = drawn else { return TerminalText() }
    drawn = nil
    let down = layout.rows.count - 1 - layout.cursor.row
    return TerminalText(ending) + TerminalText(.down(down), .carriageReturn, .lineFeed)
  }

  /// Forgets the drawn line, because the window was cleared or used by another program.
  mutating func forget() { drawn = nil }
}

/// The rows of the edited line on the terminal, and the position of the cursor.
struct PromptLayout: Equatable {
  let rows: [String]
  let cursor: (row: Int, column: Int)

  /// - Parameters:
  ///   - prompt: the text before the line.
  ///   - before: the text left of the cursor. It and `after` are safe for a terminal.
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
    // The cursor needs a column of its own, even after a full row.
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
  /// The rows to draw in a width.
  func layout(width: Int, in context: LineContext) -> PromptLayout {
    if let search {
      let line = search.match.map { history.lines[$0].terminalSafe } ?? ""
      let state = search.hasFailed ? "no match" : "search"
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
  /// Both parts of a line as they may be shown: the value of a secure field as bullets.
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
