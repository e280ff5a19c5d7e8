/// A line of a trail that cannot be parsed.
///
///     onboarding.trail:7:3: unknown check "scren"; did you mean "screen"?
///       ? scren credentials
///         ^
public struct TrailSyntaxError: Equatable, Sendable {
  /// The name of the file, as it was given to the parser.
  public let file: String
  /// The number of the line, from 1.
  public let line: Int
  /// The column of what is wrong, from 1 and in characters; one more than the line has, if
  /// something is missing at its end.
  public let column: Int
  /// What is wrong and how to mend it, in one line.
  public let message: String
  /// The line without its line end; bytes that are not UTF-8 are replaced in it.
  public let source: String

  init(_ message: String, at place: SourcePlace, in file: String) {
    self.file = file
    line = place.line
    column = place.column
    self.message = message
    source = place.source
  }
}

extension TrailSyntaxError: CustomStringConvertible {
  /// The place and the message, then the line with a caret under the place.
  ///
  /// What a terminal would not show is escaped, and a long line is cut around the column.
  public var description: String {
    "\(file):\(line):\(column): \(message)\n\(SourceExcerpt(line: source, column: column))"
  }
}
