import Cairn
import CairnScreen

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
