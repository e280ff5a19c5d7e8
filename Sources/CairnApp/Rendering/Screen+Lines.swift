import CairnDump

extension Screen {
  /// The lines of the screen on a terminal.
  ///
  ///     print(screen.lines(width: 80).joined(separator: "\n"))
  ///
  /// The first line has the title and, at the right, the title of a covered screen and the step. If both need more
  /// than half of the line, the covered title is left out, and then the step. The elements follow in order, with an
  /// empty line between texts, grids, bars, inputs, list rows and buttons; a note or progress stays with the inputs
  /// before it. A reason for which several inputs are disabled stands beside the first of them. No line is wider than
  /// `width` columns (at least 20), no line ends in white space, the last line is not empty, and all lines are safe
  /// for a terminal.
  ///
  /// A narrow screen truncates no name, label, option or reason, but continues it on the next line. The value
  /// of a field ends in `…` after three lines, and so do the texts of a bar after one.
  ///
  /// Pure: the same screen and width have the same lines. O(n) in the length of the texts.
  public func lines(width: Int = 80) -> [String] {
    styledLines(width: width).map(\.text)
  }

  /// The lines of ``lines(width:)`` in parts that a theme can color.
  package func styledLines(width: Int = 80) -> [StyledLine] {
    groupedLines(width: width, names: names).lines
  }

  /// The lines, the groups of elements with their first lines, and the lines of each element.
  ///
  /// - Parameter list: the lines in place of those of an element.
  func groupedLines(
    width: Int, names: [String], list: (index: Int, lines: [StyledLine])? = nil
  ) -> (lines: [StyledLine], groups: [(group: Group, start: Int)], places: [Range<Int>]) {
    let width = max(width, 20)
    let page = Page(width: width, names: names)
    let labels = [
      coveredTitle.map { "over \($0.terminalSafe)" }, step.map { "\($0.number)/\($0.count)" },
    ]
    var lines = page.heading(title, beside: labels.compactMap(\.self))
    var groups: [(group: Group, start: Int)] = []
    var places: [Range<Int>] = []
    var group: Group?
    var reasons: Set<String> = []
    for (index, (element, grid)) in zip(elements, gridColumns).enumerated() {
      let tellsReason = element.tellsReason(among: &reasons)
      let rows =
        if let list, list.index == index {
          list.lines
        } else {
          page.rows(of: element, grid: grid, tellsReason: tellsReason)
        }
      if rows.isEmpty {
        places.append(lines.count..<lines.count)
        continue
      }
      let next = Group(of: element, after: group)
      if next != group {
        if !lines.isEmpty { lines.append(StyledLine([])) }
        groups.append((next, lines.count))
      }
      places.append(lines.count..<lines.count + rows.count)
      lines += rows
      group = next
    }
    return (lines, groups, places)
  }

  /// The column widths of each grid row, common to consecutive rows; empty for other elements.
  private var gridColumns: [[Int]] {
    var columns: [[Int]] = []
    for run in elements.split(
      omittingEmptySubsequences: false, whereSeparator: { $0.gridRow == nil })
    {
      let rows = run.compactMap(\.gridRow)
      let widths = rows.reduce(into: [Int]()) { widths, row in
        for (index, cell) in row.cells.enumerated() {
          if index == widths.count { widths.append(0) }
          widths[index] = max(widths[index], cell.terminalSafe.columns)
        }
      }
      columns += rows.map { _ in widths } + [[]]
    }
    return columns.dropLast()
  }

  /// Kinds of elements that are not separated by an empty line.
  enum Group {
    case texts, grid, cells, bars, inputs, rows, buttons

    init(of element: Element, after previous: Group?) {
      switch element {
      case .text, .link: self = .texts
      case .note, .progress: self = previous == .inputs ? .inputs : .texts
      case .grid: self = .grid
      case .cells: self = .cells
      case .bar: self = .bars
      case .input(let input):
        switch input.kind {
        case .field, .secureField, .toggle, .picker: self = .inputs
        case .row: self = .rows
        case .button, .valueButton: self = .buttons
        }
      }
    }
  }
}

extension Screen {
  /// The screen as plain sentences for speech output, one line for each element.
  ///
  /// Lines have no columns and no markers, are safe for a terminal and are never truncated. Pure, and
  /// O(n) in the length of the texts.
  package var plainLines: [String] {
    let heading =
      title.terminalSafe + (coveredTitle.map { ", over \($0.terminalSafe)" } ?? "")
      + (step.map { ", step \($0.number) of \($0.count)" } ?? "")
    var reasons: Set<String> = []
    let lines = elements.flatMap { element in
      element.plainLines(tellsReason: element.tellsReason(among: &reasons))
    }
    return ([heading] + lines).filter { !$0.isEmpty }
  }
}

extension Screen.Element {
  /// Whether no earlier input is disabled for the same reason.
  func tellsReason(among reasons: inout Set<String>) -> Bool {
    guard case .input(let input) = self, let reason = input.disabledReason else { return true }
    return reasons.insert(reason).inserted
  }

  fileprivate func plainLines(tellsReason: Bool) -> [String] {
    switch self {
    case .text(let text): text.title == nil ? text.safeParagraphs : [text.plainLine]
    case .note(let note): ["\(note.level.form.word): \(note.text.safeOnOneLine)"]
    case .progress(let progress): ["In progress: \(progress.text.safeOnOneLine)"]
    case .link(let link): [link.plainLine]
    case .grid(let row): [row.cells.map(\.terminalSafe).joined(separator: ", ")]
    case .cells(let grid): grid.cells.map(\.plainLine)
    case .bar(let bar):
      [
        ["\(bar.percent) percent", bar.before, bar.after].filter { !$0.isEmpty }
          .map(\.safeOnOneLine).joined(separator: ", ")
      ]
    case .input(let input): [input.plainLine(tellsReason: tellsReason)]
    }
  }
}

extension Text {
  fileprivate var plainLine: String {
    (title.map { "\($0.terminalSafe): " } ?? "") + safeParagraphs.joined(separator: " ")
  }
}

extension Link {
  fileprivate var plainLine: String { "link: \(shownText.safeOnOneLine)" }
}

extension Grid.Cell {
  var plainLine: String {
    lines.map { line in
      switch line {
      case .text(let text): text.plainLine
      case .link(let link): link.plainLine
      }
    }
    .joined(separator: ", ")
  }
}

extension Input {
  fileprivate func plainLine(tellsReason: Bool) -> String {
    let disabled = disabledText(tellsReason: tellsReason).map { ", \($0)" } ?? ""
    return "\(name), \(plainContent)\(disabled)"
  }

  /// `disabled`, and the reason if it is told here; `nil` for an enabled input.
  func disabledText(tellsReason: Bool) -> String? {
    disabledReason.map {
      $0.isEmpty || !tellsReason ? "disabled" : "disabled: \($0.terminalSafe)"
    }
  }

  private var plainContent: String {
    switch kind {
    case .field, .secureField:
      guard let value, !value.isEmpty else {
        return (isSecure ? "secure field: " : "field: ") + emptyText
      }
      return isSecure
        ? "secure field: \(counted(value.count, "character"))" : "field: \(value.terminalSafe)"
    case .toggle(let label, let isOn):
      return "toggle, \(isOn ? "on" : "off"): \(label.terminalSafe)"
    case .picker(let value, let options):
      let shown = value.isEmpty ? emptyText : value.terminalSafe
      return "choice: \(shown), of \(options.map(\.terminalSafe).joined(separator: ", "))"
    case .valueButton(let values): return "button with a value: \(values.terminalSafe)"
    case .row(let text): return "row: \(text.terminalSafe)"
    case .button(let label?) where !label.isEmpty: return "button: \(label.terminalSafe)"
    case .button: return "button"
    }
  }
}

extension String {
  fileprivate var safeOnOneLine: String { terminalSafeLines.joined(separator: " ") }
}
