import CairnApp
import Foundation

/// The appearance of a session, from its options and the environment.
struct RunOptions {
  let presentation: Presentation
  let isAnimated: Bool
  let everyScreen: Bool
  /// Whether the terminal wraps lines again when its width changes. Most do; some cut them.
  let wrapsAgain: Bool
  let keepsGoing: Bool

  init(
    _ options: OptionValues, environment: [String: String] = Surroundings.current.environment,
    outputIsTerminal: Bool = Descriptor.standardOutput.isTerminal
  ) throws(UsageError) {
    guard !options.has("--json") || !options.has("--plain") else {
      throw UsageError("--json and --plain exclude each other; give one of them")
    }
    let usesColor = Self.usesColor(
      try options.choice("--color") ?? .auto, environment, outputIsTerminal)
    presentation =
      if options.has("--json") {
        .json
      } else if options.has("--plain") {
        .plain
      } else {
        .lines(
          (usesColor ? Self.theme(environment) : .none)
            .linking(outputIsTerminal && Self.hasHyperlinks(environment)))
      }
    everyScreen = options.has("--every-screen")
    keepsGoing = options.has("--keep-going")
    wrapsAgain = Self.wrapsAgain(environment)
    isAnimated = !options.has("--no-animation") && (environment["REDUCE_MOTION"] ?? "").isEmpty
  }

  private enum ColorUse: String, CaseIterable { case auto, always, never }

  /// The option on the command line takes precedence over `NO_COLOR`.
  private static func usesColor(
    _ when: ColorUse, _ environment: [String: String], _ outputIsTerminal: Bool
  ) -> Bool {
    guard when == .auto else { return when == .always }
    let kind = environment["TERM"] ?? ""
    return outputIsTerminal && kind != "" && kind != "dumb"
      && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// Whether the terminal has hyperlinks (OSC 8).
  ///
  /// No terminal says so itself; others could print the sequence. `FORCE_HYPERLINK` decides where it is
  /// set: `0` means no, any other text yes. Otherwise the terminal must be known by name. A multiplexer is
  /// asked before the terminal around it, whose variables it inherits.
  static func hasHyperlinks(_ environment: [String: String]) -> Bool {
    if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty { return forced != "0" }
    let kind = environment["TERM"] ?? ""
    guard kind != "", kind != "dumb" else { return false }
    let program = environment["TERM_PROGRAM"] ?? ""
    if program == "tmux" {
      // Since tmux 3.4.
      let version = (environment["TERM_PROGRAM_VERSION"] ?? "").split(separator: ".")
      let (major, minor) = (version.first.flatMap { Int($0) }, version.dropFirst().first)
      let minorNumber = minor.flatMap { Int($0.prefix(while: \.isNumber)) }
      return (major ?? 0, minorNumber ?? 0) >= (3, 4)
    }
    if kind.hasPrefix("screen") || kind.hasPrefix("tmux") { return false }
    let kinds = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm"]
    return kinds.contains { kind.hasPrefix($0) }
      || ["iTerm.app", "WezTerm", "vscode", "ghostty"].contains(program)
      || (environment["VTE_VERSION"].flatMap { Int($0) } ?? 0) >= 5000
      || ["WT_SESSION", "KONSOLE_VERSION"].contains { !(environment[$0] ?? "").isEmpty }
  }

  private static func wrapsAgain(_ environment: [String: String]) -> Bool {
    let kind = environment["TERM"] ?? ""
    if kind.hasPrefix("screen") || kind.hasPrefix("tmux") { return true }
    return kind != "linux" && (environment["XTERM_VERSION"] ?? "").isEmpty
  }

  /// The light theme where `COLORFGBG` names a background of color 7 or 15.
  private static func theme(_ environment: [String: String]) -> Theme {
    let background = environment["COLORFGBG"]?.split(separator: ";").last
    return background == "7" || background == "15" ? .light : .dark
  }
}

/// The form of answers: for a person who sees, for a screen reader, or for a program.
enum Presentation: Equatable {
  /// Lines in columns, with or without color.
  case lines(Theme)
  /// One element on each line, in words.
  case plain
  /// One JSON object for each answer.
  case json

  func text(_ text: String, naming file: String) -> TerminalText {
    let hasHyperlinks = if case .lines(let theme) = self { theme.hasHyperlinks } else { false }
    return TerminalText(lines: text, naming: file, hasHyperlinks: hasHyperlinks)
  }

  func lines<Action>(of screen: Screen<Action>, width: Int) -> [TerminalText] {
    switch self {
    case .lines(let theme): screen.styledLines(width: width).map(theme.colored)
    case .plain: screen.plainLines.map { TerminalText($0) }
    case .json: [TerminalText(JSONLine(AnswerRecord(event: "screen", screen: screen)).text)]
    }
  }
}

/// Colors and hyperlinks for the parts of a screen. They change no column.
struct Theme: Equatable {
  /// The parameter of the color sequence for each role; a role without an entry has no color.
  private let codes: [StyledLine.Role: Int]
  private(set) var hasHyperlinks = false

  func linking(_ hasHyperlinks: Bool) -> Theme {
    var theme = self
    theme.hasHyperlinks = hasHyperlinks
    return theme
  }

  static let none = Theme(codes: [:])

  /// For a dark background, from the sixteen colors that a person can configure. Text keeps the
  /// terminal's default color, which is legible on every background.
  static let dark = Theme(
    codes: common.merging([.name: 36, .warning: 33, .info: 36, .bar: 36]) { $1 })

  /// For a light background, on which cyan and yellow are not legible.
  static let light = Theme(
    codes: common.merging([.name: 34, .warning: 35, .info: 34, .bar: 34]) { $1 })

  private static let common: [StyledLine.Role: Int] = [
    .title: 1, .step: 2, .link: 4, .placeholder: 2, .disabled: 2, .progress: 2, .emptyBar: 2,
    .error: 31,
  ]

  func colored(_ text: String, _ role: StyledLine.Role) -> TerminalText {
    let text = TerminalText(text)
    guard let code = codes[role] else { return text }
    return TerminalText(.graphics(code)) + text + TerminalText(.graphics(nil))
  }

  func colored(_ line: StyledLine) -> TerminalText {
    line.parts.reduce(into: TerminalText()) { line, part in
      let link = hasHyperlinks ? part.link : nil
      if let link { line += TerminalText(.hyperlink(Hyperlink(link))) }
      line += colored(part.text, part.role)
      if link != nil { line += TerminalText(.hyperlink(nil)) }
    }
  }
}

/// The animation from one screen to the next: a screen enters from the right when a person goes
/// forwards, and from the left when a person goes back.
///
/// The last frame is the screen itself. Skipping frames therefore does not change the result.
struct Transition {
  enum Direction: Equatable { case forwards, backwards }

  static let pause = Duration.milliseconds(25)
  private static let offsets = [24, 12, 6, 2, 0]

  /// Each frame but the last is shown for the time ``pause``, 100 milliseconds in all.
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

  /// The direction from one screen to another; `nil` if it is the same screen.
  static func direction(
    from old: (id: String, depth: Int, step: Int?), to new: (id: String, depth: Int, step: Int?)
  ) -> Direction? {
    guard old.id != new.id || old.depth != new.depth else { return nil }
    if old.depth != new.depth { return new.depth > old.depth ? .forwards : .backwards }
    return (new.step ?? 0) < (old.step ?? 0) ? .backwards : .forwards
  }
}
