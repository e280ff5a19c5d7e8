import CairnApp

/// Reads the words of a line from left to right.
///
/// By Unicode scalars, so that a combining mark cannot hide the space or quote before it.
struct WordReader {
  /// The rest of the line, without white space at its end.
  private(set) var rest: Substring

  init(_ content: Substring) {
    rest = content
    while let last = rest.unicodeScalars.last, last.isBlank {
      rest.unicodeScalars.removeLast()
    }
  }

  /// The next word; `nil` at the end.
  mutating func next() -> Substring? {
    skipWhitespace()
    let end = rest.unicodeScalars.firstIndex(where: \.isBlank) ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest.isEmpty ? nil : rest[..<end]
  }

  mutating func next(or missing: String) throws(SyntaxDiagnostic) -> Substring {
    guard let word = next() else { throw SyntaxDiagnostic(missing, at: rest.endIndex) }
    return word
  }

  /// The next word, of which a text in quotes may contain spaces; `nil` at the end.
  mutating func nextQuoted() -> Substring? {
    skipWhitespace()
    var tail = rest.unicodeScalars
    var isQuoted = false
    while let scalar = tail.first, isQuoted || !scalar.isBlank {
      tail = tail.dropFirst(isQuoted && scalar == "\\" ? 2 : 1)
      if scalar == "\"" { isQuoted.toggle() }
    }
    let end = tail.startIndex
    defer { rest = rest[end...] }
    return rest.isEmpty ? nil : rest[..<end]
  }

  /// The rest from its next word on, which must exist.
  mutating func remainder(or missing: String) throws(SyntaxDiagnostic) -> Substring {
    skipWhitespace()
    guard !rest.isEmpty else { throw SyntaxDiagnostic(missing, at: rest.endIndex) }
    return rest
  }

  mutating func lastWord(or missing: String) throws(SyntaxDiagnostic) -> String {
    let word = try next(or: missing)
    try end(after: word)
    return String(word)
  }

  /// The last word, as a number in decimal digits.
  ///
  /// - Parameter rule: the end of the message for an invalid word, after "is not".
  mutating func lastNumber<Number: FixedWidthInteger>(
    in range: ClosedRange<Number>, _ rule: String, or missing: String
  ) throws(SyntaxDiagnostic) -> Number {
    let word = try next(or: missing)
    try end(after: word)
    guard word.allSatisfy(\.isDecimalDigit), let number = Number(word), range.contains(number)
    else { throw SyntaxDiagnostic("\(word.inQuotes) is not \(rule)", at: word.startIndex) }
    return number
  }

  /// Throws if another word follows `word`, which was read last.
  mutating func end(after word: Substring) throws(SyntaxDiagnostic) {
    guard let extra = next() else { return }
    throw SyntaxDiagnostic(
      "nothing can follow \(word.inQuotes); remove \(extra.inQuotes)", at: extra.startIndex)
  }

  mutating func skipWhitespace() {
    rest = Substring(rest.unicodeScalars.drop(while: \.isBlank))
  }
}

extension Character {
  /// Whether it is one of `0` to `9`, not a digit of another script.
  var isDecimalDigit: Bool { "0"..."9" ~= self && isASCII }
}

/// The first character of a line, which determines its kind.
enum LineMark: Character {
  case setting = "%"
  case comment = "#"
  case input = ">"
  case refusedInput = "!"
  case screen = "|"
  case check = "?"
  case time = "@"

  /// Parses the mark of a line that is not empty.
  init(of line: String) throws(SyntaxDiagnostic) {
    guard !line.unicodeScalars.allSatisfy(\.isBlank) else {
      throw SyntaxDiagnostic("the line contains only spaces; make it empty", at: line.startIndex)
    }
    let first = line.unicodeScalars[line.startIndex]
    guard !first.isBlank else {
      throw SyntaxDiagnostic(
        "a line cannot be indented; remove the space before its mark", at: line.startIndex)
    }
    guard let mark = Self(rawValue: Character(first)) else {
      throw SyntaxDiagnostic(
        """
        a line cannot begin with \(String(first).inQuotes); write "> " before an input, or begin \
        with one of ! | ? @ % #
        """, at: line.startIndex)
    }
    self = mark
  }

  /// The content after the mark and one space.
  func content(of line: String) throws(SyntaxDiagnostic) -> Substring {
    let scalars = line.unicodeScalars.dropFirst()
    guard let space = scalars.first else { return line[line.endIndex...] }
    guard space == " " else {
      throw SyntaxDiagnostic("write a space after \"\(rawValue)\"", at: scalars.startIndex)
    }
    let content = Substring(scalars.dropFirst())
    guard let first = content.unicodeScalars.first, first.isBlank,
      [Self.setting, .check, .time].contains(self),
      !content.unicodeScalars.allSatisfy(\.isBlank)
    else { return content }
    throw SyntaxDiagnostic("write only one space after \"\(rawValue)\"", at: content.startIndex)
  }
}
