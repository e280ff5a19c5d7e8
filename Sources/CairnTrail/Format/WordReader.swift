import CairnScreen

/// Reads the words of a line from left to right.
///
/// It goes by Unicode scalars, so that a combining mark cannot hide the space or quote before it.
struct WordReader {
  /// What is left, without white space at its end.
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

  /// The next word, which must be there.
  mutating func next(or missing: String) throws(SyntaxDiagnostic) -> Substring {
    guard let word = next() else { throw SyntaxDiagnostic(missing, at: rest.endIndex) }
    return word
  }

  /// All that is left, from its first word on, which must be there.
  mutating func remainder(or missing: String) throws(SyntaxDiagnostic) -> Substring {
    skipWhitespace()
    guard !rest.isEmpty else { throw SyntaxDiagnostic(missing, at: rest.endIndex) }
    return rest
  }

  /// The only word that is left.
  mutating func lastWord(or missing: String) throws(SyntaxDiagnostic) -> String {
    let word = try next(or: missing)
    try end(after: word)
    return String(word)
  }

  /// The only word that is left, as a number in decimal digits.
  ///
  /// - Parameter rule: what a word that does not fit is not, and what to write.
  mutating func lastNumber<Number: FixedWidthInteger>(
    in range: ClosedRange<Number>, _ rule: String, or missing: String
  ) throws(SyntaxDiagnostic) -> Number {
    let word = try next(or: missing)
    try end(after: word)
    guard word.allSatisfy(\.isDecimalDigit), let number = Number(word), range.contains(number)
    else { throw SyntaxDiagnostic("\(word.inQuotes) is not \(rule)", at: word.startIndex) }
    return number
  }

  /// Refuses anything after the word that was read last.
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
  /// Whether it is one of `0` to `9`; digits of other scripts are not.
  var isDecimalDigit: Bool { "0"..."9" ~= self && isASCII }
}
