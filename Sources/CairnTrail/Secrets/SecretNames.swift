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
