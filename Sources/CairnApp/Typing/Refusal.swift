/// The refusal of a line, and the action that it would send.
///
/// ```text
/// next is disabled: email and password are required
/// there is no "nxt" here; did you mean "next"?
/// ```
///
/// The message is one line, safe for a terminal, and quotes only the name at the beginning of the input,
/// because the rest may be a password.
public struct Refusal<Action: Sendable>: Sendable {
  /// The problem with the line.
  public let reason: RefusalReason
  /// The problem in words, on one line.
  public let message: String
  /// The name of the input; `nil` if the screen has no such input.
  public let name: String?
  /// The action of the line if its input were enabled; `nil` if the line is wrong for other reasons too.
  ///
  /// Test drivers send it to check that the reducer refuses it too.
  public let wouldSend: Action?

  /// The word is the name of an input, or is not among the names.
  init(_ reason: RefusalReason, word: String, names: [String], wouldSend: Action? = nil) {
    self.reason = reason
    self.message = reason.message(word: word, names: names)
    self.name = names.contains(word) ? word : nil
    self.wouldSend = wouldSend
  }
}

extension [String] {
  /// The number of names that a message lists in full.
  package static var listedCount: Int { 12 }

  /// All names, or of many the first and the number of the others.
  package var listed: String {
    if count <= Self.listedCount { return joined(separator: ", ") }
    return prefix(5).joined(separator: ", ") + " and \(count - 5) more"
  }

  /// The names in their order; of more than a message lists, those first that agree with a word from its
  /// beginning on for longest.
  fileprivate func nearest(to word: String) -> [String] {
    guard count > Self.listedCount else { return self }
    let word = word.lowercased()
    let agreements = map { zip($0.lowercased(), word).prefix { $0 == $1 }.count }
    return indices.sorted { (agreements[$1], $0) < (agreements[$0], $1) }.map { self[$0] }
  }

  fileprivate var typedList: String { map(\.typedValue).joined(separator: ", ") }
}

extension RefusalReason {
  /// - Parameter names: the inputs of the screen, for an unknown word.
  package func message(word: String, names: [String]) -> String {
    switch self {
    case .unknownName(let suggestion):
      if let suggestion, word.hasPrefix("\"") {
        return "a name is typed without quotes; did you mean \"\(suggestion)\"?"
      }
      let advice =
        if let suggestion, word.hasPrefix(suggestion), word.endOfName == suggestion.endIndex {
          "a value follows a space: \(suggestion) VALUE"
        } else if let suggestion {
          "did you mean \"\(suggestion)\"?"
        } else if names.isEmpty {
          "nothing can be typed on this screen"
        } else {
          "you can type: \(names.nearest(to: word).listed)"
        }
      return "there is no \(word.quotedName) here; \(advice)"
    case .disabled(""): return "\(word) is disabled"
    case .disabled(let reason): return "\(word) is disabled: \(reason.terminalSafe)"
    case .missingValue: return "\(word) needs a value: give a value, or \"\" to clear"
    case .missingOption(let options): return "\(word) needs a value: \(options.typedList)"
    case .notAnOption(let options):
      return "\(word) has no such option; there are: \(options.typedList)"
    case .missingArgument(let values): return "\(word) needs a value: \(values.terminalSafe)"
    case .notAccepted(let values):
      return "\(word) does not take this value; it takes: \(values.terminalSafe)"
    case .superfluousValue: return "\(word) takes no value"
    case .malformed(let malformed): return "\(word) has a malformed value: \(malformed.message)"
    }
  }
}

/// The problem with a typed line.
public enum RefusalReason: Error, Hashable {
  /// The screen has no such name. The suggestion is a similar one.
  case unknownName(suggestion: String?)
  /// The input is disabled for that reason.
  case disabled(String)
  /// A field without a value.
  case missingValue
  /// A picker without a value, and its options.
  case missingOption([String])
  /// A picker with a value that is not an option, and its options.
  case notAnOption([String])
  /// A value button without a value, and the accepted values in words.
  case missingArgument(String)
  /// A value button with a value that is not accepted, and the accepted values in words.
  case notAccepted(String)
  /// A button, a row or a toggle with a value.
  case superfluousValue
  /// A value whose quotes or escapes are wrong.
  case malformed(MalformedValue)
}

extension StringProtocol {
  /// The end of the name at the beginning of a word, without a value that was typed without a space:
  /// `password=1234`.
  package var endOfName: Index {
    dropFirst().firstIndex { "=:,\"'".contains($0) } ?? endIndex
  }

  /// An unknown word for a message: its name in quotes.
  package var quotedName: String {
    let name = String(drop { $0 == "\"" })
    let end = name.endOfName
    return end == name.endIndex ? name.inQuotes : (String(name[..<end]) + "…").inQuotes
  }

  /// The probable intended name: equal without case, the only one with that prefix, or the one with the
  /// fewest edits, at most two and half of the letters. Of several, the one that agrees from its beginning on
  /// for longest, and then the first.
  package func closest(of names: [String]) -> String? {
    let word = Array(lowercased())
    let candidates = names.map { (name: $0, letters: Array($0.lowercased())) }
    if let same = candidates.first(where: { $0.letters == word }) { return same.name }
    let longer = candidates.filter { $0.letters.starts(with: word) }
    if longer.count == 1 { return longer[0].name }
    return
      candidates
      .map { (name: $0.name, edits: word.edits(to: $0.letters, limit: 2), letters: $0.letters) }
      .filter { $0.edits <= Swift.min(2, Swift.max(word.count, $0.letters.count) / 2) }
      .map { ($0.name, $0.edits, agreement: zip(word, $0.letters).prefix { $0 == $1 }.count) }
      .min { ($0.1, $1.agreement) < ($1.1, $0.agreement) }?.0
  }
}

extension [Character] {
  /// The optimal string alignment distance (a form of the Damerau–Levenshtein distance): insertions,
  /// deletions, replacements and swaps of neighbors.
  ///
  /// Beyond `limit` the result is any greater number, computed from the lengths alone if they suffice.
  fileprivate func edits(to other: [Character], limit: Int) -> Int {
    if abs(count - other.count) > limit { return limit + 1 }
    var beforeLast: [Int] = []
    var last: [Int] = .init(0...other.count)
    for row in indices {
      var current = [row + 1]
      for column in other.indices {
        var edits = Swift.min(
          last[column + 1] + 1, current[column] + 1,
          last[column] + (self[row] == other[column] ? 0 : 1))
        if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
          edits = Swift.min(edits, beforeLast[column - 1] + 1)
        }
        current.append(edits)
      }
      beforeLast = last
      last = current
    }
    return last[other.count]
  }
}
