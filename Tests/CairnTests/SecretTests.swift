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

  @Test func `copies of a secret share one buffer`() {
    let secret: Secret = "a secret of forty-two bytes, to be wiped!!"
    let copy = secret
    #expect(copy.withUTF8(\.baseAddress) == secret.withUTF8(\.baseAddress))
    #expect(Secret("").withUTF8(\.count) == 0)
  }

  #if os(Linux)
    @Test func `the buffer of a secret is wiped with its last copy`() throws {
      let text = "a secret of forty-two bytes, to be wiped!!"
      var secret: Secret? = Secret(text)
      var copy = secret
      let address = try #require(secret?.withUTF8 { UInt(bitPattern: $0.baseAddress) })
      // The memory may be in use again, but not with this text.
      let memory = try #require(FileHandle(forReadingAtPath: "/proc/self/mem"))
      func isThere() throws -> Bool {
        try memory.seek(toOffset: UInt64(address))
        // The allocator writes to the first bytes of a freed block.
        return try memory.read(upToCount: 42)?.suffix(20) == Data(text.utf8.suffix(20))
      }
      secret = nil
      #expect(try isThere())
      #expect(copy != nil)
      copy = nil
      #expect(try !isThere())
    }
  #endif

  @Test func `secrets are compared byte for byte`() {
    #expect(Secret("1234") == Secret("1234"))
    #expect(Secret("1234") != Secret("1235"))
    #expect(Secret("\u{E9}") != Secret("e\u{301}"))
    #expect(secret.reveal() == "päss🔑")
    #expect(Secret("").isEmpty)
  }
}
