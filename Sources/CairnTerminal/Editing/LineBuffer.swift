/// The edited line, with a cursor.
///
/// It moves and deletes by extended grapheme clusters: a letter with its accents is one character.
struct LineBuffer: Equatable {
  /// The text left of the cursor.
  private(set) var before = ""
  /// The text under and right of the cursor.
  private(set) var after = ""
  /// The text of the last deletion by line or word, for ``yank()``.
  private var killed = ""

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  mutating func insert(_ text: String) { before += text }

  /// Replaces the line and moves the cursor to its end.
  mutating func replace(with text: String) { (before, after) = (text, "") }

  mutating func replace(before text: String) { before = text }

  mutating func moveLeft() {
    if let character = before.popLast() { after.insert(character, at: after.startIndex) }
  }

  mutating func moveRight() {
    if !after.isEmpty { before.append(after.removeFirst()) }
  }

  mutating func moveToStart() { (before, after) = ("", text) }

  mutating func moveToEnd() { (before, after) = (text, "") }

  mutating func moveWordLeft() {
    after = before[before.lastWordStart...] + after
    before.removeSubrange(before.lastWordStart...)
  }

  mutating func moveWordRight() {
    let end = after.firstWordEnd
    before += after[..<end]
    after.removeSubrange(..<end)
  }

  mutating func deleteLeft() { _ = before.popLast() }

  mutating func deleteRight() { if !after.isEmpty { after.removeFirst() } }

  mutating func killToStart() { kill(\.before, before.startIndex..<before.endIndex) }

  mutating func killToEnd() { kill(\.after, after.startIndex..<after.endIndex) }

  mutating func killWordLeft() { kill(\.before, before.lastWordStart..<before.endIndex) }

  mutating func killWordRight() { kill(\.after, after.startIndex..<after.firstWordEnd) }

  /// Deletes to the last white space, past punctuation.
  mutating func killLongWordLeft() {
    let words = before.lastIndex { !$0.isWhitespace }.map { before[...$0] } ?? ""
    let start = words.lastIndex { $0.isWhitespace }.map(before.index(after:)) ?? before.startIndex
    kill(\.before, start..<before.endIndex)
  }

  mutating func yank() { before += killed }

  /// Forgets the deleted text, which may be part of a secret.
  mutating func forgetKilled() { killed = "" }

  private mutating func kill(
    _ side: WritableKeyPath<LineBuffer, String>, _ range: Range<String.Index>
  ) {
    guard !range.isEmpty else { return }
    killed = String(self[keyPath: side][range])
    self[keyPath: side].removeSubrange(range)
  }
}

extension String {
  fileprivate var lastWordStart: Index {
    let word = lastIndex(where: \.isPartOfWord).map { self[...$0] } ?? ""
    return word.lastIndex { !$0.isPartOfWord }.map(index(after:)) ?? startIndex
  }

  fileprivate var firstWordEnd: Index {
    let start = firstIndex(where: \.isPartOfWord) ?? endIndex
    return self[start...].firstIndex { !$0.isPartOfWord } ?? endIndex
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
