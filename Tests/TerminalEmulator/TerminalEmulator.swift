import CairnApp

/// An emulation of the terminal features that the programs use: takes bytes, and gives a window of text.
///
/// It supports carriage return, line feed, the `CSI` sequences `A B C D H J K m n`, and hyperlinks (`OSC 8`).
/// Colors, modes and links are recorded and change no text. Anything else stops the test, a bell included.
public struct TerminalEmulator {
  /// What another size does to the window.
  public enum Kind: CaseIterable, Sendable {
    /// Lines are wrapped again, and empty rows below the cursor give way.
    case usual
    /// Lines are wrapped again, and the first rows leave the window, whatever is below the cursor.
    case tmux
    /// Lines are cut.
    case xterm
  }

  public private(set) var columns: Int
  public private(set) var rows: Int
  private let kind: Kind
  /// The answers to the program that asks for the place of the cursor, which were not taken.
  private var answers: [UInt8] = []
  /// The received sequences that change no text, in order: colors (`31m`), modes (`?2004h`).
  public private(set) var modes: [String] = []
  /// The hyperlinks that were printed, in order: the address and the linked text.
  public private(set) var links: [(address: String, text: String)] = []

  private var isInLink = false

  fileprivate struct Cell {
    var character: Character
    var style = ""
    /// Whether it was erased behind a text in its row. Its column counts when lines are wrapped again.
    var isErased = false
  }

  fileprivate struct Line {
    var cells: [Cell] = []
    /// Whether a text that was too long for the row continues in the next one.
    var continues = false

    /// The number of columns up to the last cell that was not erased.
    var end: Int { (cells.lastIndex { !$0.isErased } ?? -1) + 1 }
  }

  private var lines: [Line] = [Line()]
  private var history: [Line] = []
  /// The lines of the history that a higher window takes back.
  private var scrolled = 0
  /// The parameter of the last color sequence: `1` for bold, `36` for cyan, empty for none.
  private var style = ""
  private var row = 0
  private var column = 0
  private var pending: [UInt8] = []

  public init(columns: Int = 80, rows: Int = 24, kind: Kind = .usual) {
    (self.columns, self.rows, self.kind) = (columns, rows, kind)
  }

  /// The window as text: without blanks at the ends of lines, and empty lines at its end.
  public var text: String {
    let lines = lines.map { Self.text(of: $0) }
    return lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1).joined(separator: "\n")
  }

  /// The lines of the window as runs of text in one style, the parameter of a color sequence.
  public var styledLines: [[(text: String, style: String)]] {
    lines.map { line in
      line.cells[..<line.end].filter { $0.character != Self.filler }.reduce(into: []) {
        runs, cell in
        if runs.last?.style == cell.style {
          runs[runs.count - 1].text.append(cell.character)
        } else {
          runs.append((String(cell.character), cell.style))
        }
      }
    }
  }

  /// The lines that scrolled out of the window, and the window.
  public var transcript: String {
    (history.map { Self.text(of: $0) } + [text]).joined(separator: "\n")
  }

  /// The position of the cursor, from 0.
  public var cursor: (row: Int, column: Int) { (row, min(column, columns - 1)) }

  /// The answers since the last call, as bytes from the keyboard.
  public mutating func takeAnswers() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  public mutating func resize(columns: Int, rows: Int) {
    fill()
    // First the height: rows below the cursor give way before those at the top.
    let excess = max(self.rows - rows, 0)
    let belowCursor = min(excess, self.rows - 1 - row)
    lines.removeLast(belowCursor)
    scroll(excess - belowCursor)
    let taken = min(max(rows - self.rows, 0), scrolled)
    lines = history.suffix(taken) + lines
    history.removeLast(taken)
    (self.rows, scrolled, row) = (rows, scrolled - taken, row + taken)
    fill()
    guard columns != self.columns else { return }
    self.columns = columns
    guard kind != .xterm else {
      for index in lines.indices { lines[index].cells = Array(lines[index].cells.prefix(columns)) }
      column = min(column, columns - 1)
      return
    }
    wrapAgain()
  }

  /// Wraps all lines to the width.
  private mutating func wrapAgain() {
    let all = history + lines
    var wrapped: [Line] = []
    var (place, rest) = ((row: 0, column: 0), Line())
    var offset: Int?
    for (index, line) in all.enumerated() {
      if index == history.count + row { offset = rest.cells.count + min(column, line.cells.count) }
      rest.cells += line.cells
      if line.continues, index < all.count - 1 { continue }
      let broken = rest.broken(to: columns)
      if var left = offset {
        var part = 0
        while part < broken.count - 1, left >= broken[part].cells.count {
          left -= broken[part].cells.count
          part += 1
        }
        place = (wrapped.count + part, left)
      }
      wrapped += broken
      (rest, offset) = (Line(), nil)
    }
    if kind == .usual {
      while wrapped.count > place.row + 1, wrapped.last?.cells.isEmpty == true {
        wrapped.removeLast()
      }
    }
    let above = max(wrapped.count - rows, 0)
    (history, lines) = (Array(wrapped[..<above]), Array(wrapped[above...]))
    scrolled = min(scrolled, above)
    (row, column) = place.row < above ? (0, 0) : (place.row - above, place.column)
  }

  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let length = nextLength() {
      let part = Array(pending.prefix(length))
      pending.removeFirst(length)
      take(part)
    }
  }

  /// The length of the next character or sequence in bytes; `nil` if it is incomplete.
  private func nextLength() -> Int? {
    guard let first = pending.first else { return nil }
    if pending.starts(with: [0x1B, UInt8(ascii: "]")]) {
      return pending.firstRange(of: [0x1B, UInt8(ascii: "\\")])?.upperBound
    }
    if first == 0x1B {
      return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    }
    if first < 0x20 || first == 0x7F { return 1 }
    // Characters can consist of several scalars, so that all available text is taken at once.
    let end = pending.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? pending.count
    return String(validating: pending[..<end], as: UTF8.self) == nil ? nil : end
  }

  private mutating func take(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch bytes[0] {
    case 0x1B: obey(text)
    case 0x0D: column = 0
    case 0x0A: feedLine()
    case 0x20...: for character in text { put(character) }
    default: fatalError("the emulator does not know \(text.terminalSafe)")
    }
  }

  private mutating func obey(_ sequence: String) {
    if sequence.hasPrefix("\u{1B}]8;;") {
      let address = String(sequence.dropFirst(5).dropLast(2))
      isInLink = !address.isEmpty
      if isInLink { links.append((address, "")) }
      return
    }
    guard sequence.dropFirst().first == "[", let last = sequence.last else {
      fatalError("the emulator does not know \(sequence.terminalSafe)")
    }
    let argument = sequence.dropFirst(2).dropLast()
    let count = Int(argument) ?? 1
    switch last {
    case "A": row = max(row - count, 0)
    case "B": row = min(row + count, rows - 1)
    case "C": column = min(column + count, columns - 1)
    case "D": column = max(min(column, columns - 1) - count, 0)
    case "H": (row, column) = (0, 0)
    case "J" where argument == "2": clear()
    case "J" where row == 0 && column == 0: clear()
    case "J":
      cut()
      lines.removeSubrange(min(row + 1, lines.count)...)
    case "n": answers += "\u{1B}[\(row + 1);\(min(column, columns - 1) + 1)R".utf8
    case "K": cut()
    case "m", "h", "l":
      modes.append(String(sequence.dropFirst(2)))
      if last == "m" { style = argument == "0" ? "" : String(argument) }
    default: fatalError("the emulator does not know \(sequence.terminalSafe)")
    }
    column = min(column, columns)
  }

  private mutating func put(_ character: Character) {
    if isInLink { links[links.count - 1].text.append(character) }
    let width = character.columns
    if column + width > columns {
      column = 0
      feedLine(continues: true)
    }
    grow()
    guard width > 0 else { return }  // a combining mark after its letter
    while lines[row].cells.count < column + width {
      lines[row].cells.append(Cell(character: " "))
    }
    for index in (0..<column).reversed() where lines[row].cells[index].isErased {
      lines[row].cells[index].isErased = false
    }
    lines[row].cells[column] = Cell(character: character, style: style)
    if width == 2 { lines[row].cells[column + 1] = Cell(character: Self.filler, style: style) }
    column += width
  }

  private mutating func feedLine(continues: Bool = false) {
    grow()
    lines[row].continues = continues
    row += 1
    grow()
    scroll(max(lines.count - rows, 0))
  }

  /// Erases the rest of the row. Of a row that keeps a text, the columns stay in use.
  private mutating func cut() {
    grow()
    if column == 0 {
      lines[row] = Line()
      return
    }
    for index in lines[row].cells.indices.dropFirst(column) {
      lines[row].cells[index] = Cell(character: " ", isErased: true)
    }
  }

  /// Erases the window. Most terminals keep its text in the history.
  private mutating func clear() {
    if kind != .xterm {
      let count = (lines.lastIndex { !$0.cells.isEmpty } ?? -1) + 1
      history += lines.prefix(count)
      scrolled += count
    }
    lines = [Line()]
  }

  private mutating func grow() {
    while lines.count <= row { lines.append(Line()) }
  }

  private mutating func fill() {
    while lines.count < rows { lines.append(Line()) }
  }

  private mutating func scroll(_ count: Int) {
    history += lines.prefix(count)
    lines.removeFirst(count)
    scrolled += count
    row = max(row - count, 0)
  }

  private static func text(of line: Line) -> String {
    String(line.cells.map(\.character).filter { $0 != filler }).trimmed
  }

  /// The second column of a wide character.
  fileprivate static let filler: Character = "\u{0}"
}

extension TerminalEmulator.Line {
  /// The rows of the line in a window of this width. No wide character is broken.
  fileprivate func broken(to columns: Int) -> [Self] {
    var rows = [Self()]
    for cell in cells {
      let isWide = cell.character != TerminalEmulator.filler && cell.character.columns == 2
      let count = rows[rows.count - 1].cells.count
      if cell.character != TerminalEmulator.filler, count + (isWide ? 2 : 1) > columns {
        rows[rows.count - 1].continues = true
        rows.append(Self())
      }
      rows[rows.count - 1].cells.append(cell)
    }
    return rows
  }
}

extension String {
  fileprivate var trimmed: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
