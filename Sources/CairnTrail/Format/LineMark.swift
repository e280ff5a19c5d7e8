import CairnScreen

/// The character that says what a line of a trail is.
enum LineMark: Character {
  case setting = "%"
  case comment = "#"
  case input = ">"
  case refusedInput = "!"
  case screen = "|"
  case check = "?"
  case time = "@"

  /// Reads the mark of a line that is not empty.
  init(of line: String) throws(SyntaxDiagnostic) {
    guard !line.unicodeScalars.allSatisfy(\.isBlank) else {
      throw SyntaxDiagnostic("a line of nothing but spaces; make it empty", at: line.startIndex)
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

  /// What follows the mark and its one space.
  func content(of line: String) throws(SyntaxDiagnostic) -> Substring {
    let scalars = line.unicodeScalars.dropFirst()
    guard let space = scalars.first else { return line[line.endIndex...] }
    guard space == " " else {
      throw SyntaxDiagnostic("write a space after \"\(rawValue)\"", at: scalars.startIndex)
    }
    let content = Substring(scalars.dropFirst())
    guard let first = content.unicodeScalars.first, first.isBlank,
      !keepsSpaces, !content.unicodeScalars.allSatisfy(\.isBlank)
    else { return content }
    throw SyntaxDiagnostic("write only one space after \"\(rawValue)\"", at: content.startIndex)
  }

  /// Whether more spaces after the first are part of what is said.
  private var keepsSpaces: Bool {
    switch self {
    case .comment, .input, .refusedInput, .screen: true
    case .setting, .check, .time: false
    }
  }
}
