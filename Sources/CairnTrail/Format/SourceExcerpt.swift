import CairnScreen

/// A line of a file with a caret under one of its characters, cut around it if the line is long.
struct SourceExcerpt: CustomStringConvertible {
  let line: String
  /// From 1, in characters.
  let column: Int

  private static let longest = 76

  var description: String {
    let characters = Array(line)
    let latestStart = max(0, characters.count - Self.longest)
    let start = min(max(0, column - 1 - Self.longest / 2), latestStart)
    let end = min(characters.count, start + Self.longest)
    let before = start > 0 ? "…" : ""
    let after = end < characters.count ? "…" : ""
    let shown = before + String(characters[start..<end])
    let caret = min(column - 1, characters.count)
    return "  \(shown.terminalSafe)\(after)\n  \((before + characters[start..<caret]).caretAfter)"
  }
}

extension String {
  /// A caret in the column after this text, to stand below it in a terminal.
  var caretAfter: String { "".padded(to: terminalSafe.columns) + "^" }
}
