extension TrailSettings {
  /// The word that a `%` line begins with.
  enum Name: String, CaseIterable {
    case app, start, seed, width, options

    /// Reads the name and leaves its value to be read.
    init(from words: inout WordReader) throws(SyntaxDiagnostic) {
      let word = try words.next(or: "give a setting: % app onboarding")
      guard let name = Self(rawValue: String(word)) else {
        throw SyntaxDiagnostic(unknown: "setting", word, known: Self.allCases.map(\.rawValue))
      }
      self = name
    }

    /// Whether lines of this name add up instead of excluding each other.
    var isRepeatable: Bool { self == .options }
  }

  /// Sets what the rest of a `%` line says.
  mutating func set(_ name: Name, from words: inout WordReader) throws(SyntaxDiagnostic) {
    switch name {
    case .app:
      app = try words.lastWord(or: "give a name: % app onboarding")
    case .start:
      start = try words.lastWord(or: "give a name: % start signed-out")
    case .seed:
      seed = try words.lastNumber(
        in: 0...UInt64.max, "a seed: write a whole number from 0 to \(UInt64.max)",
        or: "give a number: % seed 7")
    case .width:
      width = try words.lastNumber(
        in: 20...1000, "a width: write a whole number from 20 to 1000",
        or: "give a number: % width 80")
    case .options:
      options.append(String(try words.next(or: "give an option: % options --strict")))
      while let option = words.next() { options.append(String(option)) }
    }
  }
}
