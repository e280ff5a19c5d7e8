import CairnApp

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

/// One step or comment of a trail, with its place in the file.
///
///     let trail = try Trail.parse("# Hello\n> next\n", file: "a.trail")
///     trail.lines[1].number  // 2
///     trail.lines[1].step    // .input("next")
///
/// A run of `|` lines is one `TrailLine`: it covers as many lines of the file as its pattern has.
public struct TrailLine: Equatable, Sendable {
  /// The number of the line in the file, from 1; of a run of `|` lines, that of the first.
  public let number: Int
  /// The column, from 1 and in characters, of the first character after the mark that is no space;
  /// 3 if there is none.
  public let column: Int
  /// The line as it stands in the file, without its line end; those of a run joined by `\n`.
  public let text: String
  /// What the line says.
  public let step: TrailStep
}

/// What a line of a trail says.
///
///     > email ada@example.com    .input("email ada@example.com")
///     ! next                     .refusedInput("next")
///     @ 1.5s                     .time(.milliseconds(1500))
public enum TrailStep: Equatable, Sendable {
  /// `# …`: a comment.
  case comment(String)
  /// `> LINE`: an input that must be accepted, exactly as typed; spaces around it are kept.
  case input(String)
  /// `! LINE`: an input that must be refused.
  case refusedInput(String)
  /// `| TEXT` lines: the whole screen.
  case screen(ScreenPattern)
  /// `? …`: a check.
  case check(Check)
  /// `@ 1.5s`: virtual time passes.
  case time(Duration)
  /// `@ idle`: virtual time passes until no effect is in flight.
  case idle
  /// `@ restart`: the program dies and starts again on what was saved.
  case restart

  /// The step of the app; `nil` for comments, checks and refused inputs.
  var appStep: AppStep? {
    switch self {
    case .input(let line): .input(line)
    case .time(let duration): .time(duration)
    case .idle: .idle
    case .restart: .restart
    case .comment, .refusedInput, .screen, .check: nil
    }
  }
}
