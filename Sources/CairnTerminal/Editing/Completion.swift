import CairnApp
import CairnStorage

/// The editor's knowledge of the app: the words after which a value is a secret, and the words that a line
/// can contain.
struct LineContext {
  /// What a line tells of the text after a word.
  enum Meaning {
    /// It may be a secret, which is shown as bullets.
    case secret
    /// It is the value of a field up to the end of the line, unless it is in quotes.
    case text
    /// It is no text of a person: the next word may be the name of another input, without the semicolon before it.
    case noText
    case other
  }

  /// The meaning of a word at the beginning of a line, or after a semicolon, where another screen may be shown.
  let meaning: (_ word: String, _ isFirst: Bool) -> Meaning
  /// Whether a word of a value is the name of a secure field, perhaps misspelt.
  let isNameOfSecret: (_ word: String) -> Bool
  let complete: (String) -> Completion
  /// Whether the whole line may be the value of a secure field that was named in the line before.
  var isValueOfSecret = false

  /// The end of the first name whose value may be a secret, if white space or a sign such as `=` follows it.
  ///
  /// O(*k*) in the length of the first word, and O(*n*) in a line with semicolons.
  func secretNameEnd(in line: LineBuffer) -> Int? {
    if isValueOfSecret { return line.isEmpty ? nil : 0 }
    var start = 0
    var isValue = false
    while let word = line.word(from: start) {
      let text = String(word.map { line[$0] })
      let hasValue = word.upperBound < line.count && line[word.upperBound] != ";"
      var end = word.upperBound
      if isValue {
        if hasValue, isNameOfSecret(text) { return end }
      } else {
        let meaning = { [meaning] in meaning($0, start == 0) }
        if let end = nameEnd(in: line, at: word, where: { meaning($0) == .secret }) { return end }
        switch meaning(text) {
        case .noText: if let end = secretNameEnd(in: line, from: end) { return end }
        case .secret, .other: break
        case .text: isValue = hasValue
        }
        if let endOfQuotes = line.endOfQuotes(from: end) {
          (end, isValue) = (endOfQuotes, false)
          if let end = secretNameEnd(in: line, from: min(end + 1, line.count)) { return end }
        }
      }
      guard line.mayHaveSemicolon, let next = (end..<line.count).first(where: { line[$0] == ";" })
      else { return nil }
      start = next + 1
    }
    return nil
  }

  /// Whether the second or third word of a line is the name of a secure field, and a value follows it.
  func hasSecret(behindFirstWordOf line: String) -> Bool {
    let line = LineBuffer(line)
    guard let word = line.word(from: 0) else { return false }
    return secretNameEnd(in: line, from: word.upperBound) != nil
  }

  /// The end of the name of a secure field, if one of the next two words begins with it and a value follows.
  /// The first of the two may be the value of a command.
  private func secretNameEnd(in line: LineBuffer, from start: Int) -> Int? {
    var start = start
    for _ in 0..<2 {
      guard let word = line.word(from: start), !word.isEmpty else { return nil }
      if let end = nameEnd(in: line, at: word, where: isNameOfSecret) { return end }
      start = word.upperBound
    }
    return nil
  }

  /// The end of the name with which a word begins, if it is a secret one and a value follows.
  private func nameEnd(
    in line: LineBuffer, at word: Range<Int>, where isSecret: (String) -> Bool
  ) -> Int? {
    let text = String(word.map { line[$0] })
    let name = text[..<text.endOfName]
    if name.count < text.count, isSecret(String(name)) { return word.lowerBound + name.count }
    let hasValue = word.upperBound < line.count && line[word.upperBound] != ";"
    return hasValue && isSecret(text) ? word.upperBound : nil
  }

  func secretNameEnd(in line: String) -> Int? { secretNameEnd(in: LineBuffer(line)) }
}

extension LineBuffer {
  /// A longer word is no name.
  private static let longestName = 256

  /// The next word, up to white space or a semicolon; `nil` if there is none.
  fileprivate func word(from start: Int) -> Range<Int>? {
    guard let first = (start..<count).first(where: { !self[$0].isWhitespace }) else { return nil }
    let end = (first..<count).prefix(Self.longestName + 1)
      .first { self[$0].isWhitespace || self[$0] == ";" }
    if let end { return first..<end }
    return count - first > Self.longestName ? nil : first..<count
  }

  fileprivate func endOfQuotes(from start: Int) -> Int? {
    guard let quote = (start..<count).first(where: { !self[$0].isWhitespace }), self[quote] == "\""
    else { return nil }
    var index = quote + 1
    while index < count, self[index] != "\"" { index += self[index] == "\\" ? 2 : 1 }
    return Swift.min(index, count)
  }
}

extension LineContext {
  /// The names of inputs and commands, the options of pickers, the names of files, and parts of the state.
  ///
  /// A value is shown only after the name of an input of this screen that is no secret: after a name of another
  /// screen, or a misspelt one, it may be one.
  ///
  /// - Parameter secrets: the names of the secure fields of all screens that were shown.
  init<Action>(
    of screen: Screen<Action>?, secrets: Set<String>? = nil, events: [Input<Action>] = [],
    partsOfState: @escaping (_ path: String) -> [String] = { _ in [] }
  ) {
    let secrets = secrets ?? screen?.outline.secureNames ?? []
    func find(_ word: String, _ isFirst: Bool) -> Meaning {
      if word.hasPrefix(":") {
        guard let command = try? ColonCommand.named(word) else { return .secret }
        return command.hasWholeValue ? .noText : .other
      }
      guard let screen else { return .secret }
      // One pass: a look-up of each name that begins with the word is quadratic in a long list.
      let all = screen.inputs
      let whole = all.first { $0.name == word }
      let isWhole = whole != nil
      let inputs = whole.map { [$0] } ?? all.filter { $0.name.hasPrefix(word) }
      let isSecret =
        inputs.isEmpty || inputs.contains(where: \.isSecure)
        || !(isWhole && isFirst) && secrets.contains { isWhole ? $0 == word : $0.hasPrefix(word) }
      if isSecret { return .secret }
      if inputs.contains(where: { if case .field = $0.kind { true } else { false } }) {
        return .text
      }
      return inputs.contains(where: \.takesValue) ? .other : .noText
    }
    // One word is drawn with each key of the value after it.
    var known: [Bool: [String: Meaning]] = [:]
    let meaning: (String, Bool) -> Meaning = { word, isFirst in
      if let meaning = known[isFirst]?[word] { return meaning }
      let meaning = find(word, isFirst)
      known[isFirst, default: [:]][word] = meaning
      return meaning
    }
    self.meaning = meaning
    isNameOfSecret = { word in
      secrets.contains(word) || word.count > 3 && word.closest(of: secrets.sorted()) != nil
    }
    complete = { line in
      let inputs = screen?.inputs ?? []
      let rest = line.lastPart { [.other, .noText].contains(meaning($0, $1)) }
        .drop(while: \.isWhitespace)
      guard let nameEnd = rest.firstIndex(where: \.isWhitespace) else {
        let names =
          rest.hasPrefix(":") ? ColonCommand.allCases.map(\.completed) : inputs.map(\.completed)
        return Completion(of: rest, in: line, among: names)
      }
      let name = String(rest[..<nameEnd])
      let value = rest[nameEnd...].drop(while: \.isWhitespace)
      let values =
        if let command = try? ColonCommand.named(name) {
          command == .event
            ? events.map(\.completed)
            : (command == .help ? inputs.map(\.name) : [])
              + command.values(beginningWith: String(value), partsOfState)
        } else if case .picker(_, let options)? = inputs.first(where: { $0.name == name })?.kind {
          options.map(\.typedValue)
        } else {
          [String]()
        }
      return Completion(of: value, in: line, among: values)
    }
  }
}

extension String {
  /// The text after the last semicolon between inputs and commands.
  ///
  /// - Parameter canEnd: whether a value without quotes after a name can end before a semicolon.
  fileprivate func lastPart(_ canEnd: (_ name: String, _ isFirst: Bool) -> Bool) -> Substring {
    var part = self[...]
    while let end = part.endOfFirstPart {
      let first = part[..<end].drop(while: \.isWhitespace)
      let name = first.prefix { !$0.isWhitespace }
      let value = first[name.endIndex...].drop(while: \.isWhitespace)
      let isQuoted = value.isEmpty || value.first == "\""
      guard isQuoted || canEnd(String(name), part.startIndex == startIndex) else { break }
      part = part[index(after: end)...]
    }
    return part
  }
}

/// The possible completions of the word before the cursor.
struct Completion: Equatable {
  private let prefix: String
  private let word: String
  /// The words that begin with the typed one, in order. A name that takes a value ends in a space.
  let candidates: [String]

  /// - Parameter word: the end of `line`.
  init(of word: Substring, in line: String, among words: [String]) {
    prefix = String(line[..<word.startIndex])
    self.word = String(word)
    candidates = words.filter { $0.hasPrefix(word) }
  }

  /// The line, completed by the longest prefix that all candidates share.
  var line: String {
    let shared = candidates.dropFirst().reduce(candidates.first ?? word) { common, next in
      String(zip(common, next).prefix { $0 == $1 }.map(\.0))
    }
    return prefix + shared
  }
}

extension Input {
  fileprivate var completed: String { takesValue ? name + " " : name }
}

extension ColonCommand {
  fileprivate var completed: String { value == nil ? rawValue : rawValue + " " }

  fileprivate func values(
    beginningWith prefix: String, _ partsOfState: (String) -> [String]
  ) -> [String] {
    switch self {
    case .help: Self.names
    case .state: partsOfState(prefix)
    case .save, .load: Self.files(beginningWith: prefix)
    case .diff, .stack, .actions, .effects, .undo, .redo, .goto, .history, .advance, .event, .more,
      .less, .find, .explore, .graph, .quit:
      []
    }
  }

  /// The files and folders whose path begins with `path`, sorted; folders end in a slash.
  ///
  /// Hidden files are listed only if their dot was typed. Names that are not safe for a terminal are
  /// left out.
  private static func files(beginningWith path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let beginning = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let names = (try? Disk(relativeTo: "").names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { ![".", ".."].contains($0) }.sorted().compactMap { name in
      guard name.hasPrefix(beginning), beginning.hasPrefix(".") || !name.hasPrefix("."),
        name.terminalSafe == name
      else { return nil }
      return folder + name + (Descriptor.kind(of: folder + name) == .folder ? "/" : "")
    }
  }
}
