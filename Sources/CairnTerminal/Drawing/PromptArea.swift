import CairnApp

/// The rows at the bottom of the window that hold the edited line.
///
/// Each method returns the text to write to the terminal.
struct PromptArea {
  private var drawn: PromptLayout?
  /// The drawn rows above the line, which list effects in flight.
  private var status: [String] = []

  /// The number of drawn rows, in the width in which they were drawn.
  var height: Int { drawn.map { status.count + $0.rows.count } ?? 0 }

  var rows: [String] { drawn?.rows ?? [] }

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
  /// - Parameters:
  ///   - width: the current width. The terminal has wrapped rows that were drawn wider.
  ///   - cursor: the column of the cursor, if the terminal has told it.
  mutating func erase(width: Int, cursor: Int? = nil) -> TerminalText {
    guard drawn != nil else { return TerminalText() }
    let above = rowsAboveCursor(width: width, cursor: cursor)
    drawn = nil
    // Not from the first column: tmux keeps a window that is erased from there in the scrollback.
    return TerminalText(
      .carriageReturn, .up(above), .right(1), .eraseBelow, .carriageReturn, .eraseRight)
  }

  /// The number of rows from the first drawn one to the cursor, in a window of this width.
  func rowsAboveCursor(width: Int, cursor: Int? = nil) -> Int {
    guard let layout = drawn else { return 0 }
    let above = (status + layout.rows.prefix(layout.cursor.row))
      .reduce(0) { $0 + $1.wrappedEnd(width: width).row + 1 }
    let (before, after) = layout.rows[layout.cursor.row].split(atColumn: layout.cursor.column)
    let end = before.wrappedEnd(width: width)
    // Behind a full row, the cursor is on the character that follows, or else where the terminal likes.
    let next = after.first.map(\.columns) ?? (cursor == 0 ? 1 : 0)
    return above + end.row + (end.column + next > width ? 1 : 0)
  }

  mutating func withoutStatus(theme: Theme, width: Int) -> TerminalText {
    guard let drawn, !status.isEmpty else { return TerminalText() }
    return draw(drawn, status: [], theme: theme, width: width)
  }

  /// Keeps the drawn line and moves the cursor to a new row below it.
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
struct PromptLayout {
  let rows: [String]
  let cursor: (row: Int, column: Int)

  /// The texts are safe for a terminal. Of more rows than `height`, those around the cursor are kept.
  init(prompt: String, before: String, after: String, width: Int, height: Int = 100) {
    var rows = [""]
    var column = 0
    func add(_ text: String) {
      for character in text {
        // A window of one column has no room for a wide character.
        let isTooWide = character.columns > width
        let columns = isTooWide ? 1 : character.columns
        if column + columns > width {
          rows.append("")
          column = 0
        }
        rows[rows.count - 1].append(isTooWide ? "…" : character)
        column += columns
      }
    }
    add(prompt)
    add(before)
    // The cursor needs a column of its own, even after a full row.
    let next = min(after.first?.columns ?? 1, width)
    if column + next > width {
      rows.append("")
      column = 0
    }
    let row = rows.count - 1
    cursor = (min(row, height - 1), column)
    add(after)
    self.rows = Array(rows.dropFirst(row - cursor.row).prefix(height))
  }
}

extension String {
  /// The row and the column behind the text, which begins a row that the terminal wraps.
  func wrappedEnd(width: Int) -> (row: Int, column: Int) {
    reduce(into: (row: 0, column: 0)) { end, character in
      let columns = character.columns
      if end.column > 0, end.column + columns > width { end = (end.row + 1, 0) }
      end.column += columns
    }
  }

  fileprivate func split(atColumn column: Int) -> (before: String, after: Substring) {
    var count = 0
    let end = indices.first { index in
      defer { count += self[index].columns }
      return count >= column
    }
    return (String(self[..<(end ?? endIndex)]), self[(end ?? endIndex)...])
  }
}

extension LineEditor {
  /// The rows to draw in a window. Of a longer line, the part around the cursor is drawn, and an
  /// ellipsis takes the place of the prompt.
  ///
  /// - Complexity: O(*k*) in the number of columns of the window.
  func layout(width: Int, height: Int = 100, in context: LineContext) -> PromptLayout {
    let room = width * height
    if let search {
      let line = history.line(at: search.match).map { LineBuffer($0) } ?? LineBuffer()
      let state = search.hasFailed ? "no match" : "search"
      let query = LineBuffer(search.query).drawn(0..<min(search.query.count, room))
      return PromptLayout(
        prompt: "(\(state): \(query)) ", before: line.drawn(0..<min(line.count, room)), after: "",
        width: width, height: height)
    }
    let start = max(0, buffer.cursor - room)
    let (prompt, shown): (String, (Range<Int>) -> String) =
      switch question {
      case .secret(let name): ("\(name): ", \.bullets)
      case .line: ("> ", { context.shown(buffer, $0) })
      }
    return PromptLayout(
      prompt: start > 0 ? "…" : prompt, before: shown(start..<buffer.cursor),
      after: shown(buffer.cursor..<min(buffer.count, buffer.cursor + room)), width: width,
      height: height)
  }
}

extension LineContext {
  /// Characters of a line as they may be shown: bullets from the first value on that may be a secret.
  fileprivate func shown(_ line: LineBuffer, _ range: Range<Int>) -> String {
    guard let nameEnd = secretNameEnd(in: line) else { return line.drawn(range) }
    let name = line.drawn(range.clamped(to: 0..<nameEnd))
    let isSpace = line[nameEnd].isWhitespace
    let space = isSpace && range.contains(nameEnd) ? " " : ""
    return name + space + range.clamped(to: (isSpace ? nameEnd + 1 : nameEnd)..<line.count).bullets
  }
}

extension LineBuffer {
  /// Characters in a form that is safe for a terminal. Of a character with many marks, the first ones
  /// are shown.
  fileprivate func drawn(_ range: Range<Int>) -> String {
    range.map { index in
      let character = self[index]
      guard character.utf8.count > 256 else { return String(character) }
      return String(String.UnicodeScalarView(character.unicodeScalars.prefix(16))) + "…"
    }.joined().terminalSafe
  }
}

extension Range<Int> {
  fileprivate var bullets: String { String(repeating: "•", count: count) }
}
