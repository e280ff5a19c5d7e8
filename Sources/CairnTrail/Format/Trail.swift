/// A script that plays an app: what is typed, what must be on the screen, and when time passes.
///
///     let trail = try Trail.parse("% app onboarding\n> next\n? screen terms\n", file: "a.trail")
///     trail.settings.app  // "onboarding"
///     trail.lines.count   // 2
///
/// A trail keeps the text that it was parsed from, so that printing it gives the same bytes back.
/// Parsing promises nothing about the app: a name that no screen has is found when it is played.
public struct Trail: Equatable, Sendable {
  /// The name of the file, as messages print it.
  public let file: String
  /// The whole text of the file, byte for byte: a byte order mark and carriage returns included.
  public let text: String
  /// What the `%` lines say.
  public let settings: TrailSettings
  /// Where the value of each setting stands, the first one if there are several: what is wrong with
  /// it may be known only to the app.
  let settingPlaces: [TrailSettings.Name: SourcePlace]
  /// The other lines in the order of the file, comments included and empty lines left out.
  public let lines: [TrailLine]
}

extension Trail {
  /// Parses the text of a trail.
  ///
  ///     let trail = try Trail.parse("> next\n", file: "a.trail")
  ///
  /// Lines end with a line feed, or with a carriage return and a line feed; the last may end with
  /// nothing. A byte order mark at the start is skipped. Control characters other than the tab are
  /// errors in every line.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: all errors of the file, in its order, at most one for each line.
  public static func parse(_ text: String, file: String) throws(TrailSyntaxErrors) -> Trail {
    try parse(bytes: text.utf8, file: file)
  }

  /// Parses the bytes of a file, which must be UTF-8.
  ///
  /// Bytes that are not UTF-8 are an error of their line, reported with those of the other lines.
  public static func parse(
    bytes: some Collection<UInt8>, file: String
  ) throws(TrailSyntaxErrors) -> Trail {
    var parser = TrailParser(file: file)
    parser.read(Array(bytes))
    guard parser.errors.isEmpty else { throw TrailSyntaxErrors(errors: parser.errors) }
    return Trail(
      file: file, text: String(decoding: bytes, as: UTF8.self), settings: parser.settings,
      settingPlaces: parser.settingPlaces, lines: parser.lines)
  }
}

extension Trail: CustomStringConvertible {
  /// The text of the file, byte for byte.
  public var description: String { text }
}
