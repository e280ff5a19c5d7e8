import Cairn
import CairnSimulation
import Foundation
import TestSupport
import Testing

@testable import CairnStorage

#if os(Linux)
  import CCrypt
#endif

struct PasswordHasherTests {
  static let hashers: [PasswordHasher] = [.crypt, .seeded(7)]

  @Test(arguments: hashers)
  func `the password matches its hash, others do not, and the hash does not show it`(
    hasher: PasswordHasher
  ) async throws {
    // All 511 bytes count.
    for pin in ["1234", "98765", String(repeating: "1", count: 510)] {
      let hash = try await hasher.hash(Secret(pin + "2"))
      #expect(try await hasher.matches(Secret(pin + "2"), hash))
      for other in [pin + "3", pin, "", " \(pin)2"] where other.utf8.count < 512 {
        #expect(try await !hasher.matches(Secret(other), hash))
      }
      #expect(!hash.isEmpty && !hash.reveal().contains(pin))
    }
  }

  @Test(
    arguments: hashers,
    [
      (String(repeating: "é", count: 256), "The password has 512 bytes; the maximum is 511."),
      ("1\u{0}2", "The password contains a NUL character and cannot be hashed."),
    ])
  func `a password of 512 bytes, or with a NUL, is refused`(
    hasher: PasswordHasher, refused: (pin: String, reason: String)
  ) async throws {
    let pin = Secret(refused.pin)
    let hash = try await hasher.hash("1234")
    let errors = [
      await #expect(throws: PasswordError.self) { try await hasher.hash(pin) },
      await #expect(throws: PasswordError.self) { _ = try await hasher.matches(pin, hash) },
    ]
    #expect(errors.map { $0?.description } == [refused.reason, refused.reason])
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
  func `a text that is not a hash, also a truncated or extended one, is damage`(text: String)
    async throws
  {
    let error = await #expect(throws: PasswordError.damagedHash) {
      try await PasswordHasher.crypt.matches("1234", Secret(text))
    }
    #expect(error?.description.hasSuffix(" (hashing the password)") == true)
    #expect(error?.message(about: "PIN").hasSuffix(" (hashing the PIN)") == true)
    for hasher in text.isEmpty ? Self.hashers : [] {
      let hash = try await hasher.hash("1234").reveal()
      let changed = String(hash.dropLast()) + "!"
      for other in [String(hash.dropLast()), hash + "\u{0}", hash + "a", "$" + hash, changed] {
        await #expect(throws: PasswordError.damagedHash) {
          try await hasher.matches("1234", Secret(other))
        }
      }
    }
  }

  // Measured before: `$y$jHT$` made one comparison take 8 GB and minutes.
  @Test func `no byte of a hash can raise the cost of a comparison`() async throws {
    let hash = Array(try await PasswordHasher.crypt.hash("1234").reveal().utf8)
    func changed(_ index: Int, _ byte: UInt8) -> Secret {
      var changed = hash
      changed[index] = byte
      return Secret(String(decoding: changed, as: UTF8.self))
    }
    for index in 0..<7 {
      for byte: UInt8 in 1..<0x80 where byte != hash[index] {
        await #expect(throws: PasswordError.damagedHash) {
          try await PasswordHasher.crypt.matches("1234", changed(index, byte))
        }
      }
    }
    #if os(Linux)
      // Letters with more bits than a salt or a hash has there.
      for (index, letter) in [(28, "2"), (28, "z"), (72, "E"), (72, "z")] {
        await #expect(throws: PasswordError.damagedHash) {
          try await PasswordHasher.crypt.matches("1234", changed(index, Array(letter.utf8)[0]))
        }
      }
    #endif
    // A change of the salt or of the hash itself is another hash. Its parameters, and therefore its cost,
    // are those of every hash.
    let setting = try #require(hash.dropFirst().lastIndex(of: UInt8(ascii: "$")))
    let salt = try #require(hash[..<setting].lastIndex(of: UInt8(ascii: "$")))
    for index in [salt + 2, setting + 1, hash.count - 2] {
      let other = UInt8(ascii: hash[index] == UInt8(ascii: "x") ? "y" : "x")
      #expect(try await !PasswordHasher.crypt.matches("1234", changed(index, other)))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `hashing leaves the thread that runs the effects`() {
    let simulation = Simulation()
    let store = simulation.store(nil as Bool?) {
      Reduce<Bool?, Bool?> { isRight, action in
        isRight = action
        guard action == nil else { return .none }
        return .run(name: "hash") { send in
          let hash = try await PasswordHasher.crypt.hash("1234")
          await send(try await PasswordHasher.crypt.matches("1234", hash))
        }
      }
    }
    store.send(nil)
    simulation.drain()
    // This thread has run all that is ready, and the effect waits for another thread.
    #expect(simulation.externallyBlocked.count == 1)
    simulation.waitForExternalWork(timeout: .seconds(300))
    #expect(store.state == true)
  }

  @Test func `the seeded hash depends only on the seed and the password`() async throws {
    let hash: Secret = "seeded-eoijkpjbcakgoobc"
    #expect(try await PasswordHasher.seeded(7).hash("1234") == hash)
    #expect(try await PasswordHasher.seeded(7).hash("1243") != hash)
    #expect(try await !PasswordHasher.seeded(8).matches("1234", hash))
  }
}

#if os(Linux)
  /// A machine without libcrypt, or without its development files.
  struct MissingLibraryTests {
    @Test func `without libcrypt or its functions, hashing names the packages to install`() {
      for name in ["libcrypt-that-nobody-has.so.9", "libc.so.6"] {
        let error = #expect(throws: PasswordError.self) { _ = try CCryptFunctions.open([name]) }
        #expect(
          error?.description.contains(
            "libcrypt is missing: install libcrypt1 (Debian, Ubuntu) or libxcrypt (Fedora)") == true
        )
      }
    }

    @Test(.blocking, .gate)
    func `neither the header of libcrypt nor its development files are needed`() throws {
      let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
      try withTemporaryFolder { folder in
        try folder.write("#error hidden", to: "crypt.h")
        let source = root.appending(path: "Sources/CCrypt")
        let run = try ProgramRun([
          "clang", "-fsyntax-only", "-Wall", "-Werror", "-I", folder.path,
          "-I", source.appending(path: "include").path, source.appending(path: "CCrypt.c").path,
        ])
        #expect(run.status == 0, "\(run.output)")
      }
      let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
      #expect(!manifest.contains(#"linkedLibrary("crypt""#))
    }
  }
#endif
