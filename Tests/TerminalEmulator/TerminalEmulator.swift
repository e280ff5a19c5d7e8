import CairnApp

/// An emulation of the terminal features that the programs use: takes bytes, and gives a window of text.
///
/// It supports carriage return, line feed, the `CSI` sequences `A B C D H J K m`, and hyperlinks (`OSC 8`).
/// Colors, modes and links are recorded and change no text. Anything else stops the test, a bell included.
public struct TerminalEmulator {
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// The lines that scrolled out of the window.
  public private(set) var history: [String] = []
  /// The received sequences that change no text, in order: colors (`31m`), modes (`?2004h`).
  public private(set) var modes: [String] = []
  /// The hyperlinks that were printed, in order: the address and the linked text.
  public private(set) var links: [(address: String, text: String)] = []

  private var isInLink = false

  private struct Cell {
    var character: Character
    var style = ""
  }

  private var lines: [[Cell]] = [[]]
  /// The parameter of the last color sequence: `1` for bold, `36` for cyan, empty for none.
  private var style = ""
  private var row = 0
  private var column = 0
  private var pending: [UInt8] = []

  public init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    self.rows = rows
  }

  /// The window as text: without blanks at the ends of lines, and empty lines at its end.
  public var text: String {
    let lines = lines.map { Self.text(of: $0) }
    return lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1).joined(separator: "\n")
  }

  /// The lines of the window as runs of text in one style, the parameter of a color sequence.
  public var styledLines: [[(text: String, style: String)]] {
    lines.map { line in
      line.filter { $0.character != Self.filler }.reduce(into: []) { runs, cell in
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
    (history + [text]).joined(separator: "\n")
  }

  /// The position of the cursor, from 0.
  public var cursor: (row: Int, column: Int) { (row, min(column, columns - 1)) }

  /// Wraps lines that are too long for the new width, as most terminals do.
  public mutating func resize(columns: Int, rows: Int) {
    var broken: [[Cell]] = []
    var place = (row: row, column: column)
    for (index, line) in lines.enumerated() {
      if index == row { place = (broken.count + column / columns, column % columns) }
      for start in stride(from: 0, to: max(line.count, 1), by: columns) {
        broken.append(Array(line[start...].prefix(columns)))
      }
    }
    (row, column) = place
    lines = broken
    (self.columns, self.rows) = (columns, rows)
    scroll()
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
    case "J" where argument == "2": lines = [[]]
    case "J":
      cut()
      lines.removeSubrange(min(row + 1, lines.count)...)
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
      feedLine()
    }
    grow()
    guard width > 0 else { return }  // a combining mark after its letter
    while lines[row].count < column + width {
      lines[row].append(Cell(character: " "))
    }
    lines[row][column] = Cell(character: character, style: style)
    if width == 2 { lines[row][column + 1].character = Self.filler }
    column += width
  }

  private mutating func feedLine() {
    row += 1
    grow()
    scroll()
  }

  private mutating func cut() {
    grow()
    lines[row].removeSubrange(min(column, lines[row].count)...)
  }

  private mutating func grow() {
    while lines.count <= row { lines.append([]) }
  }

  private mutating func scroll() {
    while lines.count > rows {
      history.append(Self.text(of: lines.removeFirst()))
      row = max(row - 1, 0)
    }
  }

  private static func text(of line: [Cell]) -> String {
    String(line.map(\.character).filter { $0 != filler }).trimmed
  }

  /// The second column of a wide character.
  private static let filler: Character = "\u{0}"
}

extension String {
  fileprivate var trimmed: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
