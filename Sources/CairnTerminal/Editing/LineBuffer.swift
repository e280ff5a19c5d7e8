/// The edited line, with a cursor.
///
/// It moves and deletes by extended grapheme clusters: a letter with its accents is one character.
///
/// - Complexity: O(*k*) in the number of characters that are inserted, deleted or passed; the length of
///   the line does not matter.
struct LineBuffer: Equatable {
  private var left: [Character] = []
  /// The characters under and right of the cursor, the last first.
  private var right: [Character] = []
  /// The text of the last deletion by line or word, for ``yank()``.
  private var killed = ""
  /// Whether a semicolon was typed since the line was replaced.
  private(set) var mayHaveSemicolon = false

  /// A line with the cursor at its end.
  init(_ text: String = "") { replace(with: text) }

  /// The text left of the cursor.
  var before: String { String(left) }
  /// The text under and right of the cursor.
  var after: String { String(right.reversed()) }

  var text: String { before + after }
  var isEmpty: Bool { left.isEmpty && right.isEmpty }

  var cursor: Int { left.count }
  var count: Int { left.count + right.count }

  subscript(index: Int) -> Character {
    index < left.count ? left[index] : right[count - 1 - index]
  }

  mutating func insert(_ text: String) {
    if text.contains(";") { mayHaveSemicolon = true }
    guard let last = left.last else {
      left = Array(text)
      return
    }
    // A mark at the beginning of the text joins the character before it, unless that is very long.
    guard last.utf8.count < 256 else {
      left += text
      return
    }
    left.removeLast()
    left += String(last) + text
  }

  /// Replaces the line and moves the cursor to its end.
  mutating func replace(with text: String) {
    (left, right, mayHaveSemicolon) = (Array(text), [], text.contains(";"))
  }

  mutating func replace(before text: String) {
    left = Array(text)
    if text.contains(";") { mayHaveSemicolon = true }
  }

  mutating func moveLeft() {
    if let character = left.popLast() { right.append(character) }
  }

  mutating func moveRight() {
    guard let character = right.popLast() else { return }
    if character.isASCII { left.append(character) } else { insert(String(character)) }
  }

  mutating func move(to index: Int) {
    while left.count > index { moveLeft() }
    let rest = count - index
    while right.count > rest { moveRight() }
  }

  mutating func deleteLeft() { _ = left.popLast() }

  mutating func deleteRight() { _ = right.popLast() }

  /// Deletes the text between the cursor and a place left or right of it.
  mutating func kill(to index: Int) {
    let rest = count - index
    if index < left.count {
      killed = String(left[index...])
      left.removeSubrange(index...)
    } else if rest < right.count {
      killed = String(right[rest...].reversed())
      right.removeSubrange(rest...)
    }
  }

  mutating func yank() { insert(killed) }

  /// Forgets the deleted text, which may be part of a secret.
  mutating func forgetKilled() { killed = "" }

  /// The start of the last run of letters and digits left of the cursor.
  var wordStart: Int { lastStart(of: \.isPartOfWord) }

  /// The place behind the last white space before a word, past punctuation.
  var longWordStart: Int { lastStart { !$0.isWhitespace } }

  /// The start of the last run of these characters left of the cursor.
  private func lastStart(of belongs: (Character) -> Bool) -> Int {
    guard let last = left.lastIndex(where: belongs) else { return 0 }
    return left[..<last].lastIndex { !belongs($0) }.map { $0 + 1 } ?? 0
  }

  /// The end of the next run of letters and digits right of the cursor.
  var wordEnd: Int {
    guard let first = right.lastIndex(where: \.isPartOfWord) else { return count }
    return right[..<first].lastIndex { !$0.isPartOfWord }.map { count - 1 - $0 } ?? count
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
