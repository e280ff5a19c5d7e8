import CairnApp

/// Parses a trail line by line, and continues after lines with errors.
struct TrailParser {
  let file: String
  private(set) var settings = TrailSettings()
  /// The location of the first value of each setting.
  private(set) var settingLocations: [TrailSettings.Name: SourceLocation] = [:]
  private(set) var lines: [TrailLine] = []
  private(set) var errors: [TrailSyntaxError] = []
  /// The number of errors that are not in `errors`, because there are too many.
  private(set) var omittedErrorCount = 0

  /// The first line after the settings.
  private var firstStepNumber: Int?
  /// The current run of `|` lines.
  private var screen: [(number: Int, text: String, content: Substring)] = []

  init(file: String) {
    self.file = file
  }

  /// The maximum number of steps, with comments. Short lines take many times their size in memory.
  private static let longest = 1_000_000

  mutating func read(_ bytes: [UInt8]) {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    // An array that grows would take up to three times the memory of the lines.
    let lineCount = bytes.count(where: { $0 == UInt8(ascii: "\n") }) + 1
    lines.reserveCapacity(min(lineCount, Self.longest))
    var number = 1
    while true {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      read(line.last == UInt8(ascii: "\r") ? line.dropLast() : line, number: number)
      guard line.endIndex < rest.endIndex else { break }
      rest = rest[(line.endIndex + 1)...]
      number += 1
    }
    endScreen()
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, number: Int) {
    let line = String(decoding: bytes, as: UTF8.self)
    do throws(SyntaxDiagnostic) {
      try line.requireValidity(of: bytes)
      guard lines.count < Self.longest || line.isEmpty else {
        throw SyntaxDiagnostic(
          "a trail has at most 1,000,000 steps and comments; split it before this line",
          at: line.startIndex)
      }
      try read(line, number: number)
    } catch {
      guard errors.count < TrailSyntaxErrors.limit else {
        omittedErrorCount += 1
        return
      }
      let location = SourceLocation(error.index, of: line, line: number)
      errors.append(TrailSyntaxError(error.message, at: location, in: file))
    }
  }

  private mutating func read(_ line: String, number: Int) throws(SyntaxDiagnostic) {
    guard !line.isEmpty else {
      endScreen()
      return
    }
    let mark = try LineMark(of: line)
    if mark != .screen { endScreen() }
    if mark != .setting, mark != .comment { firstStepNumber = firstStepNumber ?? number }
    let content = try mark.content(of: line)
    let step: TrailStep
    switch mark {
    case .setting:
      return try readSetting(content, of: line, number: number)
    case .screen:
      screen.append((number, line, content))
      return
    case .comment: step = .comment(String(content))
    case .input: step = .app(.input(try TrailStep.typedLine(content)))
    case .refusedInput: step = .refusedInput(try TrailStep.typedLine(content))
    case .check: step = .check(try Check(parsing: content))
    case .time: step = .app(try TrailStep.time(content))
    }
    append(step, number: number, content: content, text: line)
  }

  private mutating func readSetting(
    _ content: Substring, of line: String, number: Int
  ) throws(SyntaxDiagnostic) {
    var words = WordReader(content)
    let name = try TrailSettings.Name(from: &words)
    if let firstStepNumber {
      throw SyntaxDiagnostic(
        "settings come first; move this line above line \(firstStepNumber)", at: content.startIndex)
    }
    if let first = settingLocations[name]?.line, !name.isRepeatable {
      throw SyntaxDiagnostic(
        "\"\(name.rawValue)\" is already set on line \(first); remove one of them",
        at: content.startIndex)
    }
    let others: [TrailSettings.Name: [TrailSettings.Name]] = [
      .seed: [.choices, .delays], .choices: [.seed], .delays: [.seed],
    ]
    for other in others[name] ?? [] {
      guard let line = settingLocations[other]?.line else { continue }
      throw SyntaxDiagnostic(
        "\"\(other.rawValue)\" is set on line \(line), and \"\(name.rawValue)\" takes its place; "
          + "remove one of them", at: content.startIndex)
    }
    words.skipWhitespace()
    let location = SourceLocation(words.rest.startIndex, of: line, line: number)
    settingLocations[name] = settingLocations[name] ?? location
    try settings.set(name, from: &words)
  }

  /// Ends the current run of `|` lines, if there is one, as one step.
  private mutating func endScreen() {
    guard let first = screen.first else { return }
    let pattern = ScreenPattern(screen.map { ScreenLine(parsing: $0.content) })
    append(
      .screen(pattern), number: first.number, content: first.content,
      text: screen.map(\.text).joined(separator: "\n"))
    screen = []
  }

  private mutating func append(_ step: TrailStep, number: Int, content: Substring, text: String) {
    let spaces = content.prefix { $0 == " " }.count
    lines.append(
      TrailLine(
        number: number, column: spaces == content.count ? 3 : 3 + spaces, text: text, step: step))
  }
}

extension String {
  /// Throws for invalid UTF-8, and for control characters other than the tab, in a line that was decoded
  /// from these bytes.
  fileprivate func requireValidity(of bytes: ArraySlice<UInt8>) throws(SyntaxDiagnostic) {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return }
    if let count = bytes.validUTF8PrefixCount {
      let value = String(bytes[bytes.startIndex + count], radix: 16, uppercase: true)
      throw SyntaxDiagnostic(
        "the byte 0x\(value) is not UTF-8; save the file as UTF-8",
        at: utf8.index(startIndex, offsetBy: count))
    }
    let control = unicodeScalars.firstIndex {
      $0.properties.generalCategory == .control && $0 != "\t"
    }
    guard let control else { return }
    let value = String(unicodeScalars[control].value, radix: 16, uppercase: true)
    throw SyntaxDiagnostic(
      "a trail cannot contain the control character \\u{\(value)}; remove it", at: control)
  }
}

extension ArraySlice<UInt8> {
  /// The number of bytes before the first that is not UTF-8; `nil` if all are.
  fileprivate var validUTF8PrefixCount: Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = makeIterator()
    var count = 0
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let scalar): count += scalar.count
      case .emptyInput: return nil
      case .error: return count
      }
    }
  }
}

extension TrailStep {
  /// Parses the content after `@ `.
  fileprivate static func time(_ content: Substring) throws(SyntaxDiagnostic) -> AppStep {
    var words = WordReader(content)
    let word = try words.next(or: "give a time: @ 1.5s, @ idle or @ restart")
    let step: AppStep
    switch word {
    case "event":
      return .event(
        try typedLine(
          words.remainder(or: "give an event of the app, as an input is typed: @ event expired")))
    case "idle": step = .idle
    case "restart": step = .restart
    default:
      guard let first = word.first, first.isDecimalDigit || "-.".contains(first) else {
        throw SyntaxDiagnostic(
          unknown: "time", word, known: ["200ms", "1.5s", "2m", "idle", "restart"], or: ["event"])
      }
      step = .time(try TrailSettings.duration(word))
    }
    try words.end(after: word)
    return step
  }

  /// Checks the content after `> ` or `! `, which is kept unchanged.
  static func typedLine(_ content: Substring) throws(SyntaxDiagnostic) -> String {
    var words = WordReader(content)
    let first = try words.next(or: "give an input, as it is typed: next")
    guard first.unicodeScalars.first != ":" else {
      throw SyntaxDiagnostic(
        "a trail has no colon commands; remove \(first.inQuotes)", at: first.startIndex)
    }
    return String(content)
  }
}
