import Cairn
import CairnApp

/// What the placeholders of a recording stand for: `{secret-1}` and so on.
///
///     let secrets = try TrailSecrets(parsing: bytes, file: "secrets.txt")
///
/// Without a file the values are invented: whole numbers of four digits and more, distinct for
/// distinct placeholders, so that what was equal stays equal.
public struct TrailSecrets: Equatable, Sendable {
  private var given: [SecretPlaceholder: Secret]?
  private var file = ""

  /// Invented values.
  public init() {}

  init(_ values: [SecretPlaceholder: Secret]) {
    given = values
  }

  /// Reads a secrets file: UTF-8, a line `NAME VALUE` for each, with the value as it is typed into
  /// a field. Empty lines, and lines that begin with `#`, are left out.
  ///
  ///     # Of the test account.
  ///     secret-1 correct horse
  ///     secret-2 "with a space at the end "
  ///
  /// - Throws: every line that cannot be read, without what it says: it may be a secret.
  public init(parsing bytes: [UInt8], file: String) throws(SecretsFileError) {
    self.file = file
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    var values: [SecretPlaceholder: Secret] = [:]
    var messages: [String] = []
    let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
      do throws(SecretsFileError) {
        guard let (placeholder, value) = try Self.entry(bytes) else { continue }
        guard values.updateValue(value, forKey: placeholder) == nil else {
          throw SecretsFileError("\(placeholder.name) is given twice; give it once")
        }
      } catch {
        messages.append("\(file):\(index + 1): \(error)")
      }
    }
    guard messages.isEmpty else { throw SecretsFileError(messages.joined(separator: "\n")) }
    given = values
  }

  /// Whether the values are invented.
  var areInvented: Bool { given == nil }

  /// - Throws: a placeholder that the file does not have.
  func value(of placeholder: SecretPlaceholder) throws(SecretsFileError) -> Secret {
    guard let given else { return Secret("\(1000 + placeholder.number)") }
    guard let value = given[placeholder] else {
      throw SecretsFileError(
        "\(file) has no \(placeholder.name); add the line: \(placeholder.name) VALUE")
    }
    return value
  }

  private static func entry(
    _ bytes: ArraySlice<UInt8>
  ) throws(SecretsFileError) -> (SecretPlaceholder, Secret)? {
    guard let line = String(validating: bytes, as: UTF8.self) else {
      throw SecretsFileError("the line is not UTF-8; save the file as UTF-8")
    }
    guard line.contains(where: { !$0.isWhitespace }), line.first != "#" else { return nil }
    let name = line.prefix { $0 != " " }
    guard let placeholder = SecretPlaceholder(name: name) else {
      throw SecretsFileError("a line is a name and a value; write: secret-1 VALUE")
    }
    switch TypedField(name: String(name), isSecure: true).read(line) {
    case .success(let value): return (placeholder, Secret(value))
    case .failure(let refusal): throw SecretsFileError(refusal.message)
    }
  }
}

/// Why a secrets file cannot be used: a line for each mistake, without what the file says.
public struct SecretsFileError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and how to mend it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

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
