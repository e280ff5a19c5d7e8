/// Why a line does nothing on its screen, and what it would have done.
///
///     next is disabled: email and password are required
///     there is no "nxt" here; did you mean "next"?
///
/// The message is one line, safe for a terminal, and quotes nothing of the input but its first
/// word, since the rest may be a password.
public struct Refusal<Action: Sendable>: Sendable {
  public let reason: RefusalReason
  public let message: String
  /// The name of the input, if the screen has it.
  public let name: String?
  /// What the line would send if its input were enabled; `nil` when that would not help.
  ///
  /// Test drivers send it anyway, to see that the reducer refuses it too.
  public let action: Action?

  /// The first word of the line is the name of an input, or is not among the names.
  init(_ reason: RefusalReason, word: String, names: [String], action: Action? = nil) {
    self.reason = reason
    self.message = reason.message(word: word, names: names)
    self.name = names.contains(word) ? word : nil
    self.action = action
  }
}

extension [String] {
  /// The options as they are typed.
  fileprivate var listed: String { map(\.typedValue).joined(separator: ", ") }
}

extension RefusalReason {
  /// - Parameter names: what can be typed on the screen, for a word that is not among them.
  package func message(word: String, names: [String]) -> String {
    switch self {
    case .unknownName(let suggestion):
      let advice =
        if let suggestion {
          "did you mean \"\(suggestion)\"?"
        } else if names.isEmpty {
          "nothing can be typed on this screen"
        } else {
          "you can type: \(names.joined(separator: ", "))"
        }
      return "there is no \(word.inQuotes) here; \(advice)"
    case .disabled(""): return "\(word) is disabled"
    case .disabled(let reason): return "\(word) is disabled: \(reason.terminalSafe)"
    case .missingValue: return "\(word) needs a value: give a value, or \"\" to clear"
    case .missingOption(let options): return "\(word) needs a value: \(options.listed)"
    case .notAnOption(let options):
      return "\(word) has no such option; there are: \(options.listed)"
    case .superfluousValue: return "\(word) takes no value"
    case .malformed(let malformed): return "\(word) has a malformed value: \(malformed.message)"
    }
  }
}

/// What is wrong with a typed line.
public enum RefusalReason: Error, Hashable {
  /// The screen has no such name, but perhaps one that is close to it.
  case unknownName(suggestion: String?)
  /// The input is disabled, and the screen says why.
  case disabled(String)
  case missingValue
  /// A choice without a value; its options.
  case missingOption([String])
  /// A choice with another value than its options.
  case notAnOption([String])
  case superfluousValue
  case malformed(MalformedValue)
}

extension String {
  /// The name that was probably meant, if one is close: the same but for case, the only one that
  /// begins so, or the first of those with the fewest edits, at most two and half of the letters.
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
      .min { $0.edits < $1.edits }?.name
  }
}

extension [Character] {
  /// Insertions, deletions, replacements and swaps of neighbours that lead to `other`: the optimal
  /// string alignment form of the Damerau–Levenshtein distance.
  ///
  /// Beyond `limit` it gives some number above it, at no cost when the lengths alone tell.
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
