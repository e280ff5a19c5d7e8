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

  package func styledLinesWithWholeNotes(width: Int) -> [StyledLine] {
    withWholeNotes { _ in true }.styledLines(width: width)
  }

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

  /// All lines. Cut notes get the lines that are left, and cut errors lines of the texts, too.
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
      .map { more in layout(with { $0.withNote { $0.lines.map { min($0, .max - more) + more } } }) }
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
    var fits = false
    if count <= limit {
      let whole = wholeLines(width: width, fitting: limit)
      fits = whole.count <= limit
      if fits, !hasQuery {
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
      told: reasons, hasLastRows: !elements[first].isTitledText,
      list: (count, isInColumns: !fits, element)
    ) { element(matches?[$0] ?? $0) }
    let heading = hasQuery ? [rows.found(part.query, of: count)] : []
    let names = rows.names
    func lines(_ list: [StyledLine], in rest: Screen) -> [StyledLine] {
      rest.groupedLines(width: width, names: names, list: (first, list)).lines
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

extension Screen.Element {
  var isTitledText: Bool {
    if case .text(let text) = self { text.title != nil } else { false }
  }

  fileprivate var isText: Bool { if case .text = self { true } else { false } }

  fileprivate var isError: Bool { note?.level == .error }
  fileprivate var isProgress: Bool { if case .progress = self { true } else { false } }
  fileprivate var isRemark: Bool { note != nil || isProgress }
  fileprivate var hasNoteLimit: Bool { note?.lines != nil }

  fileprivate func withNote(_ lines: (Note) -> Int?) -> Self {
    note.map { .note(Note($0.level, $0.text, lines: lines($0))) } ?? self
  }

  fileprivate func withText(limitedTo lines: Int) -> Self {
    if case .text(let text) = self { .text(text.limited(to: lines)) } else { self }
  }

  var name: String? { input?.name }
  fileprivate var rowName: String {
    if case .text(let text) = self { text.title ?? "" } else { name ?? "" }
  }
  var disabledReason: String? { input?.disabledReason }

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
