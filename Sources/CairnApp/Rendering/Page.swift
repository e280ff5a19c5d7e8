/// Lays out single elements in a width: an indented column of names, and the content beside it.
struct Page {
  private static let indent = StyledLine("  ", .text)
  private static let gap = "  "

  private let width: Int
  private let nameColumn: Int

  /// The columns beside the indent.
  private var room: Int { width - Self.indent.text.columns }

  /// The name column is as wide as the longest name, but at most half of the width.
  init(width: Int, names: [String]) {
    self.width = width
    let longest = names.map(\.columns).max() ?? 0
    self.nameColumn = min(longest + Self.gap.columns, width / 2)
  }

  func heading(_ title: String, step: (number: Int, count: Int)?) -> StyledLine {
    guard let step else {
      return StyledLine(title.terminalSafe.cut(to: width), .title).withoutTrailingBlanks
    }
    let label = "\(step.number)/\(step.count)"
    let room = width - label.columns
    let title = title.terminalSafe.cut(to: max(room - Self.gap.columns, 1))
    return (StyledLine(title.padded(to: room), .title) + StyledLine(label, .step)).cut(to: width)
  }

  /// - Parameter grid: the column widths of a grid row.
  func rows<Action>(of element: Screen<Action>.Element, grid: [Int]) -> [StyledLine] {
    switch element {
    case .text(let text): wrapped(text.text, marker: "", .text, lines: text.lines)
    case .link(let link): lines(of: .link(link), room: room).map { Self.indent + $0 }
    case .note(let note):
      wrapped(note.text, marker: note.level.marker, note.level.role, lines: note.lines)
    case .progress(let progress): wrapped(progress.text, marker: "… ", .progress, lines: nil)
    case .grid(let row): [self.row(of: row, columns: grid)]
    case .cells(let grid): rows(of: grid)
    case .bar(let bar): [row(of: bar)]
    case .input(let input): [row(of: input)]
    }
  }

  private func wrapped(
    _ text: String, marker: String, _ role: StyledLine.Role, lines limit: Int?
  ) -> [StyledLine] {
    let room = room - marker.columns
    let hanging = String(repeating: " ", count: marker.columns)
    return text.terminalSafeLines.wrapped(to: room, limit: limit).enumerated().map { index, line in
      (Self.indent + StyledLine((index == 0 ? marker : hanging) + line, role))
        .withoutTrailingBlanks
    }
  }

  private func row(of row: GridRow, columns: [Int]) -> StyledLine {
    let cells = zip(row.cells, columns).map { $0.terminalSafe.padded(to: $1) }
    return (Self.indent + StyledLine(cells.joined(separator: Self.gap), .value))
      .withoutTrailingBlanks.cut(to: width)
  }

  private func rows(of grid: Grid) -> [StyledLine] {
    let gap = Self.gap.columns
    let count = min(grid.columns, max((room + gap) / (Grid.minimumColumnWidth + gap), 1))
    let column = (room - gap * (count - 1)) / count
    let cells = grid.cells.map { $0.lines.flatMap { lines(of: $0, room: column) } }
    let rows = stride(from: 0, to: cells.count, by: count).map { start in
      let row = cells[start...].prefix(count)
      return (0..<(row.map(\.count).max() ?? 0)).map { index in
        row.reduce(Self.indent) { line, cell in
          let next = index < cell.count ? cell[index] : StyledLine([])
          return line + next.padded(to: column) + StyledLine(Self.gap, .text)
        }
        .withoutTrailingBlanks
      }
    }
    return Array(rows.filter { !$0.isEmpty }.joined(separator: [StyledLine([])]))
  }

  /// The wrapped lines of a text or a link, without an indent.
  private func lines(of line: Grid.Line, room: Int) -> [StyledLine] {
    switch line {
    case .text(let text):
      text.text.terminalSafeLines.wrapped(to: room, limit: text.lines).map { StyledLine($0, .text) }
    case .link(let link):
      [link.shownText.terminalSafe].wrapped(to: room, limit: nil)
        .map { StyledLine($0, .link, link: link.target) }
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
    return parts.reduce(Self.indent) { $0 + $1 }.withoutTrailingBlanks.cut(to: width)
  }

  private func row<Action>(of input: Input<Action>) -> StyledLine {
    let content = content(
      input.shownValue, disabledReason: input.disabledReason, room: room - nameColumn)
    if content.parts.isEmpty {
      return Self.indent + StyledLine(input.name.cut(to: room), .name)
    }
    let name = input.name.cut(to: nameColumn - Self.gap.columns).padded(to: nameColumn)
    return (Self.indent + StyledLine(name, .name) + content).withoutTrailingBlanks
  }

  /// The value and the reason why it is disabled, which takes up to half of the room.
  private func content(_ value: StyledLine, disabledReason: String?, room: Int) -> StyledLine {
    guard let disabledReason else { return value.cut(to: room) }
    let reason = StyledLine(
      disabledReason.isEmpty ? "disabled" : "disabled: " + disabledReason.terminalSafe, .disabled)
    if value.parts.isEmpty { return reason.cut(to: room) }
    let valueRoom = max(room / 2, room - reason.text.columns - Self.gap.columns)
    return (value.cut(to: valueRoom) + StyledLine(Self.gap, .text) + reason).cut(to: room)
  }
}

extension Note.Level {
  fileprivate var marker: String {
    switch self {
    case .info: "i "
    case .warning: "! "
    case .error: "× "
    }
  }

  fileprivate var role: StyledLine.Role {
    switch self {
    case .info: .info
    case .warning: .warning
    case .error: .error
    }
  }
}

extension Input {
  fileprivate var shownValue: StyledLine {
    switch self {
    case .field:
      guard let value, !value.isEmpty else { return StyledLine("(empty)", .placeholder) }
      return StyledLine(value.terminalSafe, isSecure ? .secret : .value)
    case .toggle(let toggle):
      return StyledLine((toggle.isOn ? "[x] " : "[ ] ") + toggle.label.terminalSafe, .value)
    case .picker(let picker):
      let value =
        picker.value.isEmpty
        ? StyledLine("(none)", .placeholder) : StyledLine(picker.value.terminalSafe, .value)
      let options = picker.options.map(\.terminalSafe).joined(separator: ", ")
      return value + StyledLine("  of \(options)", .placeholder)
    case .row(let row): return StyledLine(row.text.terminalSafe, .value)
    case .valueButton(let button): return StyledLine(button.values.terminalSafe, .placeholder)
    case .button: return StyledLine([])
    }
  }
}
