import CairnApp
import CairnDump
import CairnStorage
import CairnTrail

/// A command line: the command, its operands and its options.
struct Command {
  enum Verb: String, CaseIterable {
    case run, web, replay, record, explore, graph, cover, journal
  }

  enum Request {
    /// The help of a command; of the program without one.
    case help(Verb?)
    case version
    case command(Command)
  }

  let verb: Verb
  let operands: [String]
  let options: OptionValues

  static func request<A: App>(_ words: [String], for app: A.Type) throws(UsageError) -> Request {
    guard (try? Trail.parse("% app \(A.name)", file: ""))?.settings.app == A.name else {
      throw UsageError("the name \(A.name.inQuotes) cannot be written in a trail; write one word")
    }
    for name in A.options.map(\.name) where !name.hasPrefix("-") || name.contains("=") {
      throw UsageError("the option \(name.inQuotes) of \(A.name) cannot be typed; name it --NAME")
    }
    for (kind, names) in [("option", A.options.map(\.name)), ("start", A.starts)] {
      var known = Set<String>()
      for name in names where !known.insert(name).inserted {
        throw UsageError("the \(kind) \(name.inQuotes) of \(A.name) is there twice; rename one")
      }
    }
    let own = ProgramOption.all(beside: app).map(\.option)
    for name in A.options.map(\.name) where own.contains(where: { $0.name == name }) {
      throw UsageError("the option \(name) of \(A.name) is one of every app; rename it")
    }
    let taken = words.first.flatMap(Verb.init).map { verb in
      ProgramOption.all(beside: app).filter { $0.verbs.contains(verb) }.map(\.option)
        + A.options(for: verb)
    }
    let (options, operands) = try OptionValues.parse(
      words, among: own + A.options, suggesting: taken)
    if options.has("--help") || options.has("-h") {
      return .help(operands.first.flatMap { Verb(rawValue: $0) })
    }
    if options.has("--version") { return .version }
    return .command(try Command(operands, options, app))
  }

  private init<A: App>(
    _ words: [String], _ options: OptionValues, _ app: A.Type
  ) throws(UsageError) {
    let word = words.first ?? Verb.run.rawValue
    guard let verb = Verb(rawValue: word) else {
      let known = Verb.allCases.map(\.rawValue)
      let nearest = word.closest(of: known).map { "did you mean \"\($0)\"? " } ?? ""
      throw UsageError(
        "unknown command \"\(word)\"; \(nearest)there are: \(known.joined(separator: ", "))")
    }
    self.verb = verb
    self.options = options
    operands = Array(words.dropFirst())
    for option in ProgramOption.all(beside: app)
    where options.has(option.option.name) && !option.verbs.contains(verb) {
      let verbs = option.verbs.map { "\"\($0.rawValue)\"" }.joinedWithAnd
      throw UsageError("\"\(word)\" does not take \(option.option.name); it belongs to \(verbs)")
    }
    for option in ProgramOption.all(beside: app).map(\.option) where options[option.name] == "" {
      guard let kind = option.value, ["FILE", "FOLDER"].contains(kind) else { continue }
      throw UsageError("\(option.name) needs the name of a \(kind.lowercased())")
    }
    if let start = options["--start"], !A.starts.contains(start) {
      let known = A.starts.isEmpty ? "none" : A.starts.joined(separator: ", ")
      throw UsageError("\(A.name) has no start \(start.inQuotes); it has: \(known)")
    }
    if let need = verb.form.operands {
      guard operands.count == 1 && operands != [""] || verb == .replay && !operands.isEmpty else {
        throw UsageError("\(word.inQuotes) needs \(need): \(A.name) \(verb.form.usage)")
      }
    } else if let extra = operands.first {
      throw UsageError("\(word.inQuotes) takes no operand; remove \"\(extra)\"")
    }
    try requireSeparateFiles(of: app)
  }

  /// - Throws: if a result would be written to a file that another option names.
  private func requireSeparateFiles<A: App>(of app: A.Type) throws(UsageError) {
    let written = ["--journal", "--record", "--html", "--trails", "--save", "--resume"]
    var names = ProgramOption.all(beside: app).map(\.option.name).filter(written.contains)
    if options.has("--accept") { names.append("--against") }
    // An option of the app may name a file to read.
    let own = A.options(for: verb).filter { $0.value == "FILE" }.map(\.name)
    names += own
    var files: [(name: String, place: [UInt8])] = []
    if verb == .record { files.append(("\"record\"", Descriptor.place(of: operands[0]))) }
    for name in names {
      guard let path = options[name], !path.isEmpty else { continue }
      // A device or a pipe takes several results.
      let kind = Descriptor.kind(of: path)
      guard kind == nil || kind == .file || kind == .folder else { continue }
      let place = Descriptor.place(of: path)
      let other = files.first {
        $0.place == place && !(own.contains(name) && own.contains($0.name))
      }
      if let other {
        throw UsageError(
          "\(other.name) and \(name) name the same file, \(path.terminalSafe); give one of them"
            + " another name")
      }
      files.append((name, place))
    }
  }
}

extension OptionValues {
  func number<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number? {
    guard let text = self[name] else { return nil }
    guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Number(text), range.contains(number)
    else {
      throw UsageError(
        "\(name): \"\(text)\" is not a whole number from \(range.lowerBound) to"
          + " \(range.upperBound)")
    }
    return number
  }

  /// The secrets of `--secrets FILE`; without the option, generated values.
  func secrets() throws(UsageError) -> TrailSecrets {
    guard let file = self["--secrets"] else { return TrailSecrets() }
    do {
      let bytes = try Descriptor.input(file, upTo: FileLimit.secrets)
      return try TrailSecrets(parsing: bytes, file: file)
    } catch {
      throw UsageError("--secrets: \(error)")
    }
  }
}
