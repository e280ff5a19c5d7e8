import CairnApp

/// The settings in the `%` lines at the top of a trail.
///
/// Each may be given once, except for `% options`, `% choices` and `% delays`, whose lines add up; a seed
/// excludes choices and delays. Options are split at white
/// space, without quoting, so that an option cannot contain a space. Give such an option when the trail
/// is played (``PlayOptions/options``).
package struct TrailSettings: Equatable, Sendable {
  package var app: String?
  package var start: String?
  package var seed: UInt64?
  /// The options that were taken where the rules leave several open, in order.
  package var choices: [DrawnChoice] = []
  /// The delays of answers that take a range of time, in order.
  package var delays: [Duration] = []
  /// The time of answers that name none; `nil` for none.
  package var latency: ClosedRange<Duration>?
  /// The width of the screen in columns, from 20 to 1000.
  package var width = 80
  package var options: [String] = []

  package init() {}
}

extension TrailSettings {
  /// The first word of a `%` line.
  enum Name: String, CaseIterable {
    case app, start, seed, choices, latency, delays, width, options

    /// Parses the name and leaves its value to be parsed.
    init(from words: inout WordReader) throws(SyntaxDiagnostic) {
      let word = try words.next(or: "give a setting: % app onboarding")
      guard let name = Self(rawValue: String(word)) else {
        throw SyntaxDiagnostic(unknown: "setting", word, known: Self.allCases.map(\.rawValue))
      }
      self = name
    }

    /// Whether several lines with this name are allowed and add up.
    var isRepeatable: Bool { self == .options || self == .choices || self == .delays }
  }

  /// Sets the value in the rest of a `%` line.
  mutating func set(_ name: Name, from words: inout WordReader) throws(SyntaxDiagnostic) {
    switch name {
    case .app:
      app = try words.lastWord(or: "give a name: % app onboarding")
    case .start:
      start = String(try words.remainder(or: "give a name: % start signed-out"))
    case .seed:
      seed = try words.lastNumber(
        in: 0...UInt64.max, "a seed: write a whole number from 0 to \(UInt64.max)",
        or: "give a number: % seed 7")
    case .choices:
      guard let first = words.nextQuoted() else {
        throw SyntaxDiagnostic("give a choice: % choices 2/3", at: words.rest.endIndex)
      }
      choices.append(try Self.choice(first))
      while let word = words.nextQuoted() { choices.append(try Self.choice(word)) }
    case .latency:
      latency = try Self.latency(&words)
    case .delays:
      delays.append(try Self.delay(try words.next(or: "give a delay: % delays 1.5s")))
      while let word = words.next() { delays.append(try Self.delay(word)) }
    case .width:
      width = try words.lastNumber(
        in: 20...1000, "a width: write a whole number from 20 to 1000",
        or: "give a number: % width 80")
    case .options:
      options.append(String(try words.next(or: "give an option: % options --strict")))
      while let option = words.next() { options.append(String(option)) }
    }
  }

  private static func choice(_ word: Substring) throws(SyntaxDiagnostic) -> DrawnChoice {
    guard let choice = DrawnChoice(word) else {
      throw SyntaxDiagnostic(
        "\(word.inQuotes) is not a choice: write 2/3 for the second of three options, or an answer as"
          + " \"save: fails\"",
        at: word.startIndex)
    }
    return choice
  }

  private static func delay(_ word: Substring) throws(SyntaxDiagnostic) -> Duration {
    let delay = try duration(word)
    guard delay > .zero else {
      throw SyntaxDiagnostic("a delay is greater than zero: write 1.5s", at: word.startIndex)
    }
    return delay
  }

  static func duration(_ word: Substring) throws(SyntaxDiagnostic) -> Duration {
    do throws(DurationSyntaxError) {
      return try DurationSyntax.parse(word)
    } catch {
      throw SyntaxDiagnostic(error.message, at: word.startIndex)
    }
  }

  private static func latency(
    _ words: inout WordReader
  ) throws(SyntaxDiagnostic) -> ClosedRange<Duration> {
    let example = "give a range of time: % latency 0s ... 1s"
    let lower = try duration(try words.next(or: example))
    let dots = try words.next(or: example)
    guard dots == "..." else {
      throw SyntaxDiagnostic("write ... between two times: 0s ... 1s", at: dots.startIndex)
    }
    let word = try words.next(or: example)
    let upper = try duration(word)
    guard upper > .zero, upper >= lower else {
      throw SyntaxDiagnostic(
        "the second time is not less than the first, and above zero: 0s ... 1s",
        at: word.startIndex)
    }
    try words.end(after: word)
    return lower...upper
  }

  /// The first lines of a trail for an app that was launched with these settings.
  ///
  /// A comment names options that a trail cannot contain, and that replay needs.
  package static func heading<A: App>(
    of app: A.Type, start: String?, choices: [DrawnChoice] = [], delays: [Duration] = [],
    latency: ClosedRange<Duration>? = nil, options: [String]
  ) -> [String] {
    var lines = ["% app \(A.name)"]
    if let start, start != A.starts.first { lines.append("% start \(start)") }
    lines += setting(.choices, choices.map(\.description))
    if let latency {
      let bounds = [latency.lowerBound, latency.upperBound].map(DurationSyntax.text)
      lines.append("% latency \(bounds.joined(separator: " ... "))")
    }
    lines += setting(.delays, delays.map(DurationSyntax.text))
    guard !options.isEmpty else { return lines }
    let options = options.withoutCredentials(among: A.options)
    if options.allSatisfy(canHold) {
      lines.append("% options \(options.joined(separator: " "))")
    } else {
      let quoted = options.map { "\"\($0.terminalSafe)\"" }.joined(separator: " ")
      lines.append("# A trail cannot contain these options; replay it with them: \(quoted)")
    }
    return lines
  }

  /// The lines of a setting, with twenty words each.
  private static func setting(_ name: Name, _ words: [String]) -> [String] {
    stride(from: 0, to: words.count, by: 20).map { start in
      "% \(name.rawValue) "
        + words[start..<min(start + 20, words.count)].joined(separator: " ")
    }
  }

  /// Whether a trail can contain an option, which must be a single word because there are no quotes.
  package static func canHold(option: String) -> Bool {
    let trail = try? Trail.parse("% options \(option)", file: "")
    return trail?.settings.options == [option]
  }
}
