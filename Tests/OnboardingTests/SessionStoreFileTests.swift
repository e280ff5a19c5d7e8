import Foundation
import Testing

@testable import onboarding

struct SessionStoreFileTests {
  @Test func `without a saved session the start is signed out and has no note`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      #expect(await store.load() == .signedOut(note: nil))
      #expect(folder.names == [])
    }
  }

  @Test(arguments: [
    "Ada", "👩🏽‍🚀🇨🇭", "عائشة بنت أحمد", "שָׁלוֹם", "quote \" slash / \\ line\nend", "\u{0}\u{1b}[2J", "",
    "e\u{301} and é",
  ])
  func `a session is loaded as it was saved`(name: String) async throws {
    try await withTemporaryFolder { folder in
      var session = Session.ada
      session.firstName = name
      session.lastName = name + name
      let path = folder["onboarding.json"]
      try await SessionStore.file(path).save(session)
      guard case .signedIn(let loaded) = await SessionStore.file(path).load() else {
        Issue.record("signed out")
        return
      }
      #expect(loaded == session)
      // Equal strings can differ in their scalars; a saved name keeps its scalars.
      #expect(Array(loaded.firstName.unicodeScalars) == Array(name.unicodeScalars))
    }
  }

  @Test func `the file is indented JSON with a version`() async throws {
    try await withTemporaryFolder { folder in
      try await SessionStore.file(folder["onboarding.json"]).save(.ada)
      let expected = """
        {
          "session" : {
            "email" : "ada@example.com",
            "firstName" : "Ada",
            "lastName" : "Lovelace",
            "locks" : true,
            "pinHash" : "$y$j9T$salt$hash",
            "telephone" : "+44 20 7946 0001"
          },
          "version" : 1
        }

        """
      #expect(folder.text("onboarding.json") == expected)
    }
  }

  @Test func `file and new folders are for their owner alone`() async throws {
    try await withTemporaryFolder { folder in
      let before = folder.permissions("")
      try await SessionStore.file(folder["state/cairn/onboarding.json"]).save(.ada)
      #expect(folder.permissions("state") == 0o700)
      #expect(folder.permissions("state/cairn") == 0o700)
      #expect(folder.permissions("state/cairn/onboarding.json") == 0o600)
      #expect(folder.permissions("") == before)
    }
  }

  @Test func `saving replaces the file by a new one`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      try await store.save(.ada)
      let old = folder.text("onboarding.json")
      // A hard link to the old file shows whether saving wrote into it.
      try FileManager.default.linkItem(atPath: folder["onboarding.json"], toPath: folder["old"])
      try await store.save(.grace)
      #expect(folder.text("old") == old)
      #expect(await store.load() == .signedIn(.grace))
      #expect(folder.names == ["old", "onboarding.json"])
    }
  }

  @Test func `a failed save leaves the old session`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let store = SessionStore.file(path)
      try await store.save(.ada)
      try folder.makeFolder(".onboarding.json.tmp")
      let error = await #expect(throws: SessionError.self) { try await store.save(.grace) }
      let (reason, description) = (error?.reason ?? "", error?.description ?? "")
      let temporary = folder[".onboarding.json.tmp"]
      #expect(reason.hasSuffix(": \(temporary)"))
      #expect(description.hasSuffix(" (saving \(path))"))
      #expect(await store.load() == .signedIn(.ada))
    }
  }

  @Test func `a session that is too large to be loaded is not saved`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let store = SessionStore.file(path)
      try await store.save(.ada)
      var session = Session.ada
      session.firstName = String(repeating: "a", count: 1 << 20)
      let error = await #expect(throws: SessionError.self) { try await store.save(session) }
      #expect(
        error?.description
          == "The session has 1048794 bytes of at most 1048576 (saving \(path))")
      #expect(await store.load() == .signedIn(.ada))
    }
  }

  @Test func `a save that fails at its last step removes the temporary file`() async throws {
    try await withTemporaryFolder { folder in
      // A temporary file can be written beside a path that ends in a slash, but not renamed to it.
      let store = SessionStore.file(folder["empty/"])
      await #expect(throws: SessionError.self) { try await store.save(.ada) }
      #expect(folder.names == ["empty"])
      #expect(folder.names(in: "empty") == [])
    }
  }

  @Test(arguments: [true, false])
  func `the temporary file of a killed save is removed`(loads: Bool) async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      try await store.save(.ada)
      try folder.write("{\"half", to: ".onboarding.json.tmp")
      try folder.write("another program's", to: ".other.json.tmp")
      if loads {
        #expect(await store.load() == .signedIn(.ada))
        #expect(folder.names == [".other.json.tmp", "onboarding.json"])
      } else {
        try await store.remove()
        #expect(folder.names == [".other.json.tmp"])
      }
    }
  }

  @Test func `removing leaves nothing, and can be repeated`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      try await store.save(.ada)
      try await store.remove()
      #expect(folder.names == [])
      #expect(await store.load() == .signedOut(note: nil))
      try await store.remove()
      try await SessionStore.file(folder["missing/onboarding.json"]).remove()
      #expect(folder.names == [])
    }
  }

  @Test func `a link is followed, and its target is replaced and removed`() async throws {
    try await withTemporaryFolder { folder in
      try folder.makeFolder("elsewhere")
      try folder.link("onboarding.json", to: "elsewhere/session")
      try await SessionStore.file(folder["elsewhere/session"]).save(.ada)
      let store = SessionStore.file(folder["onboarding.json"])
      #expect(await store.load() == .signedIn(.ada))
      try await store.save(.grace)
      #expect(await SessionStore.file(folder["elsewhere/session"]).load() == .signedIn(.grace))
      try await store.remove()
      #expect(folder.names(in: "elsewhere") == [])
      #expect(await store.load() == .signedOut(note: nil))
    }
  }

  @Test func `concurrent saves leave one of the sessions and nothing else`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask { try await store.save(number.isMultiple(of: 2) ? .ada : .grace) }
        }
        try await group.waitForAll()
      }
      let loaded = await store.load()
      #expect(loaded == .signedIn(.ada) || loaded == .signedIn(.grace))
      #expect(folder.names == ["onboarding.json"])
    }
  }
}
