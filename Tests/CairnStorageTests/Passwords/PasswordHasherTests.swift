import Cairn
import CairnSimulation
import CairnStorage
import Testing

struct PasswordHasherTests {
  static let hashers: [PasswordHasher] = [.crypt, .seeded(7)]

  @Test(arguments: hashers)
  func `the password matches its hash, and others do not`(hasher: PasswordHasher) async throws {
    let hash = try await hasher.hash("1234")
    #expect(try await hasher.matches("1234", hash))
    for other: Secret in ["1235", "123", "12345", "", " 1234"] {
      #expect(try await !hasher.matches(other, hash))
    }
  }

  @Test(arguments: hashers)
  func `the password cannot be read in its hash`(hasher: PasswordHasher) async throws {
    for pin: Secret in ["1234", "0000", "98765"] {
      let hash = try await hasher.hash(pin)
      #expect(!hash.isEmpty)
      #expect(!hash.reveal().contains(pin.reveal()))
    }
  }

  @Test(arguments: hashers)
  func `a password of 511 bytes is hashed to its last byte`(hasher: PasswordHasher) async throws {
    let start = String(repeating: "1", count: 510)
    let hash = try await hasher.hash(Secret(start + "2"))
    #expect(try await hasher.matches(Secret(start + "2"), hash))
    #expect(try await !hasher.matches(Secret(start + "3"), hash))
  }

  @Test(arguments: hashers)
  func `a password of 512 bytes is refused`(hasher: PasswordHasher) async throws {
    let pin = Secret(String(repeating: "é", count: 256))
    let hash = try await hasher.hash("1234")
    let error = await #expect(throws: PasswordError.self) { try await hasher.hash(pin) }
    #expect(error?.description == "The password has 512 bytes; the maximum is 511.")
    await #expect(throws: PasswordError.tooLong(bytes: 512)) { try await hasher.matches(pin, hash) }
  }

  @Test(arguments: hashers)
  func `a password with a NUL is refused`(hasher: PasswordHasher) async throws {
    let hash = try await hasher.hash("1")
    let error = await #expect(throws: PasswordError.self) { try await hasher.hash("1\u{0}2") }
    #expect(error?.description == "The password contains a NUL character and cannot be hashed.")
    await #expect(throws: PasswordError.containsNUL) { try await hasher.matches("1\u{0}2", hash) }
  }

  @Test func `two hashes of one password differ, and both match`() async throws {
    let one = try await PasswordHasher.crypt.hash("1234")
    let two = try await PasswordHasher.crypt.hash("1234")
    #expect(one != two)
    #expect(try await PasswordHasher.crypt.matches("1234", two))
    #if os(Linux)
      #expect(one.reveal().hasPrefix("$y$j9T$"))
    #endif
  }

  @Test(arguments: [
    "", "*0", "1234", "$y$", "$y$unknown$salt", "$6$salt$hash", "seeded-eoijkpjbcakgoobc",
  ])
  func `a text that is not a hash is damage`(hash: String) async {
    let error = await #expect(throws: PasswordError.self) {
      try await PasswordHasher.crypt.matches("1234", Secret(hash))
    }
    #expect(error == .damagedHash)
    #expect(error?.description.hasSuffix(" (hashing the password)") == true)
    #expect(error?.message(about: "PIN").hasSuffix(" (hashing the PIN)") == true)
  }

  @Test func `a truncated or extended hash is damage`() async throws {
    for hasher in Self.hashers {
      let hash = try await hasher.hash("1234").reveal()
      for other in [String(hash.dropLast()), hash + "\u{0}", hash + "a", "$" + hash] {
        await #expect(throws: PasswordError.damagedHash) {
          try await hasher.matches("1234", Secret(other))
        }
      }
    }
  }

  // Measured before: `$y$jHT$` made one comparison take 8 GB and minutes.
  @Test func `no byte of a hash can raise the cost of a comparison`() async throws {
    let hash = Array(try await PasswordHasher.crypt.hash("1234").reveal().utf8)
    let setting = try #require(hash.dropFirst().lastIndex(of: UInt8(ascii: "$")))
    for index in 0..<7 {
      for byte: UInt8 in 1..<0x80 where byte != hash[index] {
        var changed = hash
        changed[index] = byte
        let text = Secret(String(decoding: changed, as: UTF8.self))
        await #expect(throws: PasswordError.damagedHash) {
          try await PasswordHasher.crypt.matches("1234", text)
        }
      }
    }
    // A change of the salt or of the hash itself is another hash. Its parameters, and therefore its cost,
    // are those of every hash.
    for index in [8, setting + 1, hash.count - 2] {
      var changed = hash
      changed[index] = changed[index] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
      let text = Secret(String(decoding: changed, as: UTF8.self))
      #expect(try await !PasswordHasher.crypt.matches("1234", text))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `hashing leaves the thread that runs the effects`() {
    let simulation = Simulation()
    let store = simulation.store(Hashing.State()) { Hashing() }
    store.send(.start)
    simulation.drain()
    // This thread has run all that is ready, and the effect waits for another thread.
    #expect(simulation.externallyBlocked.count == 1)
    simulation.waitForExternalWork(timeout: .seconds(300))
    #expect(store.state == Hashing.State(isRight: true))
  }

  @Test func `the seeded hash depends only on the seed and the password`() async throws {
    let hash = try await PasswordHasher.seeded(7).hash("1234")
    #expect(hash.reveal() == "seeded-eoijkpjbcakgoobc")
    #expect(try await PasswordHasher.seeded(7).hash("1234") == hash)
    #expect(try await PasswordHasher.seeded(8).hash("1234") != hash)
    #expect(try await PasswordHasher.seeded(7).hash("1243") != hash)
    #expect(try await !PasswordHasher.seeded(8).matches("1234", hash))
  }
}

/// Hashes a password and compares it with its hash.
private struct Hashing: Reducer {
  struct State: Hashable {
    var isRight: Bool?
  }

  enum Action {
    case start
    case compared(Bool)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start:
      return .run(name: "hash") { send in
        let hash = try await PasswordHasher.crypt.hash("1234")
        await send(.compared(try await PasswordHasher.crypt.matches("1234", hash)))
      }
    case .compared(let isRight):
      state.isRight = isRight
      return .none
    }
  }
}
