import CairnApp
import CairnDump

/// A syntax error in a line of a trail.
///
/// ```text
/// onboarding.trail:7:3: unknown check "scren"; did you mean "screen"?
///   ? scren credentials
///     ^
/// ```
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
    "\(file):\(line):\(column): \(message)\n\(excerpt)"
  }

  private static let longestExcerpt = 76

  /// The line with a caret under the column, cut around it if the line is long.
  ///
  /// O(*n*) in the length of the line, without a copy of it.
  private var excerpt: String {
    let caret = source.index(source.startIndex, offsetBy: column - 1, limitedBy: source.endIndex)
    let caretIndex = caret ?? source.endIndex
    // Half of the room is before the caret, and more of it where little text follows.
    let following = source[caretIndex...].prefix(Self.longestExcerpt).count
    let preceding = max(Self.longestExcerpt / 2, Self.longestExcerpt - following)
    let start = source[..<caretIndex].suffix(preceding).startIndex
    let end = source[start...].prefix(Self.longestExcerpt).endIndex
    let before = start > source.startIndex ? "…" : ""
    let after = end < source.endIndex ? "…" : ""
    let shown = before + source[start..<end]
    return "  \(shown.terminalSafe)\(after)\n  \((before + source[start..<caretIndex]).caretAfter)"
  }
}

/// The syntax errors of a trail, in the order of the file.
public struct TrailSyntaxErrors: Error, Equatable, Sendable {
  /// The maximum number of errors that are kept. A file that is no trail has one for each line.
  static let limit = 100

  /// The first errors, at least one and at most a hundred.
  public let errors: [TrailSyntaxError]
  /// The number of further lines with an error.
  public let omittedCount: Int

  init(_ errors: [TrailSyntaxError], omittedCount: Int = 0) {
    self.errors = errors
    self.omittedCount = omittedCount
  }
}

extension TrailSyntaxErrors: CustomStringConvertible {
  /// Every kept error with its line and caret, and the number of the others.
  ///
  /// ```text
  /// onboarding.trail: and 1,204,331 more
  /// ```
  public var description: String {
    let lines = errors.map(\.description)
    guard omittedCount > 0, let file = errors.first?.file else {
      return lines.joined(separator: "\n")
    }
    return (lines + ["\(file): and \(grouped(omittedCount)) more"]).joined(separator: "\n")
  }
}

/// A problem in a line, with its index.
struct SyntaxDiagnostic: Error {
  let index: String.Index
  private let makeMessage: @Sendable () -> String

  /// - Parameter message: made only for an error that is kept.
  init(_ message: @autoclosure @escaping @Sendable () -> String, at index: String.Index) {
    self.index = index
    makeMessage = message
  }

  var message: String { makeMessage() }

  /// An unknown word, with the most similar known word, or with all of them.
  init(unknown kind: String, _ word: Substring, known: [String], or others: [String] = []) {
    let suggestion = { @Sendable in
      String(word).closest(of: known + others).map { "did you mean \"\($0)\"?" }
        ?? "\(kind)s are \(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")"
    }
    self.init("unknown \(kind) \(word.inQuotes); \(suggestion())", at: word.startIndex)
  }
}

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

extension String {
  /// A caret in the column after this text, for the next line of a terminal.
  var caretAfter: String { "".padded(to: terminalSafe.columns) + "^" }
}
