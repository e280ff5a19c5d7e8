/// The part of a long list, or of the lines of a long screen, that a window shows.
package struct ListPart: Equatable {
  /// The number of pages before it.
  package var page: Int
  /// The text that each shown row contains.
  package var query: String
  /// Whether the screen that was drawn last has more lines.
  package fileprivate(set) var leavesOut = false

  package init(page: Int = 0, query: String = "") { (self.page, self.query) = (page, query) }
}

// For a window that is lower than the screen.
extension Screen {
  /// At most `limit` lines, if this can be reached by a page of the longest list, of the longest run of titled
  /// texts, or of a grid, in columns where there is room. The first page has the first rows and the last ones,
  /// and of texts and cells the first ones. A remark counts the rows or cells that are left out.
  ///
  /// Where that is not enough, the page is one of the lines between the title and the last inputs and buttons.
  ///
  /// - Parameter part: the page; the last one takes the place of a later one.
  /// - Complexity: Of the list, about `limit` rows are laid out for each page. A query reads each row.
  package func styledLines(
    width: Int, fitting limit: Int, _ part: inout ListPart
  ) -> [StyledLine] {
    var listPart = part
    listPart.leavesOut = false
    let lines = listLines(width: width, fitting: limit, &listPart)
    if lines.count <= limit || !part.query.isEmpty {
      part = listPart
      return lines
    }
    return pagedLines(width: width, fitting: limit, &part)
  }

  /// The title, a page of the lines below it, and the last inputs and buttons as far as half of the lines have
  /// room for them.
  private func pagedLines(
    width: Int, fitting limit: Int, _ part: inout ListPart
  ) -> [StyledLine] {
    let (lines, groups) = groupedLines(width: width, names: names)
    let start = groups.first?.start ?? lines.count
    let end =
      groups.reversed().prefix {
        [.inputs, .buttons].contains($0.group) && lines.count - $0.start <= limit / 2
      }.last?.start ?? lines.count
    let room = limit - start - (lines.count - end) - (end < lines.count ? 1 : 0)
    let middle = lines[start..<(end < lines.count ? end - 1 : end)]
    guard room >= 3, middle.count > room else { return lines }
    func remark(_ count: Int, _ text: String) -> StyledLine {
      let lines = "\(count) more line\(count == 1 ? "" : "s")"
      return StyledLine("  ⋮ \(lines)\(text)", .placeholder).cut(to: width)
    }
    var (number, first, last) = (0, start, start + room - 1)
    while number < part.page, last < middle.endIndex {
      (number, first) = (number + 1, last)
      last = min(first + room - (middle.endIndex - first < room ? 1 : 2), middle.endIndex)
    }
    (part.page, part.leavesOut) = (number, true)
    let before = number == 0 ? [] : [remark(first - start, " before: :less")]
    let after =
      last == middle.endIndex
      ? [] : [remark(middle.endIndex - last, number == 0 ? ": :more" : " after: :more")]
    let tail = end < lines.count ? lines[(end - 1)...] : []
    return lines[..<start] + before + lines[first..<last] + after + tail
  }

  /// All lines. Notes that would be cut have the lines that are left, too.
  private func wholeLines(width: Int, fitting limit: Int) -> [StyledLine] {
    let lines = styledLines(width: width)
    let hasLimit = elements.contains {
      if case .note(let note) = $0 { note.lines != nil } else { false }
    }
    guard hasLimit, lines.count < limit else { return lines }
    return (1...limit - lines.count).reversed().lazy
      .map { withNotes(longerBy: $0).styledLines(width: width) }.first { $0.count <= limit }
      ?? lines
  }

  private func withNotes(longerBy more: Int) -> Screen {
    let elements = elements.map { element -> Element in
      guard case .note(let note) = element, let lines = note.lines else { return element }
      return .note(Note(note.level, note.text, lines: lines + more))
    }
    return Screen(unchecked: id, title, step: step, over: coveredTitle, elements)
  }

  private func listLines(
    width: Int, fitting limit: Int, _ part: inout ListPart
  ) -> [StyledLine] {
    let list = outline.longestList
    guard let first = list.first else { return wholeLines(width: width, fitting: limit) }
    let grid: Grid? = if case .cells(let grid) = elements[first] { grid } else { nil }
    let count = grid?.cells.count ?? list.count
    func element(_ row: Int) -> Element {
      grid.map { .cells(Grid(columns: 1, [$0.cells[row]])) } ?? elements[first + row]
    }
    guard count > (grid == nil ? 5 : 1) || !part.query.isEmpty else {
      return wholeLines(width: width, fitting: limit)
    }
    if part.query.isEmpty, count <= limit {
      let whole = wholeLines(width: width, fitting: limit)
      if whole.count <= limit { return whole }
    }
    let matches =
      part.query.isEmpty ? nil : (0..<count).filter { element($0).contains(part.query) }
    let rest = Screen(
      unchecked: id, title, step: step, over: coveredTitle,
      Array(elements[...first] + elements[list.endIndex...]))
    var rows = ListRows(
      count: matches?.count ?? count, width: max(width, 20), limit: limit,
      names: rest.names.filter { $0 != elements[first].name }, gridColumns: grid?.columns
    ) { element(matches?[$0] ?? $0) }
    func lines(_ list: [StyledLine]) -> [StyledLine] {
      rest.styledLines(width: width, names: rows.names, list: (first, list))
    }
    let heading = part.query.isEmpty ? [] : [rows.found(part.query, of: count)]
    rows.room = max(limit - lines([StyledLine("", .text)]).count + 1 - heading.count, 1)
    return lines(heading + rows.lines(&part.page, hasLastRows: !elements[first].isTitledText))
  }
}

/// The rows of a list, laid out one below the other or in columns.
private struct ListRows<Action: Sendable> {
  let count: Int
  let width: Int
  /// The names of the inputs that share a column of names.
  let names: [String]
  /// The number of lines for the list.
  var room = 0
  private let element: (Int) -> Screen<Action>.Element
  private let columns: Int
  private let page: Page
  /// Whether it is a grid, with an empty line between cells one below the other.
  private let isGrid: Bool

  /// The width of a text in a column, which is easy to read.
  private static var textWidth: Int { 60 }

  init(
    count: Int, width: Int, limit: Int, names: [String], gridColumns: Int?,
    _ element: @escaping (Int) -> Screen<Action>.Element
  ) {
    (self.count, self.width, self.element) = (count, width, element)
    let sample = (0..<min(count, 2 * limit)).map { row in
      element(row < limit ? row : count - 1 + limit - row)
    }
    let own = sample.compactMap(\.name)
    let alone = Page(width: width, names: own)
    let widest = sample.lazy.map { element in
      if element.isTitledText { return Self.textWidth }
      let lines = alone.rows(of: element, grid: [], tellsReason: true)
      return lines.map(\.text.columns).max() ?? 0
    }
    isGrid = gridColumns != nil
    columns =
      gridColumns.map { Page.columns(of: $0, width: width) }
      ?? max(width / max(widest.max() ?? width, 1), 1)
    self.names = columns == 1 ? names + own : names
    page =
      columns == 1 ? Page(width: width, names: self.names) : alone.narrowed(to: width / columns)
  }

  func lines(_ page: inout Int, hasLastRows: Bool) -> [StyledLine] {
    let hasLastRows = hasLastRows && !isGrid
    let whole = fill(from: 0, room)
    if whole.end == count {
      page = 0
      return whole.lines
    }
    // Of rows with many lines, fewer than three are in front of the last one.
    let last = !hasLastRows ? 0 : fillBack(to: max(count - columns, 0), 0).lines.count
    let head = fill(
      from: 0, to: !hasLastRows ? count : (2 / columns + 1) * columns, room - 1 - last)
    guard page > 0 else {
      let tail = !hasLastRows ? nil : fillBack(to: head.end, room - head.lines.count - 1)
      let hidden = (tail?.start ?? count) - head.end
      return head.lines + [remark("\(more(hidden)): :more, :find TEXT")] + (tail?.lines ?? [])
    }
    var (start, number) = (head.end, 1)
    var shown = fill(from: start, room - 2)
    while number < page, shown.end < count {
      (start, number) = (shown.end, number + 1)
      shown = fill(from: start, room - 2)
    }
    page = number
    return [remark("\(more(start)) before: :less")] + shown.lines
      + (shown.end < count ? [remark("\(more(count - shown.end)) after: :more")] : [])
  }

  func remark(_ text: String) -> StyledLine {
    StyledLine("  ⋮ " + text, .placeholder).cut(to: width)
  }

  /// The remark on the rows that a query has left. A narrow window cuts the query, or leaves it out.
  func found(_ query: String, of all: Int) -> StyledLine {
    let found = "\(count) of \(all) rows"
    let room = width - "  ⋮ \(found) contain \"\": :find".columns
    let shown =
      query.excerpt.columns > room && room < 4
      ? "" : " contain \"\(query.excerpt.cut(to: room))\""
    return remark("\(found)\(shown): :find")
  }

  private func more(_ count: Int) -> String {
    "\(count) more \(isGrid ? "cell" : "row")\(count == 1 ? "" : "s")"
  }

  /// As many rows as have room, at least one.
  private func fill(
    from start: Int, to limit: Int = .max, _ room: Int
  ) -> (lines: [StyledLine], end: Int) {
    var (lines, end) = ([StyledLine](), start)
    while end < min(limit, count) {
      let next = min(end + columns, count)
      let more = beside(end..<next, onPageFrom: start)
      if end > start, lines.count + more.count > room { break }
      lines += more
      end = next
    }
    return (lines, end)
  }

  /// The last rows, as many as have room, at least one.
  private func fillBack(to first: Int, _ room: Int) -> (lines: [StyledLine], start: Int) {
    var (lines, start) = ([StyledLine](), count)
    while start > first {
      let previous = max(start - columns, first)
      let more = beside(previous..<start, onPageFrom: previous)
      if start < count, lines.count + more.count > room { break }
      lines = more + lines
      start = previous
    }
    return (lines, start)
  }

  /// Rows side by side. Of consecutive rows with the same reason, the first shows it.
  private func beside(_ rows: Range<Int>, onPageFrom first: Int) -> [StyledLine] {
    let cells = rows.map { row in
      let isTold = row > first && element(row - 1).disabledReason == element(row).disabledReason
      return page.rows(of: element(row), grid: [], tellsReason: !isTold)
    }
    let height = cells.map(\.count).max() ?? 0
    let above = isGrid && rows.lowerBound > first ? [StyledLine([])] : []
    return above
      + (0..<height).map { (index: Int) -> StyledLine in
        var line = StyledLine([])
        for cell in cells {
          let part = index < cell.count ? cell[index] : StyledLine([])
          line = line + part.padded(to: width / columns)
        }
        return line.withoutTrailingBlanks
      }
  }
}

extension Screen.Element {
  fileprivate var isTitledText: Bool {
    if case .text(let text) = self { text.title != nil } else { false }
  }

  private var input: Input<Action>? {
    if case .input(let input) = self { input } else { nil }
  }

  fileprivate var name: String? { input?.name }
  fileprivate var disabledReason: String? { input?.disabledReason }

  fileprivate func contains(_ query: String) -> Bool {
    let text =
      switch self {
      case .text(let text): "\(text.title ?? "") \(text.text)"
      case .cells(let grid): grid.cells.map(\.plainLine).joined()
      case .note, .progress, .link, .grid, .bar, .input: "\(name ?? "") \(input?.value ?? "")"
      }
    return text.lowercased().contains(query.lowercased())
  }
}
