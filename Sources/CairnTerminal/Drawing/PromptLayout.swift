import CairnApp

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
