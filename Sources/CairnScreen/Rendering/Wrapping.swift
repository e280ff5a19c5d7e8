extension [String] {
  /// These paragraphs, broken at spaces into lines of at most `room` columns.
  ///
  /// Words that are longer are broken too; empty lines at either end are left out. Beyond `limit`
  /// lines, the last one that is kept ends in `…`.
  package func wrapped(to room: Int, limit: Int?) -> [String] {
    let lines = flatMap { $0.wrapped(to: room) }
    guard
      let first = lines.firstIndex(where: { !$0.isEmpty }),
      let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return [] }
    let shown = lines[first...last]
    guard let limit = limit.map({ Swift.max($0, 1) }), shown.count > limit else {
      return Array(shown)
    }
    let cut = shown[first + limit - 1]
    return shown.prefix(limit - 1) + [(cut + "…").cut(to: room)]
  }
}

extension String {
  fileprivate func wrapped(to room: Int) -> [String] {
    var lines: [String] = []
    var rest = self[...]
    repeat {
      let end = rest.lineBreak(within: room)
      lines.append(String(rest[..<end]).withoutTrailingBlanks)
      rest = rest[end...].drop { $0 == " " }
    } while !rest.isEmpty
    return lines
  }

  /// At most `room` columns of the text, with `…` where the rest was.
  package func cut(to room: Int) -> String {
    if self[...].end(within: room) == endIndex { return self }
    return self[..<self[...].end(within: room - 1)] + "…"
  }

  package func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(columns - self.columns, 0))
  }

  /// Scalar by scalar: a mark that sits on a space is no blank.
  package var withoutTrailingBlanks: String {
    guard let last = unicodeScalars.lastIndex(where: { !$0.isBlank }) else { return "" }
    return String(unicodeScalars[...last])
  }
}

extension Substring {
  /// Where the longest beginning of at most `room` columns ends.
  fileprivate func end(within room: Int) -> Index {
    var columns = 0
    return indices.first { index in
      columns += self[index].columns
      return columns > room
    } ?? endIndex
  }

  fileprivate func lineBreak(within room: Int) -> Index {
    let end = end(within: room)
    if end == endIndex || self[end] == " " { return end }
    // The spaces of an indentation do not part words.
    guard let space = self[..<end].lastIndex(of: " "),
      self[..<space].contains(where: { $0 != " " })
    else { return end }
    return space
  }
}
