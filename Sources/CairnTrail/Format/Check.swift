import CairnApp

/// A `?` line of a trail: a check of the app's current screen, stack or effects.
///
/// A line of the form `NAME is "…"` is always a field check, even if `NAME` is `text` or `screen`.
package enum Check: Equatable, Sendable {
  /// `? screen ID`: the screen on top has this id.
  case screen(String)
  /// `? text WORDS`: the screen shows these words; see ``RunningText``.
  case text(String)
  /// `? no text WORDS`: the screen does not show these words.
  case noText(String)
  /// `? note WORDS`: a note on the screen shows these words.
  case note(String)
  /// `? NAME is "VALUE"`: the field holds this value, here with its escapes resolved.
  case field(String, equals: String)
  /// `? enabled NAME`: the input is on the screen and enabled.
  case enabled(String)
  /// `? disabled NAME`: the input is on the screen and disabled.
  case disabled(String)
  /// `? depth N`: the number of live screens, the root included.
  case depth(Int)
  /// `? no loop`: no claim of the app stays open if the steps since the last such line are repeated for ever.
  case noLoop
  /// `? effects N`: the number of effects in flight, background effects excluded.
  case effects(Int)
}

extension Check {
  private enum Keyword: String {
    case screen, text, no, note, enabled, disabled, depth, effects
  }

  private static let forms = [
    "screen", "text", "no text", "no loop", "note", "enabled", "disabled", "depth", "effects",
    "NAME is \"VALUE\"",
  ]

  /// Parses what follows `? `.
  init(parsing content: Substring) throws(SyntaxDiagnostic) {
    if let field = try Self.field(content) {
      self = field
      return
    }
    var words = WordReader(content)
    let word = try words.next(or: "give a check: ? screen credentials")
    guard let keyword = Keyword(rawValue: String(word)) else {
      throw SyntaxDiagnostic(unknown: "check", word, known: Self.forms)
    }
    switch keyword {
    case .screen:
      self = .screen(try words.lastWord(or: "give an id: ? screen credentials"))
    case .text:
      self = .text(String(try words.remainder(or: "give the words: ? text Welcome back")))
    case .no:
      let missing = "give the words: ? no text Welcome back"
      let what = try words.next(or: missing)
      switch what {
      case "text": self = .noText(String(try words.remainder(or: missing)))
      case "loop":
        try words.end(after: what)
        self = .noLoop
      default:
        throw SyntaxDiagnostic(
          "only \"text\" or \"loop\" can follow \"no\": ? no text Welcome back", at: what.startIndex
        )
      }
    case .note:
      self = .note(String(try words.remainder(or: "give the words: ? note Wrong password")))
    case .enabled:
      self = .enabled(try words.lastWord(or: "give a name: ? enabled next"))
    case .disabled:
      self = .disabled(try words.lastWord(or: "give a name: ? disabled next"))
    case .depth:
      self = .depth(
        try words.lastNumber(
          in: 1...Int.max, "a depth: write a whole number, 1 or more",
          or: "give a number: ? depth 1"))
    case .effects:
      self = .effects(
        try words.lastNumber(
          in: 0...Int.max, "a number of effects: write a whole number, 0 or more",
          or: "give a number: ? effects 0"))
    }
  }

  /// A field check, if the line has its form; `nil` if it must be parsed as another check.
  ///
  /// After a keyword, only a quoted value makes it a field check: `? text is here` looks for words. After
  /// any other name, no other check is possible.
  private static func field(_ content: Substring) throws(SyntaxDiagnostic) -> Check? {
    var words = WordReader(content)
    guard let name = words.next(), words.next() == "is" else { return nil }
    words.skipWhitespace()
    var value = words.rest.unicodeScalars
    let opens = value.first == "\""
    let closes = value.count > 1 && value.last == "\""
    guard Keyword(rawValue: String(name)) == nil || (opens && closes) else { return nil }
    guard opens else {
      let example = value.isEmpty ? "\"VALUE\"" : String(value).quoted
      throw SyntaxDiagnostic(
        "write the value in quotes: ? \(name.excerpt) is \(example)", at: value.startIndex)
    }
    do throws(MalformedValue) {
      return .field(String(name), equals: try value.takeQuoted())
    } catch {
      throw SyntaxDiagnostic(
        "\(name.excerpt) has a malformed value: \(error.message)", at: value.startIndex)
    }
  }
}

/// The lines of a screen or of a note as one text, in which any run of white space is one space.
///
/// `? text`, `? no text` and `? note` search in it. Case matters, quotes are literal, and parts of
/// words match.
package struct RunningText: Equatable, Sendable {
  package let text: String

  package init(lines: [String]) {
    text = Self.collapsed(lines.joined(separator: "\n"))
  }

  package func contains(_ words: String) -> Bool {
    text.contains(Self.collapsed(words))
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
