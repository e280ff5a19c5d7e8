import Cairn
import CairnApp

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
    if let secret { return field(name, secret) }
    if screen.input(named: name)?.isSecure ?? false {
      return field(name, Secret(TypedField(name: name, isSecure: true).value(of: line)))
    }
    // A trail can contain control characters and invisible ones only as escapes.
    let isPlain = line.split(separator: "\t").allSatisfy { String($0).terminalSafe == $0 }
    if isPlain { return line }
    let words = line.unicodeScalars.split(maxSplits: 1, whereSeparator: \.isBlank)
    guard words.count > 1, words[1].contains(where: { !$0.isBlank }) else { return name }
    let value = TypedField(name: name, isSecure: false).value(of: line)
    return "\(name) \(value.typedValue)"
  }

  private mutating func field(_ name: String, _ secret: Secret) -> String {
    secret.isEmpty ? "\(name) \"\"" : "\(name) \(placeholder(for: secret).text)"
  }
}

/// Parses the value of a line for a field, as a screen with that field would.
struct TypedField {
  struct Refused: Error {
    let message: String
  }

  private let screen: Screen<String>

  init(name: String, isSecure: Bool) {
    screen = Screen("typed", "") {
      if isSecure {
        Field(name, secure: "") { $0.reveal() }
      } else {
        Field(name, "") { $0 }
      }
    }
  }

  func parse(_ line: String) -> Result<String, Refused> {
    switch screen.parse(line) {
    case .action(let value, name: _): .success(value)
    case .refused(let refusal): .failure(Refused(message: refusal.message))
    case .blank: .failure(Refused(message: "the line is empty"))
    }
  }

  /// The value of an accepted line.
  func value(of line: String) -> String { (try? parse(line).get()) ?? "" }
}
