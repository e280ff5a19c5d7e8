/// The rows of a list, laid out one below the other or in columns.
struct ListRows<Action: Sendable> {
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

  /// - Parameter list: the whole list, which decides on the columns: a query does not change them.
  init(
    count: Int, width: Int, limit: Int, names: [String], gridColumns: Int?,
    told: Set<String>, hasLastRows: Bool,
    list: (count: Int, isInColumns: Bool, element: (Int) -> Screen<Action>.Element),
    _ element: @escaping (Int) -> Screen<Action>.Element
  ) {
    (self.count, self.width, self.element) = (count, width, element)
    (self.told, self.hasLastRows) = (told, hasLastRows && gridColumns == nil)
    func sample(_ count: Int, _ element: (Int) -> Screen<Action>.Element) -> [Screen<Action>
      .Element]
    {
      (0..<min(count, 2 * limit)).map { row in
        element(row < limit ? row : count - 1 + limit - row)
      }
    }
    let (rows, whole) = (sample(count, element), sample(list.count, list.element))
    let own = whole.compactMap(\.name)
    let alone = Page(width: width, names: own)
    // A reason that the rows share stands beside one of them.
    sampleReasons = Set(rows.compactMap(\.disabledReason))
    let areAlike = Set(whole.compactMap(\.disabledReason)).count == 1
    let widest = whole.lazy.map { element in
      if element.isTitledText { return Self.textWidth }
      let lines = alone.rows(of: element, grid: [], tellsReason: !areAlike)
      return lines.map(\.text.columns).max() ?? 0
    }
    isGrid = gridColumns != nil
    columns =
      gridColumns.map { Page.columns(of: $0, width: width) }
      ?? (list.isInColumns ? max(width / max(widest.max() ?? width, 1), 1) : 1)
    self.names = columns == 1 ? names + own : names
    let page =
      columns == 1 ? Page(width: width, names: self.names) : alone.narrowed(to: width / columns)
    self.page = page
    tallest =
      rows.lazy.map { page.rows(of: $0, grid: [], tellsReason: true).count }.max() ?? 0
  }

  typealias FirstPage = (lines: [StyledLine], end: Int)

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
    let above = isGrid && rows.lowerBound > first ? [StyledLine([])] : []
    return above
      + StyledLine.beside(cells, Array(repeating: width / columns, count: cells.count))
  }
}
