import Cairn
import CairnApp

/// The values of the placeholders of a recording: `{secret-1}` and so on.
///
///     let secrets = try TrailSecrets(parsing: bytes, file: "secrets.txt")
///
/// Without a file, values are invented: integers of at least four digits, distinct for distinct
/// placeholders, so that equal secrets stay equal.
public struct TrailSecrets: Equatable, Sendable {
  /// The known values; `nil` if all are invented.
  private(set) var given: [SecretPlaceholder: Secret]?
  private var file = ""

  /// Invented values.
  public init() {}

  init(_ values: [SecretPlaceholder: Secret]) {
    given = values
  }

  /// Parses a secrets file: UTF-8, with a line `NAME VALUE` for each placeholder, and the value as typed
  /// into a field. Empty lines, and lines that begin with `#`, are ignored.
  ///
  /// ```text
  /// # Of the test account.
  /// secret-1 correct horse
  /// secret-2 "with a space at the end "
  /// ```
  ///
  /// - Throws: every invalid line, without its text, which may be a secret.
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

  func value(of placeholder: SecretPlaceholder) throws(SecretsFileError) -> Secret {
    guard let given else { return Self.invented(for: placeholder) }
    guard let value = given[placeholder] else {
      throw SecretsFileError(
        "\(file) has no \(placeholder.name); add the line: \(placeholder.name) VALUE")
    }
    return value
  }

  static func inventedHint(for recording: String) -> String {
    "the values of its secrets are invented; if the \(recording) depends on them, give them with --secrets"
  }

  static func invented(for placeholder: SecretPlaceholder) -> Secret {
    // A number in a file can be the largest `Int`.
    Secret("\(1000 + UInt(placeholder.number))")
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
      throw SecretsFileError(
        name.endIndex < line.endIndex
          ? "the name is not one of a secret; write: secret-1 VALUE"
          : "a line must be a name and a value; write: secret-1 VALUE")
    }
    let field = Screen<Secret>("secrets", "") { Field(String(name), secure: "") { $0 } }
    switch field.parse(line) {
    case .action(let value, name: _): return (placeholder, value)
    case .refused(let refusal): throw SecretsFileError(refusal.message)
    case .blank: return nil
    }
  }
}

/// The problems of a secrets file, a line for each, without the text of the file.
public struct SecretsFileError: Error, Equatable, CustomStringConvertible {
  /// The problems and suggestions.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The placeholder of a secret in a recording: `{secret-1}`, as the whole value of a secure field.
///
/// Equal secrets have equal numbers. In quotes (`"{secret-1}"`), in other fields and in checks it is
/// ordinary text.
struct SecretPlaceholder: Hashable {
  /// From 1.
  let number: Int

  var name: String { "secret-\(number)" }

  var text: String { "{\(name)}" }
}

extension SecretPlaceholder {
  /// Parses a name: `secret-1`, without leading zeros.
  init?(name: some StringProtocol) {
    guard name.hasPrefix("secret-") else { return nil }
    let digits = name.dropFirst(7)
    guard digits.first != "0", digits.allSatisfy(\.isDecimalDigit), let number = Int(digits) else {
      return nil
    }
    self.init(number: number)
  }

  /// Parses a text that is only a placeholder.
  init?(_ text: some StringProtocol) {
    guard text.first == "{", text.last == "}" else { return nil }
    self.init(name: text.dropFirst().dropLast())
  }

  /// The field and the placeholder of an input line whose whole value is a placeholder.
  static func parse(_ line: String) -> (field: String, placeholder: SecretPlaceholder)? {
    guard line.utf8.contains(UInt8(ascii: "{")) else { return nil }
    var words = WordReader(line[...])
    guard let field = words.next(), let value = words.next(), words.next() == nil,
      let placeholder = SecretPlaceholder(value)
    else { return nil }
    return (String(field), placeholder)
  }
}

extension Screen {
  /// An input line for display: with its placeholder, or else with bullets for a possible secret.
  func redactedInTrail(_ line: String) -> String {
    guard let (field, placeholder) = SecretPlaceholder.parse(line) else { return redacted(line) }
    return "\(field.terminalSafe) \(placeholder.text)"
  }

  /// The text of a placeholder that is the value of a secure field in a line of a trail.
  package func placeholder(in line: String) -> String? {
    SecretPlaceholder.parse(line).flatMap { field, placeholder in
      input(named: field)?.isSecure == true ? placeholder.text : nil
    }
  }
}

extension Collection<String> {
  /// The words of options without the user and the password of addresses, and without the values of options
  /// and of parts of a query whose names say that they are secret: `--token=redacted`.
  package var withoutCredentials: [String] {
    var isValue = false
    return map { word in
      defer { isValue = word.hasPrefix("-") && !word.contains("=") && word.namesSecret }
      return isValue && !word.hasPrefix("-") ? "redacted" : word.withoutCredentials
    }
  }

  /// The same, for an app with these options: a value may begin with a hyphen.
  package func withoutCredentials(among options: [AppOption]) -> [String] {
    let words = (try? OptionValues(Array(self), among: options))?.words(among: options) ?? []
    let shown = words.withoutCredentials
    return shown == words ? withoutCredentials : shown
  }
}

extension String {
  fileprivate var withoutCredentials: String {
    if hasPrefix("-"), let sign = firstIndex(of: "="), self[..<sign].namesSecret {
      return self[...sign] + "redacted"
    }
    guard let start = firstRange(of: "://")?.upperBound else { return self }
    let end = self[start...].firstIndex { "/?#".contains($0) } ?? endIndex
    let at = self[start..<end].lastIndex(of: "@")
    // The query of an address may contain another one.
    let rest = self[(at ?? start)..<end] + String(self[end...]).withoutCredentials
    return self[..<start] + (at == nil ? "" : "redacted") + rest.withoutSecretParts
  }
}

extension Substring {
  /// The rest of an address without the secret parts of its query and its fragment.
  fileprivate var withoutSecretParts: String {
    var parts: [Substring] = []
    var rest = self
    while let end = rest.dropFirst().firstIndex(where: { "?&#;".contains($0) }) {
      parts.append(rest[..<end])
      rest = rest[end...]
    }
    return (parts + [rest]).map { part in
      guard let sign = part.firstIndex(of: "="), part[..<sign].namesSecret else { return part }
      return part[...sign] + "redacted"
    }.joined()
  }
}

extension StringProtocol {
  fileprivate var namesSecret: Bool {
    let name = lowercased().filter(\.isLetter)
    let words = ["password", "passwd", "passphrase", "token", "secret", "credential", "apikey"]
    return words.contains { name.contains($0) }
  }
}

/// The placeholders of entered secrets: equal secrets have equal placeholders.
struct SecretNames {
  private var placeholders: [Secret: SecretPlaceholder] = [:]

  var values: TrailSecrets {
    TrailSecrets(
      Dictionary(uniqueKeysWithValues: placeholders.map { secret, name in (name, secret) }))
  }

  mutating func placeholder(for secret: Secret) -> SecretPlaceholder {
    if let known = placeholders[secret] { return known }
    let new = SecretPlaceholder(number: placeholders.count + 1)
    placeholders[secret] = new
    return new
  }

  /// An accepted line, as written to a trail.
  mutating func written<Action>(
    _ line: String, secret: Secret?, on screen: Screen<Action>
  ) -> String {
    let name =
      line.unicodeScalars.split(whereSeparator: \.isBlank)
      .first.map(String.init) ?? ""
    if let secret = secret ?? screen.secret(in: line)?.value { return field(name, secret) }
    // A trail can contain control characters and invisible ones only as escapes.
    let isPlain = line.split(separator: "\t").allSatisfy { String($0).terminalSafe == $0 }
    if isPlain { return line }
    let typed = Screen<String>("typed", "") { Field(name, "") { $0 } }
    guard case .action(let value, name: _) = typed.parse(line) else { return name }
    return "\(name) \(value.typedValue)"
  }

  private mutating func field(_ name: String, _ secret: Secret) -> String {
    secret.isEmpty ? "\(name) \"\"" : "\(name) \(placeholder(for: secret).text)"
  }
}
