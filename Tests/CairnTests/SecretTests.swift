import Cairn
import Foundation
import Testing

@Suite struct SecretTests {
  private let secret: Secret = "päss🔑"

  @Test func `a secret prints as one bullet a character`() {
    #expect("\(secret)" == "•••••")
    #expect(String(reflecting: secret) == "•••••")
    #expect(String(describing: [secret]) == "[•••••]")
  }

  @Test func `a secret inside another value does not leak through a dump`() {
    struct Login { var password: Secret }
    var text = ""
    dump(Login(password: secret), to: &text)
    #expect(!text.contains("päss"))
    #expect(!"\(Login(password: secret))".contains("päss"))
  }

  @Test func `a secret encodes as bullets`() throws {
    let data = try JSONEncoder().encode(["pin": Secret("1234")])
    #expect(String(data: data, encoding: .utf8) == #"{"pin":"••••"}"#)
  }

  @Test func `secrets are compared byte for byte`() {
    #expect(Secret("1234") == Secret("1234"))
    #expect(Secret("1234") != Secret("1235"))
    #expect(Secret("\u{E9}") != Secret("e\u{301}"))
    #expect(secret.reveal() == "päss🔑")
    #expect(Secret("").isEmpty)
  }
}
