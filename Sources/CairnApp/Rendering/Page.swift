/// Lays out single elements in a width: an indented column of names, and the content beside it.
struct Page {
  private static let indent = StyledLine("  ", .text)
  private static let gap = "  "

  private let width: Int
  private let nameColumn: Int

  private var room: Int { width - Self.indent.text.columns }

  /// The name column is as wide as the longest name, but at most half of the width.
  init(width: Int, names: [String]) {
    self.width = width
    let longest = names.map(\.columns).max() ?? 0
    self.nameColumn = min(longest + Self.gap.columns, width / 2)
  }

  /// The same column of names beside less content.
  func narrowed(to width: Int) -> Page { Page(width: width, nameColumn: nameColumn) }

  private init(width: Int, nameColumn: Int) { (self.width, self.nameColumn) = (width, nameColumn) }

  func heading(_ title: String, beside labels: [String]) -> [StyledLine] {
    // The first labels are left out if they leave no room.
    let endings = labels.indices.map { labels[$0...].joined(separator: Self.gap) }
    let label = endings.first { $0.columns <= width / 2 } ?? ""
    let room = label.isEmpty ? width : max(width - label.columns - Self.gap.columns, 1)
    let lines = wrapped([title.terminalSafe], .title, room: room)
    guard !label.isEmpty else { return lines }
    let first = (lines.first ?? StyledLine([])).text.padded(to: width - label.columns)
    let line = (StyledLine(first, .title) + StyledLine(label, .step)).cut(to: width)
    return [line.withoutTrailingBlanks] + lines.dropFirst()
  }

  /// - Parameters:
  ///   - grid: the column widths of a grid row.
  ///   - tellsReason: whether the reason stands beside a disabled input.
  func rows<Action>(
    of element: Screen<Action>.Element, grid: [Int], tellsReason: Bool
  ) -> [StyledLine] {
    let lines =
      switch element {
      case .text(let text):
        rows(of: text, room: room)
      case .link(let link): lines(of: .link(link), room: room)
      case .note(let note):
        wrapped(
          note.text.terminalSafeLines, marker: note.level.form.mark, note.level.form.role,
          room: room, limit: note.lines)
      case .progress(let progress):
        wrapped(progress.text.terminalSafeLines, marker: "… ", .progress, room: room)
      case .grid(let row): rows(of: row, columns: grid)
      case .cells(let grid): rows(of: grid)
      case .bar(let bar): [row(of: bar)]
      case .input(let input): rows(of: input, tellsReason: tellsReason)
      }
    return lines.map { (Self.indent + $0).withoutTrailingBlanks.cut(to: width) }
  }

  private func rows(of text: Text, room: Int) -> [StyledLine] {
    func lines(room: Int) -> [StyledLine] {
      wrapped(text.safeParagraphs, .text, room: room, limit: text.lines)
    }
    guard let title = text.title else { return lines(room: room) }
    return wrapped([title.terminalSafe], .name, room: room)
      + lines(room: room - Self.indent.text.columns).map { Self.indent + $0 }
  }

  /// Paragraphs in lines of at most `room` columns, without an indent. Further lines continue below the
  /// text beside the marker.
  private func wrapped(
    _ paragraphs: [String], marker: String = "", _ role: StyledLine.Role, room: Int,
    limit: Int? = nil
  ) -> [StyledLine] {
    let hanging = String(repeating: " ", count: marker.columns)
    let lines = paragraphs.wrapped(to: max(room - marker.columns, 1), limit: limit)
    return lines.enumerated().map { index, line in
      StyledLine((index == 0 ? marker : hanging) + line, role).withoutTrailingBlanks
    }
  }

  /// In a window that is too narrow, the widest columns give way, and their cells are wrapped.
  private func rows(of row: GridRow, columns: [Int]) -> [StyledLine] {
    // No column is wider than the room: a long text would take a round for each of its characters.
    var columns = columns.map { min($0, max(room, 1)) }
    var excess = columns.reduce(-Self.gap.columns) { $0 + $1 + Self.gap.columns } - room
    while excess > 0, let widest = columns.indices.max(by: { columns[$0] < columns[$1] }),
      columns[widest] > 1
    {
      columns[widest] -= 1
      excess -= 1
    }
    let cells = zip(row.cells, columns).map { cell, column in
      wrapped([cell.terminalSafe], .value, room: column)
    }
    let lines = StyledLine.beside(cells, columns, gap: Self.gap)
    return lines.isEmpty ? [StyledLine([])] : lines
  }

  /// The columns of a grid that have room. Each has a gap before it, the first one as an indent.
  static func columns(of grid: Int, width: Int) -> Int {
    min(grid, max(width / (Grid.minimumColumnWidth + gap.columns), 1))
  }

  private func rows(of grid: Grid) -> [StyledLine] {
    let gap = Self.gap.columns
    let count = Self.columns(of: grid.columns, width: width)
    let column = (room - gap * (count - 1)) / count
    let cells = grid.cells.map { $0.lines.flatMap { lines(of: $0, room: column) } }
    let rows = stride(from: 0, to: cells.count, by: count).compactMap { start in
      let row = Array(cells[start...].prefix(count))
      return row.allSatisfy(\.isEmpty)
        ? nil
        : StyledLine.beside(row, Array(repeating: column, count: row.count), gap: Self.gap)
    }
    return Array(rows.joined(separator: [StyledLine([])]))
  }

  private func lines(of line: Grid.Line, room: Int) -> [StyledLine] {
    switch line {
    case .text(let text): rows(of: text, room: room)
    case .link(let link):
      [link.shownText.terminalSafe].wrapped(to: room, limit: nil)
        .map { StyledLine($0, .link, link: WebAddress(link.address)) }
    }
  }

  /// The two texts take what they need; a narrow window leaves out the bar, then cuts the texts.
  private func row(of bar: ProgressBar) -> StyledLine {
    let before = bar.before.terminalSafe
    let after = bar.after.terminalSafe
    let texts = [before, after].filter { !$0.isEmpty }
    let used = texts.reduce(0) { $0 + $1.columns + 1 }
    let columns = max(width - Self.indent.text.columns - used, 0)
    let filled = bar.filled(of: columns)
    let parts = [
      StyledLine(before.isEmpty ? "" : before + " ", .text),
      StyledLine(String(repeating: "━", count: filled), .bar),
      StyledLine(String(repeating: "─", count: columns - filled), .emptyBar),
      StyledLine(after.isEmpty ? "" : " " + after, .text),
    ]
    return parts.reduce(StyledLine([])) { $0 + $1 }
  }

  /// The name, and the content beside it; below it, if the name needs more than its column.
  private func rows<Action>(of input: Input<Action>, tellsReason: Bool) -> [StyledLine] {
    let content = lines(of: input.parts(tellsReason: tellsReason), room: room - nameColumn)
    let isBeside = input.name.columns <= nameColumn - Self.gap.columns
    guard isBeside, let first = content.first else {
      return wrapped([input.name], .name, room: room) + content.map(besideName)
    }
    let name = StyledLine(input.name.padded(to: nameColumn), .name)
    return [name + first] + content.dropFirst().map(besideName)
  }

  private func besideName(_ line: StyledLine) -> StyledLine {
    StyledLine("", .text).padded(to: nameColumn) + line
  }

  /// The parts that fit on the first line, in order; each other part on lines of its own.
  private func lines(of parts: [Part], room: Int) -> [StyledLine] {
    parts.reduce(into: []) { lines, part in
      let line = StyledLine(part.marker + part.text, part.role)
      if lines.count == 1, lines[0].text.columns + Self.gap.columns + line.text.columns <= room {
        lines[0] = lines[0] + StyledLine(Self.gap, .text) + line
      } else {
        lines += wrapped(
          [part.text], marker: part.marker, part.role, room: room, limit: part.limit)
      }
    }
  }
}

/// A part of an input that is wrapped by itself: its value, its options, or the reason why it is disabled.
private struct Part {
  var marker = ""
  let text: String
  let role: StyledLine.Role
  var limit: Int?
}

extension Note.Level {
  /// The mark of a note, its role, and its word for speech output.
  var form: (mark: String, role: StyledLine.Role, word: String) {
    switch self {
    case .info: ("i ", .info, "Note")
    case .warning: ("! ", .warning, "Warning")
    case .error: ("× ", .error, "Error")
    }
  }
}

extension Input {
  fileprivate func parts(tellsReason: Bool) -> [Part] {
    let reason = disabledText(tellsReason: tellsReason)
    return shown + (reason.map { [Part(text: $0, role: .disabled)] } ?? [])
  }

  private var shown: [Part] {
    switch kind {
    case .field, .secureField:
      guard let value, !value.isEmpty else {
        return [Part(text: "(\(emptyText))", role: .placeholder)]
      }
      // The value was typed, and may be long.
      return [Part(text: value.terminalSafe, role: isSecure ? .secret : .value, limit: 3)]
    case .toggle(let label, let isOn):
      return [Part(marker: isOn ? "[x] " : "[ ] ", text: label.terminalSafe, role: .value)]
    case .picker(let value, let options):
      let shown =
        value.isEmpty
        ? Part(text: "(\(emptyText))", role: .placeholder)
        : Part(text: value.terminalSafe, role: .value)
      let list = options.map(\.terminalSafe).joined(separator: ", ")
      return [shown, Part(text: "of \(list)", role: .placeholder)]
    case .row(let text), .button(let text?):
      return text.isEmpty ? [] : [Part(text: text.terminalSafe, role: .value)]
    case .valueButton(let values):
      return [Part(text: values.terminalSafe, role: .placeholder)]
    case .button(nil): return []
    }
  }
}
