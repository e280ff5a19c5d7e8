import CairnApp

/// A script for an app: inputs, expected screens and passages of time.
///
///     let trail = try Trail.parse("% app onboarding\n> next\n? screen terms\n", file: "a.trail")
///     trail.lines.count  // 2
///
/// A trail keeps its source text, so that printing it returns the same bytes. Parsing checks nothing
/// about the app: playing reports a name that no screen has.
public struct Trail: Equatable, Sendable {
  /// The name of the file, for messages.
  public let file: String
  /// The text of the file, byte for byte: byte order mark and carriage returns included.
  public let text: String
  /// The settings in the `%` lines.
  package let settings: TrailSettings
  /// The location of the first value of each setting, for errors that only the app can find.
  let settingLocations: [TrailSettings.Name: SourceLocation]
  /// The other lines, in the order of the file: comments included, empty lines excluded.
  public let lines: [TrailLine]
}

extension Trail {
  /// Parses the text of a trail.
  ///
  ///     let trail = try Trail.parse("> next\n", file: "a.trail")
  ///
  /// Lines end with a line feed, or with a carriage return and a line feed; the line end of the last
  /// line is optional. A byte order mark at the start is skipped. Control characters other than the tab
  /// are errors in every line.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: the errors of the file, in its order, at most one for each line and at most a hundred, and
  ///   the number of the others.
  public static func parse(_ text: String, file: String) throws(TrailSyntaxErrors) -> Trail {
    try parse(bytes: text.utf8, file: file)
  }

  /// Parses the bytes of a file, which must be UTF-8.
  ///
  /// Invalid UTF-8 is an error of its line, reported together with the errors of other lines.
  public static func parse(
    bytes: some Collection<UInt8>, file: String
  ) throws(TrailSyntaxErrors) -> Trail {
    var parser = TrailParser(file: file)
    parser.read(Array(bytes))
    guard parser.errors.isEmpty else {
      throw TrailSyntaxErrors(parser.errors, omittedCount: parser.omittedErrorCount)
    }
    return Trail(
      file: file, text: String(decoding: bytes, as: UTF8.self), settings: parser.settings,
      settingLocations: parser.settingLocations, lines: parser.lines)
  }

  /// The lines of a text as a trail has them: without a byte order mark and without line ends, which are `\n` or
  /// `\r\n`. No other character ends a line.
  package static func sourceLines(of text: String) -> [Substring] {
    let text = text.unicodeScalars
    let scalars = text.first == "\u{FEFF}" ? text.dropFirst() : text[...]
    return scalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      Substring(line.last == "\r" ? line.dropLast() : line)
    }
  }
}

extension Trail: CustomStringConvertible {
  /// The text of the file, byte for byte.
  public var description: String { text }
}

/// A line of a trail, with its location in the file.
///
///     let trail = try Trail.parse("# Hello\n> next\n", file: "a.trail")
///     trail.lines[1].number  // 2
///     trail.lines[1].text    // "> next"
///
/// A run of `|` lines is one `TrailLine`, which covers as many lines of the file as its pattern has.
public struct TrailLine: Equatable, Sendable {
  /// The number of the line in the file, from 1; of a run of `|` lines, the number of the first.
  public let number: Int
  /// The column, from 1 and in characters, of the first character after the mark that is no space; 3 if
  /// there is none.
  public let column: Int
  /// The line without its line end; the lines of a run, joined by `\n`.
  public let text: String
  package let step: TrailStep
}

/// The meaning of a line of a trail.
package enum TrailStep: Equatable, Sendable {
  /// `# …`: a comment.
  case comment(String)
  /// `> …` and `@ …`: a step of the app.
  case app(AppStep)
  /// `! LINE`: an input that must be refused.
  case refusedInput(String)
  /// `| TEXT` lines: the whole screen.
  ///
  /// Indirect, like a check: a line of any other kind then takes less memory.
  indirect case screen(ScreenPattern)
  /// `? …`: a check.
  indirect case check(Check)
}
