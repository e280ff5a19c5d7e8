import CairnApp

/// A syntax error in a line of a trail.
///
///     onboarding.trail:7:3: unknown check "scren"; did you mean "screen"?
///       ? scren credentials
///         ^
public struct TrailSyntaxError: Equatable, Sendable {
  /// The name of the file, as it was given to the parser.
  public let file: String
  /// The number of the line, from 1.
  public let line: Int
  /// The column of the error, from 1 and in characters; one more than the line has if something is
  /// missing at its end.
  public let column: Int
  /// The problem and a suggestion, in one line.
  public let message: String
  /// The line without its line end; invalid UTF-8 is replaced.
  public let source: String

  init(_ message: String, at location: SourceLocation, in file: String) {
    self.file = file
    line = location.line
    column = location.column
    self.message = message
    source = location.source
  }
}

extension TrailSyntaxError: CustomStringConvertible {
  /// The location and the message, then the line with a caret under the location.
  ///
  /// Invisible characters are escaped, and a long line is cut around the column.
  public var description: String {
    "\(file):\(line):\(column): \(message)\n\(SourceExcerpt(line: source, column: column))"
  }
}

/// All syntax errors of a trail, in the order of the file.
public struct TrailSyntaxErrors: Error, Equatable, Sendable {
  /// At least one error.
  public let errors: [TrailSyntaxError]
}

extension TrailSyntaxErrors: CustomStringConvertible {
  /// Every error with its line and caret.
  public var description: String {
    errors.map(\.description).joined(separator: "\n")
  }
}

/// A problem in a line, with its index.
struct SyntaxDiagnostic: Error {
  let message: String
  let index: String.Index

  init(_ message: String, at index: String.Index) {
    self.message = message
    self.index = index
  }

  /// An unknown word, with the most similar known word, or with all of them.
  init(unknown kind: String, _ word: Substring, known: [String]) {
    let suggestion =
      String(word).closest(of: known).map { "did you mean \"\($0)\"?" }
      ?? "\(kind)s are \(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")"
    self.init("unknown \(kind) \(word.inQuotes); \(suggestion)", at: word.startIndex)
  }
}

/// A location in a file, with its line.
struct SourceLocation: Equatable, Sendable {
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int
  /// The line without its line end.
  let source: String

  init(_ index: String.Index, of source: String, line: Int) {
    self.line = line
    self.source = source
    column = source[..<index].count + 1
  }
}

/// A line of a file with a caret under a character, cut around it if the line is long.
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
  /// A caret in the column after this text, for the next line of a terminal.
  var caretAfter: String { "".padded(to: terminalSafe.columns) + "^" }
}
