import Cairn
import Testing

@testable import onboarding

struct SessionPINHasherTests {
  static let hashers: [PINHasher] = [.crypt, .seeded(7)]

  @Test(arguments: hashers)
  func `the PIN matches its hash, and others do not`(hasher: PINHasher) async throws {
    let hash = try await hasher.hash("1234")
    #expect(try await hasher.matches("1234", hash))
    for other: Secret in ["1235", "123", "12345", "", " 1234"] {
      #expect(try await !hasher.matches(other, hash))
    }
  }

  @Test(arguments: hashers)
  func `the PIN cannot be read in its hash`(hasher: PINHasher) async throws {
    for pin: Secret in ["1234", "0000", "98765"] {
      let hash = try await hasher.hash(pin)
      #expect(!hash.isEmpty)
      #expect(!hash.contains(pin.reveal()))
    }
  }

  @Test(arguments: hashers)
  func `a PIN of 511 bytes is hashed to its last byte`(hasher: PINHasher) async throws {
    let start = String(repeating: "1", count: 510)
    let hash = try await hasher.hash(Secret(start + "2"))
    #expect(try await hasher.matches(Secret(start + "2"), hash))
    #expect(try await !hasher.matches(Secret(start + "3"), hash))
  }

  @Test(arguments: hashers)
  func `a PIN of 512 bytes is refused`(hasher: PINHasher) async throws {
    let pin = Secret(String(repeating: "é", count: 256))
    let hash = try await hasher.hash("1234")
    let error = await #expect(throws: PINError.self) { try await hasher.hash(pin) }
    #expect(error?.description == "The PIN has 512 bytes; the maximum is 511.")
    await #expect(throws: PINError.tooLong(bytes: 512)) { try await hasher.matches(pin, hash) }
  }

  @Test(arguments: hashers)
  func `a PIN with a NUL is refused`(hasher: PINHasher) async throws {
    let hash = try await hasher.hash("1")
    let error = await #expect(throws: PINError.self) { try await hasher.hash("1\u{0}2") }
    #expect(error?.description == "The PIN contains a NUL character and cannot be hashed.")
    await #expect(throws: PINError.containsNUL) { try await hasher.matches("1\u{0}2", hash) }
  }

  @Test func `two hashes of one PIN differ, and both match`() async throws {
    let one = try await PINHasher.crypt.hash("1234")
    let two = try await PINHasher.crypt.hash("1234")
    #expect(one != two)
    #expect(try await PINHasher.crypt.matches("1234", two))
    #if os(Linux)
      #expect(one.hasPrefix("$y$"))
    #endif
  }

  @Test(arguments: [
    "", "*0", "1234", "$y$", "$y$unknown$salt", "$6$salt$hash", "seeded-eoijkpjbcakgoobc",
  ])
  func `a text that is not a hash is an error`(hash: String) async {
    let error = await #expect(throws: PINError.self) {
      try await PINHasher.crypt.matches("1234", hash)
    }
    #expect(error?.description.hasSuffix(" (hashing the PIN)") == true)
  }

  @Test func `a truncated or extended hash does not match`() async throws {
    let hash = try await PINHasher.crypt.hash("1234")
    #expect(try await !PINHasher.crypt.matches("1234", String(hash.dropLast())))
    #expect(try await !PINHasher.crypt.matches("1234", hash + "\u{0}"))
  }

  @Test func `the seeded hash depends only on the seed and the PIN`() async throws {
    let hash = try await PINHasher.seeded(7).hash("1234")
    #expect(hash == "seeded-eoijkpjbcakgoobc")
    #expect(try await PINHasher.seeded(7).hash("1234") == hash)
    #expect(try await PINHasher.seeded(8).hash("1234") != hash)
    #expect(try await PINHasher.seeded(7).hash("1243") != hash)
    #expect(try await !PINHasher.seeded(8).matches("1234", hash))
  }
}
