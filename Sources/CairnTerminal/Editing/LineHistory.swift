/// The lines that were typed, and where a person is on the way through them.
struct LineHistory {
  private(set) var lines: [String]
  /// `lines.count` at the line that is being typed.
  private var position: Int
  /// The line that was being typed when the way began.
  private var draft = ""

  init(_ lines: [String] = []) {
    self.lines = lines
    position = lines.count
  }

  /// Adds a line, unless it repeats the last one, and goes back behind it.
  mutating func add(_ line: String) {
    if lines.last != line { lines.append(line) }
    position = lines.count
  }

  /// Goes back behind the last line, without adding one.
  mutating func leave() { position = lines.count }

  /// The line before, if there is one; `current` is what is being typed.
  mutating func older(than current: String) -> String? {
    guard position > 0 else { return nil }
    if position == lines.count { draft = current }
    position -= 1
    return lines[position]
  }

  /// The line after; the one that was being typed, at the end.
  mutating func newer() -> String? {
    guard position < lines.count else { return nil }
    position += 1
    return position == lines.count ? draft : lines[position]
  }
}
