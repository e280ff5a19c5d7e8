import Cairn
import CairnApp
import Testing

/// The values of secure fields.
struct SecretParseTests {
  private let screen = Screen<Secret>("a", "A") {
    Field("pin", secure: "") { $0 }
    Field("name", "") { Secret($0) }
    Picker("kind", "x", of: ["x", "y"]) { Secret($0) }
    Button("go", "")
  }

  private func value(_ line: TypedLine<Secret>) -> Secret? {
    guard case .action(let secret, name: _) = line else { return nil }
    return secret
  }

  @Test func `the action of a secure field shares the buffer of the secret`() throws {
    let secret: Secret = "94170358"
    let parsed = try #require(value(screen.parse("pin", secret: secret)))
    #expect(parsed.withUTF8(\.baseAddress) == secret.withUTF8(\.baseAddress))
    let (meaning, _, typed) = screen.interpret("pin \"9417 0358\"")
    let action = try #require(value(meaning))
    #expect(action == "9417 0358")
    #expect(action.withUTF8(\.baseAddress) == typed?.withUTF8(\.baseAddress))
  }

  @Test func `a secret for another input is a value like any other`() {
    #expect(value(screen.parse("name", secret: "ada")) == "ada")
    #expect(value(screen.parse("kind", secret: "y")) == "y")
    #expect(value(screen.parse("kind", secret: "z")) == nil)
    #expect(value(screen.parse("go", secret: "now")) == nil)
    #expect(value(screen.interpret("pin \"9417").meaning) == nil)
  }
}
