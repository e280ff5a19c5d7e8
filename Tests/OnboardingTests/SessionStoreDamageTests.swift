import Foundation
import Testing

@testable import onboarding

struct SessionStoreDamageTests {
  @Test(arguments: [
    "", " ", "not JSON", "null", "[]", "42", "{}", "{\"version\": 1}",
    "{\"version\": 1, \"session\": {\"firstName\": \"Ada\"}}",
    "{\"version\": 1, \"session\": null}", "{\"version\": \"1\"}", "{\"version\": 0}",
    "{\"version\": -1}", "{\"version\": 1.5}", "{\"version\": 1, \"session\": ",
    String(repeating: "[", count: 100_000),
  ])
  func `a damaged file is kept under another name`(text: String) async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      try folder.write(text, to: "onboarding.json")
      let store = SessionStore.file(path)
      #expect(
        await store.load()
          == .signedOut(
            note: "The saved session \(path) could not be understood and was kept as "
              + "\(path).damaged."))
      #expect(folder.names == ["onboarding.json.damaged"])
      #expect(folder.text("onboarding.json.damaged") == text)
      #expect(await store.load() == .signedOut(note: nil))
    }
  }

  @Test func `a session that is padded beyond the limit is damaged`() throws {
    let bytes = try SessionFormat.encode(.ada)
    let padding = [UInt8](
      repeating: UInt8(ascii: " "), count: SessionFormat.sizeLimit - bytes.count)
    #expect(SessionFormat.decode(padding + bytes) == .session(.ada))
    #expect(SessionFormat.decode(padding + bytes + " ".utf8) == .damaged)
  }

  @Test func `a file of any size is read only to the limit`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("", to: "onboarding.json")
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder["onboarding.json"]))
      try handle.truncate(atOffset: 16 << 20)
      try handle.close()
      let bytes = try DiskFile(path: folder["onboarding.json"]).read()
      #expect(bytes?.count == SessionFormat.sizeLimit + 1)
    }
  }

  @Test func `a file kept earlier is never replaced`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      for number in 1...3 {
        try folder.write("damage \(number)", to: "onboarding.json")
        let suffix = number == 1 ? "" : "-\(number)"
        #expect(
          await SessionStore.file(path).load()
            == .signedOut(
              note: "The saved session \(path) could not be understood and was kept as "
                + "\(path).damaged\(suffix)."))
      }
      #expect(folder.text("onboarding.json.damaged") == "damage 1")
      #expect(folder.text("onboarding.json.damaged-2") == "damage 2")
      #expect(folder.text("onboarding.json.damaged-3") == "damage 3")
    }
  }

  @Test func `a file that cannot be renamed stays, and the note has the reason`() async throws {
    try await withTemporaryFolder { folder in
      // The longest names have no room for ".damaged".
      let name = String(repeating: "n", count: 250)
      try folder.write("damage", to: name)
      let store = SessionStore.file(folder[name])
      #expect(
        await store.load()
          == .signedOut(
            note: "File name too long (renaming the damaged \(folder[name])). "
              + "It was left in place; nothing is saved there until it is moved away."))
      let error = await #expect(throws: SessionError.self) { try await store.save(.ada) }
      let expected = "File name too long (saving \(folder[name]))"
      #expect(error?.description == expected)
      #expect(folder.names == [name])
      #expect(folder.text(name) == "damage")
    }
  }

  @Test func `a save keeps a file that was damaged after loading`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      try await store.save(.ada)
      try folder.write("damage", to: "onboarding.json")
      try await store.save(.grace)
      #expect(await store.load() == .signedIn(.grace))
      #expect(folder.text("onboarding.json.damaged") == "damage")
    }
  }

  @Test func `a damaged file stays at sign-out`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("damage", to: "onboarding.json")
      let store = SessionStore.file(folder["onboarding.json"])
      _ = await store.load()
      try await store.save(.ada)
      try await store.remove()
      #expect(folder.names == ["onboarding.json.damaged"])
    }
  }

  @Test(arguments: 1...200)
  func `random bytes never stop the program`(seed: UInt64) throws {
    // A valid file with a few bytes replaced: pure noise would fail at its first byte.
    var bytes = try SessionFormat.encode(.ada)
    var state = seed
    for _ in 0..<4 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 25)
    }
    switch SessionFormat.decode(bytes) {
    case .session(let session): #expect(session != .ada)
    case .newer(let version): #expect(version > 1)
    case .damaged: break
    }
  }
}
