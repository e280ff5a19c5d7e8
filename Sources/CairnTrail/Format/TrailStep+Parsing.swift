import CairnScreen

extension TrailStep {
  /// Parses what follows `@ `.
  init(parsingTime content: Substring) throws(SyntaxDiagnostic) {
    var words = WordReader(content)
    let word = try words.next(or: "give a time: @ 1.5s, @ idle or @ restart")
    switch word {
    case "idle": self = .idle
    case "restart": self = .restart
    default: self = .time(try Self.duration(word))
    }
    try words.end(after: word)
  }

  private static func duration(_ word: Substring) throws(SyntaxDiagnostic) -> Duration {
    guard let first = word.first, first.isDecimalDigit || "-.".contains(first) else {
      throw SyntaxDiagnostic(
        unknown: "time", word, known: ["200ms", "1.5s", "2m", "idle", "restart"])
    }
    do {
      return try DurationSyntax.parse(word)
    } catch {
      throw SyntaxDiagnostic(error.message, at: word.startIndex)
    }
  }

  /// Checks what follows `> ` or `! `, which is kept as it stands.
  static func typedLine(_ content: Substring) throws(SyntaxDiagnostic) -> String {
    var words = WordReader(content)
    let first = try words.next(or: "give an input, as it is typed: next")
    guard first.unicodeScalars.first != ":" else {
      throw SyntaxDiagnostic(
        "a trail has no colon commands; remove \(first.inQuotes)", at: first.startIndex)
    }
    return String(content)
  }
}
