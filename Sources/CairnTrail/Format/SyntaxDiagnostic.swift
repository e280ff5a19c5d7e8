import CairnScreen

/// What is wrong with a line, and where in it.
struct SyntaxDiagnostic: Error {
  let message: String
  let index: String.Index

  init(_ message: String, at index: String.Index) {
    self.message = message
    self.index = index
  }

  /// A word that is none of those known, with the nearest of them or else all.
  init(unknown kind: String, _ word: Substring, known: [String]) {
    let suggestion =
      String(word).closest(of: known).map { "did you mean \"\($0)\"?" }
      ?? "\(kind)s are \(known.dropLast().joined(separator: ", ")) and \(known.last ?? "")"
    self.init("unknown \(kind) \(word.inQuotes); \(suggestion)", at: word.startIndex)
  }
}
