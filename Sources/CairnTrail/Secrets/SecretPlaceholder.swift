import CairnScreen

/// What stands in a recording for a secret: `{secret-1}`, as the whole value of a secure field.
///
///     > password {secret-1}
///     > confirm {secret-1}
///
/// The same secret has the same number wherever it was typed. In quotes (`"{secret-1}"`), in other
/// fields and in checks it is text like any other.
struct SecretPlaceholder: Hashable {
  /// From 1.
  let number: Int

  init(number: Int) {
    self.number = number
  }

  /// Reads a name: `secret-1`, without zeros before the number.
  init?(name: some StringProtocol) {
    guard name.hasPrefix("secret-") else { return nil }
    let digits = name.dropFirst(7)
    guard digits.first != "0", digits.allSatisfy(\.isDecimalDigit), let number = Int(digits) else {
      return nil
    }
    self.number = number
  }

  /// Reads a text that is a placeholder and nothing else.
  init?(_ text: some StringProtocol) {
    guard text.first == "{", text.last == "}" else { return nil }
    self.init(name: text.dropFirst().dropLast())
  }

  /// The name of a field and the placeholder that is its whole value, as an input line has them.
  static func read(_ line: String) -> (field: String, placeholder: SecretPlaceholder)? {
    guard line.utf8.contains(UInt8(ascii: "{")) else { return nil }
    var words = WordReader(line[...])
    guard let field = words.next(), let value = words.next(), words.next() == nil,
      let placeholder = SecretPlaceholder(value)
    else { return nil }
    return (String(field), placeholder)
  }

  /// An input line as it may be shown because its value is a placeholder; `nil` if it is not.
  static func line(_ text: String) -> String? {
    read(text).map { "\($0.field.terminalSafe) \($0.placeholder.text)" }
  }

  /// As a secrets file has it.
  var name: String { "secret-\(number)" }

  /// As a recording has it.
  var text: String { "{\(name)}" }
}
