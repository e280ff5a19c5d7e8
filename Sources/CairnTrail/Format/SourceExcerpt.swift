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
    let shown = String(characters[start..<end]).visible
    let caret = min(column - 1, characters.count)
    let padding = Self.padding(under: before + characters[start..<caret])
    return "  \(before)\(shown)\(after)\n  \(padding)^"
  }

  /// White space that takes the same room in a terminal as the characters above it.
  static func padding(under characters: some Sequence<Character>) -> String {
    characters.map { $0 == "\t" ? "\t" : $0.isWide ? "  " : " " }.joined()
  }
}

extension Character {
  /// Whether terminals give it two columns: East Asian wide and full-width forms, and emoji.
  fileprivate var isWide: Bool {
    guard let first = unicodeScalars.first else { return false }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default:
      return first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    }
  }
}
