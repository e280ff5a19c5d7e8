import CairnScreen
import CairnTrail
import Foundation

/// How a session looks, and whose time it lives by.
struct RunOptions {
  let presentation: Presentation
  /// Whether the terminal may do more than print lines.
  let edits: Bool
  let isAnimated: Bool

  /// - Throws: options that exclude each other, and values that there are not.
  init(
    _ options: OptionValues, environment: [String: String], outputIsTerminal: Bool
  ) throws(UsageError) {
    guard !options.has("--json") || !options.has("--plain") else {
      throw UsageError("--json and --plain exclude each other; give one of them")
    }
    let usesColor = try Self.usesColor(options["--color"], environment, outputIsTerminal)
    presentation =
      if options.has("--json") {
        .json
      } else if options.has("--plain") {
        .plain
      } else {
        .lines(usesColor ? Self.theme(environment) : .none)
      }
    edits = !options.has("--json") && !options.has("--plain")
    isAnimated = !options.has("--no-animation") && (environment["REDUCE_MOTION"] ?? "").isEmpty
  }

  /// What was asked for on the command line comes before `NO_COLOR`.
  private static func usesColor(
    _ when: String?, _ environment: [String: String], _ outputIsTerminal: Bool
  ) throws(UsageError) -> Bool {
    switch when {
    case "always"?: return true
    case "never"?: return false
    case nil, "auto"?:
      let kind = environment["TERM"] ?? ""
      return outputIsTerminal && kind != "" && kind != "dumb"
        && (environment["NO_COLOR"] ?? "").isEmpty
    case let other?:
      throw UsageError("--color: \(other.inQuotes) is none of auto, always and never")
    }
  }

  /// Terminals that say so in `COLORFGBG` have a light background in colour 7 or 15.
  private static func theme(_ environment: [String: String]) -> Theme {
    let background = environment["COLORFGBG"]?.split(separator: ";").last
    return background == "7" || background == "15" ? .light : .dark
  }
}

/// How answers are written down: for eyes, for ears, or for a program.
enum Presentation: Equatable {
  /// Lines in columns, in colour or not.
  case lines(Theme)
  /// Words, an element a line.
  case plain
  /// A JSON object for each answer.
  case json

  func lines<Action>(of screen: Screen<Action>, width: Int) -> [String] {
    switch self {
    case .lines(let theme): screen.styledLines(width: width).map(theme.colored)
    case .plain: screen.plainLines
    case .json: [JSONLine(AnswerRecord(screen: screen, remark: nil)).text]
    }
  }
}

/// Colours for what there is on a screen: a layer on top, which changes no column.
struct Theme: Equatable {
  /// What a terminal is asked for each role; `nil` for no colour at all.
  private let codes: [StyledLine.Role: String]

  /// No colour.
  static let none = Theme(codes: [:])

  /// The sixteen colours that every terminal has and people choose themselves. Words to read keep
  /// the terminal's own colour, so that they are legible on whatever is behind them.
  static let dark = Theme(
    codes: common.merging([.name: "36", .warning: "33", .info: "36"]) { $1 })

  /// Cyan and yellow cannot be read on white.
  static let light = Theme(
    codes: common.merging([.name: "34", .warning: "35", .info: "34"]) { $1 })

  private static let common: [StyledLine.Role: String] = [
    .title: "1", .step: "2", .placeholder: "2", .disabled: "2", .progress: "2", .error: "31",
  ]

  func colored(_ text: String, _ role: StyledLine.Role) -> String {
    codes[role].map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }

  func colored(_ line: StyledLine) -> String {
    line.parts.map { colored($0.text, $0.role) }.joined()
  }
}

/// The short way from one screen to the next, in a terminal.
///
/// Forwards a screen comes in from the right, backwards from the left. The last frame is the screen
/// itself, so that leaving frames out changes nothing that stays.
struct Transition {
  enum Direction: Equatable { case forwards, backwards }

  static let pause = Duration.milliseconds(25)
  private static let offsets = [24, 12, 6, 2, 0]

  /// All frames but the last are followed by ``pause``: 100 milliseconds in all.
  let frames: [[StyledLine]]

  init(to lines: [StyledLine], _ direction: Direction, width: Int) {
    frames = Self.offsets.map { offset in
      guard offset > 0 else { return lines }
      return lines.map { line in
        switch direction {
        case .forwards: line.movedRight(by: offset, width: width)
        case .backwards: line.movedLeft(by: offset)
        }
      }
    }
  }

  /// Which way a screen lies from another: `nil` if it is the same.
  static func direction(
    from old: (id: String, depth: Int, step: Int?), to new: (id: String, depth: Int, step: Int?)
  ) -> Direction? {
    guard old.id != new.id || old.depth != new.depth else { return nil }
    if old.depth != new.depth { return new.depth > old.depth ? .forwards : .backwards }
    return (new.step ?? 0) < (old.step ?? 0) ? .backwards : .forwards
  }
}
