/// The part of a long list, or of the lines of a long screen, that a window shows.
package struct ListPart: Equatable {
  /// The number of pages before it.
  package var page: Int
  /// The text that each shown row contains.
  package var query: String
  /// Whether the screen that was laid out last has rows or lines out of sight.
  package fileprivate(set) var leavesOut = false
  /// Whether its pages are those of lines; `nil` before a screen was laid out.
  package fileprivate(set) var isOfLines: Bool?
  /// The size of the list, and the names of its ends.
  private var list: [String]?

  package init(page: Int = 0, query: String = "") { (self.page, self.query) = (page, query) }

  /// Another list, and another way of paging, begin at their first page.
  fileprivate mutating func turn(to list: [String], isOfLines: Bool, leavesOut: Bool) {
    if self.list.map({ $0 != list }) ?? false || self.isOfLines.map({ $0 != isOfLines }) ?? false {
      page = 0
    }
    (self.list, self.isOfLines, self.leavesOut) = (list, isOfLines, leavesOut)
  }
}

// For a window that is lower than the screen.
extension Screen {
  /// At most `limit` lines, if this can be reached by a page of the longest list, of the longest run of titled
  /// texts, or of a grid, in columns where there is room. The first page has the first rows and the last ones,
  /// and of texts and cells the first ones. A remark counts the rows or cells that are left out.
  ///
  /// Where that is not enough, each page is one of the lines between the title and the last notes, inputs and
  /// buttons.
  ///
  /// - Parameter part: the page; the last one takes the place of a later one.
  /// - Complexity: Of the list, about `limit` rows are laid out for each page. A query reads each row.
  package func styledLines(
    width: Int, fitting limit: Int, _ part: inout ListPart
  ) -> [StyledLine] {
    listLines(width: width, fitting: limit, &part)
      ?? pagedLines(width: width, fitting: limit, &part)
  }

  /// All lines, with the whole text of each note.
  package func styledLinesWithWholeNotes(width: Int) -> [StyledLine] {
    withWholeNotes { _ in true }.styledLines(width: width)
  }

  /// The size of the longest list, and the names of its ends.
  private var listFacts: [String] {
    let list = outline.longestList
    guard let first = list.first, let last = list.last else { return [] }
    if case .cells(let grid) = elements[first] { return ["\(grid.cells.count)"] }
    return ["\(list.count)", elements[first].rowName, elements[last].rowName]
  }

  /// The title, a page of the lines below it, and the notes, and the last inputs and buttons as far as half of
  /// the lines have room for them.
  private func pagedLines(
    width: Int, fitting limit: Int, _ part: inout ListPart
  ) -> [StyledLine] {
    part.turn(to: listFacts, isOfLines: true, leavesOut: false)
    let (lines, groups, places) = groupedLines(width: width, names: names)
    let start = groups.first?.start ?? lines.count
    let end =
      groups.reversed().prefix {
        [.inputs, .buttons].contains($0.group) && lines.count - $0.start <= limit / 2
      }.last?.start ?? lines.count
    let hasTail = end < lines.count
    let available = limit - start - (lines.count - end) - (hasTail ? 1 : 0)
    guard available >= 3 else { return lines }
    let notes = notesInSight(among: places, to: end, width: width, most: available / 2)
    let room = available - notes.lines.count
    var middle: [StyledLine] = []
    for index in start..<(hasTail ? end - 1 : end) where !notes.places.contains(index) {
      // The empty lines around a note that is elsewhere are one.
      let isSecond = lines[index].parts.isEmpty && middle.last.map(\.parts.isEmpty) ?? true
      if notes.places.isEmpty || !isSecond { middle.append(lines[index]) }
    }
    middle += notes.rest
    let tail = notes.lines + (hasTail ? lines[(end - 1)...] : [])
    guard room >= 3, middle.count > room else { return lines[..<start] + middle + tail }
    func remark(_ count: Int, _ text: String) -> StyledLine {
      let lines = "\(count) more line\(count == 1 ? "" : "s")"
      return StyledLine("  ⋮ \(lines)\(text)", .placeholder).cut(to: width)
    }
    var (number, first, last) = (0, 0, room - 1)
    while number < part.page, last < middle.count {
      (number, first) = (number + 1, last)
      last = min(first + room - (middle.count - first < room ? 1 : 2), middle.count)
    }
    (part.page, part.leavesOut) = (number, true)
    let before = number == 0 ? [] : [remark(first, " before: :less")]
    let after =
      last == middle.count
      ? [] : [remark(middle.count - last, number == 0 ? ": :more" : " after: :more")]
    return lines[..<start] + before + middle[first..<last] + after + tail
  }

  /// The notes and the progress above the last inputs, and each error, which stay in sight.
  ///
  /// - Parameters:
  ///   - places: the lines of each element.
  ///   - most: the most lines for them. Of one that needs more, the whole text is the `rest`.
  private func notesInSight(
    among places: [Range<Int>], to end: Int, width: Int, most: Int
  ) -> (lines: [StyledLine], places: Set<Int>, rest: [StyledLine]) {
    let seen = elements.indices.filter { !places[$0].isEmpty && places[$0].upperBound <= end }
    let last = seen.last { !elements[$0].isRemark } ?? -1
    let kept = seen.filter {
      elements[$0].isRemark && ($0 > last || elements[$0].isError || elements[$0].isProgress)
    }
    let page = Page(width: max(width, 20), names: names)
    func rows(_ limit: Int) -> [[StyledLine]] {
      kept.map {
        page.rows(of: elements[$0].withNote { _ in limit }, grid: [], tellsReason: true)
      }
    }
    let whole = rows(.max)
    let shown =
      whole.joined().count <= most
      ? whole
      : (1...max(most, 1)).reversed().lazy.map(rows).first { $0.joined().count <= most }
    guard let shown else { return ([], [], []) }
    let rest = zip(whole, shown).filter { $0.count > $1.count }.flatMap(\.0)
    return (Array(shown.joined()), Set(kept.flatMap { places[$0] }), rest)
  }

  /// All lines. Notes that would be cut have the lines that are left, and an error those of the texts, too.
  private func wholeLines(width: Int, fitting limit: Int) -> [StyledLine] {
    let lines = withLongerNotes(fitting: limit) { $0.styledLines(width: width) }
    guard lines.count <= limit, elements.contains(where: { $0.isError }),
      elements.contains(where: { $0.isText })
    else { return lines }
    let whole = withWholeNotes { $0 == .error }
    guard whole.styledLines(width: width).count > limit else { return lines }
    return (1..<limit).reversed().lazy
      .map { lines in whole.with { $0.withText(limitedTo: lines) }.styledLines(width: width) }
      .first { $0.count <= limit } ?? lines
  }

  private func withLongerNotes(
    fitting limit: Int, _ layout: @escaping (Screen) -> [StyledLine]
  ) -> [StyledLine] {
    let lines = layout(self)
    guard elements.contains(where: { $0.hasNoteLimit }), lines.count < limit else { return lines }
    return (1...limit - lines.count).reversed().lazy
      .map { more in layout(with { $0.withNote { $0.lines.map { $0 + more } } }) }
      .first { $0.count <= limit } ?? lines
  }

  private func withWholeNotes(_ isWhole: (Note.Level) -> Bool) -> Screen {
    guard elements.contains(where: { $0.hasNoteLimit }) else { return self }
    return with { $0.withNote { isWhole($0.level) ? nil : $0.lines } }
  }

  private func with(_ change: (Element) -> Element) -> Screen {
    Screen(unchecked: id, title, step: step, over: coveredTitle, elements.map(change))
  }

  /// A page of the list; `nil` if neither a page nor the whole screen fits.
  private func listLines(
    width: Int, fitting limit: Int, _ part: inout ListPart
  ) -> [StyledLine]? {
    let list = outline.longestList
    let hasQuery = !part.query.isEmpty && !list.isEmpty
    let grid: Grid? =
      if let first = list.first, case .cells(let grid) = elements[first] { grid } else { nil }
    let count = grid?.cells.count ?? list.count
    if !hasQuery, count <= limit {
      let whole = wholeLines(width: width, fitting: limit)
      if whole.count <= limit {
        part.turn(to: listFacts, isOfLines: false, leavesOut: false)
        part.page = 0
        return whole
      }
    }
    guard let first = list.first, count > 1 || hasQuery else { return nil }
    func element(_ row: Int) -> Element {
      grid.map { .cells(Grid(columns: 1, [$0.cells[row]])) } ?? elements[first + row]
    }
    let matches = hasQuery ? (0..<count).filter { element($0).contains(part.query) } : nil
    let rest = Screen(
      unchecked: id, title, step: step, over: coveredTitle,
      Array(elements[...first] + elements[list.endIndex...]))
    var reasons: Set<String> = []
    for element in elements[..<first] { _ = element.tellsReason(among: &reasons) }
    var rows = ListRows(
      count: matches?.count ?? count, width: max(width, 20), limit: limit,
      names: rest.names.filter { $0 != elements[first].name }, gridColumns: grid?.columns,
      told: reasons, hasLastRows: !elements[first].isTitledText
    ) { element(matches?[$0] ?? $0) }
    let heading = hasQuery ? [rows.found(part.query, of: count)] : []
    let names = rows.names
    func lines(_ list: [StyledLine], in rest: Screen) -> [StyledLine] {
      rest.styledLines(width: width, names: names, list: (first, list))
    }
    func room(in rest: Screen) -> Int {
      max(limit - lines([StyledLine("", .text)], in: rest).count + 1 - heading.count, 1)
    }
    rows.room = room(in: rest)
    // The pages after the first one have the whole notes, if they leave room for rows.
    let later = rest.withWholeNotes { _ in true }
    let laterRoom = room(in: later)
    let isWhole = laterRoom >= max(rows.tallest + 2, rows.room / 2)
    rows.laterRoom = isWhole ? laterRoom : rows.room
    let firstPage = rows.firstPage
    guard hasQuery || rows.fit(after: firstPage) else { return nil }
    part.turn(to: listFacts, isOfLines: false, leavesOut: firstPage.end < rows.count)
    let shown = heading + rows.lines(&part.page, after: firstPage)
    return (part.page > 0 && isWhole ? later : rest)
      .withLongerNotes(fitting: limit) { lines(shown, in: $0) }
  }
}

/// The rows of a list, laid out one below the other or in columns.
private struct ListRows<Action: Sendable> {
  let count: Int
  let width: Int
  /// The names of the inputs that share a column of names.
  let names: [String]
  /// The number of lines for the first page of the list, and for the others.
  var room = 0
  var laterRoom = 0
  /// The lines of the highest row, among those that are measured.
  let tallest: Int
  /// The reasons that stand before the list.
  private let told: Set<String>
  /// The reasons of the measured rows.
  private let sampleReasons: Set<String>
  /// Whether the first page ends in the last rows.
  private let hasLastRows: Bool
  private let element: (Int) -> Screen<Action>.Element
  private let columns: Int
  private let page: Page
  /// Whether it is a grid, with an empty line between cells one below the other.
  private let isGrid: Bool

  /// The width of a text in a column, which is easy to read.
  private static var textWidth: Int { 60 }

  init(
    count: Int, width: Int, limit: Int, names: [String], gridColumns: Int?,
    told: Set<String>, hasLastRows: Bool, _ element: @escaping (Int) -> Screen<Action>.Element
  ) {
    (self.count, self.width, self.element) = (count, width, element)
    (self.told, self.hasLastRows) = (told, hasLastRows && gridColumns == nil)
    let sample = (0..<min(count, 2 * limit)).map { row in
      element(row < limit ? row : count - 1 + limit - row)
    }
    let own = sample.compactMap(\.name)
    let alone = Page(width: width, names: own)
    // A reason that the rows share stands beside one of them.
    sampleReasons = Set(sample.compactMap(\.disabledReason))
    let areAlike = sampleReasons.count == 1
    let widest = sample.lazy.map { element in
      if element.isTitledText { return Self.textWidth }
      let lines = alone.rows(of: element, grid: [], tellsReason: !areAlike)
      return lines.map(\.text.columns).max() ?? 0
    }
    isGrid = gridColumns != nil
    columns =
      gridColumns.map { Page.columns(of: $0, width: width) }
      ?? max(width / max(widest.max() ?? width, 1), 1)
    self.names = columns == 1 ? names + own : names
    let page =
      columns == 1 ? Page(width: width, names: self.names) : alone.narrowed(to: width / columns)
    self.page = page
    tallest =
      sample.lazy.map { page.rows(of: $0, grid: [], tellsReason: true).count }.max() ?? 0
  }

  typealias FirstPage = (lines: [StyledLine], end: Int)

  /// Whether each page fits.
  func fit(after first: FirstPage) -> Bool {
    first.lines.count <= room && (first.end == count || tallest + 2 <= laterRoom)
  }

  /// The first page, and the first row of the second one.
  var firstPage: FirstPage {
    let whole = fill(from: 0, room)
    if whole.end == count { return (whole.lines, count) }
    // Of rows with many lines, fewer than three are in front of the last one.
    let last = !hasLastRows ? 0 : fillBack(to: max(count - columns, 0), 0, told).lines.count
    let head = fill(
      from: 0, to: !hasLastRows ? count : (2 / columns + 1) * columns, room - 1 - last)
    let tail =
      !hasLastRows ? nil : fillBack(to: head.end, room - head.lines.count - 1, head.told)
    let hidden = (tail?.start ?? count) - head.end
    let lines = head.lines + [remark("\(more(hidden)): :more, :find TEXT")] + (tail?.lines ?? [])
    return (lines, head.end)
  }

  /// A page; the last one in place of a later one.
  func lines(_ page: inout Int, after first: FirstPage) -> [StyledLine] {
    guard page > 0, first.end < count else {
      page = 0
      return first.lines
    }
    var (start, number) = (first.end, 1)
    var shown = fill(from: start, laterRoom - 2)
    while number < page, shown.end < count {
      (start, number) = (shown.end, number + 1)
      shown = fill(from: start, laterRoom - 2)
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
    let found = "\(count) of \(all) \(isGrid ? "cells" : "rows")"
    let contain = count == 1 ? "contains" : "contain"
    let room = width - "  ⋮ \(found) \(contain) \"\": :find".columns
    let shown =
      query.excerpt.columns > room && room < 4
      ? "" : " \(contain) \"\(query.excerpt.cut(to: room))\""
    return remark("\(found)\(shown): :find")
  }

  private func more(_ count: Int) -> String {
    "\(count) more \(isGrid ? "cell" : "row")\(count == 1 ? "" : "s")"
  }

  /// As many rows as have room, at least one.
  ///
  /// - Parameter told: the reasons that stand above them; by default, those before the list.
  private func fill(
    from start: Int, to limit: Int = .max, _ room: Int, _ told: Set<String>? = nil
  ) -> (lines: [StyledLine], end: Int, told: Set<String>) {
    var (lines, end, told) = ([StyledLine](), start, told ?? self.told)
    while end < min(limit, count) {
      let next = min(end + columns, count)
      var reasons = told
      let more = beside(end..<next, onPageFrom: start, &reasons)
      if end > start, lines.count + more.count > room { break }
      lines += more
      (end, told) = (next, reasons)
    }
    return (lines, end, told)
  }

  /// The last rows, as many as have room, at least one.
  private func fillBack(
    to first: Int, _ room: Int, _ told: Set<String>
  ) -> (lines: [StyledLine], start: Int) {
    // Of the rows with a reason, one shows it, which the lines below tell.
    var reasons = sampleReasons
    var (height, start) = (0, count)
    while start > first {
      let previous = max(start - columns, first)
      height += beside(previous..<start, onPageFrom: previous, &reasons).count
      if start < count, height > room { break }
      start = previous
    }
    var lines = fill(from: start, .max, told).lines
    while lines.count > room, start + columns < count {
      start += columns
      lines = fill(from: start, .max, told).lines
    }
    return (lines, start)
  }

  /// Rows side by side. Of several rows with the same reason, the first shows it.
  private func beside(
    _ rows: Range<Int>, onPageFrom first: Int, _ told: inout Set<String>
  ) -> [StyledLine] {
    let cells = rows.map { row in
      let element = element(row)
      let tellsReason = element.tellsReason(among: &told)
      return page.rows(of: element, grid: [], tellsReason: tellsReason)
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

  fileprivate var isText: Bool { if case .text = self { true } else { false } }

  private var note: Note? { if case .note(let note) = self { note } else { nil } }
  fileprivate var isError: Bool { note?.level == .error }
  fileprivate var isProgress: Bool { if case .progress = self { true } else { false } }
  fileprivate var isRemark: Bool { note != nil || isProgress }
  fileprivate var hasNoteLimit: Bool { note?.lines != nil }

  /// A note with another limit.
  fileprivate func withNote(_ lines: (Note) -> Int?) -> Self {
    note.map { .note(Note($0.level, $0.text, lines: lines($0))) } ?? self
  }

  fileprivate func withText(limitedTo lines: Int) -> Self {
    if case .text(let text) = self { .text(text.limited(to: lines)) } else { self }
  }

  private var input: Input<Action>? {
    if case .input(let input) = self { input } else { nil }
  }

  fileprivate var name: String? { input?.name }
  /// The name of a row, or the title of a text.
  fileprivate var rowName: String {
    if case .text(let text) = self { text.title ?? "" } else { name ?? "" }
  }
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
