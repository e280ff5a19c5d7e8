import CairnDump

extension [String] {
  /// These paragraphs, wrapped at spaces into lines of at most `room` columns.
  ///
  /// Longer words are broken too; empty lines at both ends are dropped. Beyond `limit` lines, the last kept line ends
  /// in `…`, after a part of the next word if the line is less than half full.
  package func wrapped(to room: Int, limit: Int?) -> [String] {
    let paragraphs = map { $0.wrapped(to: room) }
    let lines = paragraphs.flatMap(\.self)
    guard
      let first = lines.firstIndex(where: { !$0.isEmpty }),
      let last = lines.lastIndex(where: { !$0.isEmpty })
    else { return [] }
    let shown = lines[first...last]
    guard let limit = limit.map({ Swift.max($0, 1) }), shown.count > limit else {
      return Array(shown)
    }
    let end = first + limit
    var cut = shown[end - 1]
    let ends = paragraphs.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    if cut.columns < room / 2, !ends.contains(end) { cut += " " + shown[end] }
    return shown.prefix(limit - 1) + [(cut + "…").cut(to: room)]
  }
}

extension String {
  fileprivate func wrapped(to room: Int) -> [String] {
    var lines: [String] = []
    var rest = self[...]
    repeat {
      // A character that is wider than the room has a line of its own.
      let shortest = rest.isEmpty ? rest.endIndex : rest.index(after: rest.startIndex)
      let end = Swift.max(rest.lineBreak(within: room), shortest)
      lines.append(String(rest[..<end]).withoutTrailingBlanks)
      rest = rest[end...].drop { $0 == " " }
    } while !rest.isEmpty
    return lines
  }

  /// The text, truncated with `…` to `room` columns.
  package func cut(to room: Int) -> String {
    if self[...].end(within: room) == endIndex { return self }
    return self[..<self[...].end(within: room - 1)] + "…"
  }

  package func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(columns - self.columns, 0))
  }

  /// By scalars: a mark on a space is not blank.
  package var withoutTrailingBlanks: String {
    guard let last = unicodeScalars.lastIndex(where: { !$0.isBlank }) else { return "" }
    return String(unicodeScalars[...last])
  }
}

extension Substring {
  /// The end of the longest prefix of at most `room` columns.
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
    // The spaces of an indentation do not separate words.
    guard let space = self[..<end].lastIndex(of: " "),
      self[..<space].contains(where: { $0 != " " })
    else { return end }
    return space
  }
}

extension String {
  /// The number of terminal columns of the text, if it is ``terminalSafe``.
  ///
  /// Terminals differ in details; emoji and East Asian wide characters count as two. O(n).
  package var columns: Int {
    reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// The number of terminal columns of the character: 0, 1 or 2.
  package var columns: Int {
    // Nearly all characters are ASCII, and a layout measures each several times.
    if let ascii = asciiValue, (0x20..<0x7F).contains(ascii) { return 1 }
    let scalars = unicodeScalars
    // Few characters have the selector, and the table of properties is slow.
    if scalars.contains("\u{FE0F}"), let base = scalars.first, base.properties.isEmoji {
      return 2
    }
    return min(scalars.reduce(0) { $0 + $1.columns }, 2)
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: 0
    default: isConjoiningHangul ? 0 : isEastAsianWide || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// Vowels and final consonants that join the preceding syllable.
  private var isConjoiningHangul: Bool {
    switch value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
    default: false
    }
  }

  /// East_Asian_Width is Wide or Fullwidth, emoji excluded: Unicode Standard Annex #11, by whole blocks
  /// whose unassigned code points are wide by default.
  private var isEastAsianWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F, 0x2E80...0x303E,
      0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
      0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// The text as quoted in a message: safe for a terminal, at most 40 columns.
  package var excerpt: String { String(self).terminalSafe.cut(to: 40) }

  package var inQuotes: String { "\"\(excerpt)\"" }
}

extension String {
  /// The text with every scalar escaped that could control or confuse a terminal.
  ///
  ///     "one\ntwo \u{1B}[2J".terminalSafe  // one\ntwo \u{1B}[2J, in visible characters
  ///
  /// Escaped are control characters, line and paragraph separators, bidirectional controls and other
  /// invisible characters, private-use and unassigned ones, marks without a base, and the scalars of a
  /// character beyond the twelfth. Joiners, variation selectors and tags of flags stay. The escapes are
  /// those of a quoted typed value. O(n). Safe text is returned unchanged, so that the operation is
  /// idempotent.
  ///
  /// A backslash is *not* escaped: the result is for reading, not for parsing.
  public var terminalSafe: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return escapingUnsafe()
  }

  /// The lines of the text, each of them safe. Only LF and CR LF break lines; others are escaped.
  package var terminalSafeLines: [String] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { String($0).terminalSafe }
  }
}

extension Unicode.Scalar {
  /// White space for splitting and trimming: the Unicode property White_Space, which includes tabs,
  /// no-break and ideographic spaces.
  package var isBlank: Bool {
    // Called for every scalar of every line; the table of properties is slow.
    value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
