/// A search back through the lines that were typed, as it is being typed.
struct HistorySearch: Equatable {
  /// What was in the line when it began, for when it is given up.
  let original: LineBuffer
  private(set) var query = ""
  /// The place of the line that was found; `nil` before the first and where there is none.
  private(set) var place: Int?
  private(set) var hasFailed = false

  init(from line: LineBuffer) { original = line }

  /// Looks for more, from the line that was found on.
  mutating func type(_ text: String, in lines: [String]) {
    query += text
    find(in: lines, before: place.map { $0 + 1 } ?? lines.count)
  }

  /// Looks for less, from the end again.
  mutating func deleteLast(in lines: [String]) {
    query = String(query.dropLast())
    place = nil
    find(in: lines, before: lines.count)
  }

  /// Looks for an older one.
  mutating func older(in lines: [String]) { find(in: lines, before: place ?? lines.count) }

  private mutating func find(in lines: [String], before end: Int) {
    guard !query.isEmpty else {
      hasFailed = false
      return
    }
    let found = lines[..<end].lastIndex { $0.contains(query) }
    hasFailed = found == nil
    place = found ?? place
  }
}
