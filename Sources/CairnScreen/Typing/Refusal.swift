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
