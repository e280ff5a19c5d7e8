extension Screen {
  /// The lines that a person sees.
  ///
  ///     print(screen.lines(width: 80).joined(separator: "\n"))
  ///
  /// First the title with the step at the right, then the elements in order, with an empty line
  /// between texts, grids, inputs, list rows and buttons; a note or progress stays with the inputs
  /// that it follows. No line is wider than `width` columns (at least 20), none ends in white
  /// space, the last one is not empty, and all are safe for a terminal. What has one row keeps one:
  /// it is cut with `…`.
  ///
  /// Pure: the same screen and width give the same lines. O(n) in the length of the texts.
  public func lines(width: Int = 80) -> [String] {
    styledLines(width: width).map(\.text)
  }

  /// The same lines as ``lines(width:)``, in parts that a theme can colour.
  public func styledLines(width: Int = 80) -> [StyledLine] {
    let width = max(width, 20)
    let page = Page(width: width, names: names)
    let heading = page.heading(title, step: step)
    var lines = heading.parts.isEmpty ? [] : [heading]
    var group: Group?
    for (element, grid) in zip(elements, gridColumns) {
      let rows = page.rows(of: element, grid: grid)
      if rows.isEmpty { continue }
      let next = Group(of: element, after: group)
      if next != group, !lines.isEmpty { lines.append(StyledLine([])) }
      lines += rows
      group = next
    }
    return lines
  }

  /// For each element the widths of the columns that it is aligned with: those of the grid rows
  /// around it, none for what is no grid row.
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

  /// Elements that stand together, without an empty line between them.
  private enum Group {
    case texts, grid, inputs, rows, buttons

    init(of element: Element, after previous: Group?) {
      switch element {
      case .text: self = .texts
      case .note, .progress: self = previous == .inputs ? .inputs : .texts
      case .grid: self = .grid
      case .input(.field), .input(.toggle), .input(.picker): self = .inputs
      case .input(.row): self = .rows
      case .input(.button): self = .buttons
      }
    }
  }
}

extension Screen.Element {
  fileprivate var gridRow: GridRow? {
    switch self {
    case .grid(let row): row
    case .text, .note, .progress, .input: nil
    }
  }
}
