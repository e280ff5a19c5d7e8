import CairnStorage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import onboarding

struct SessionStoreFileTests {
  @Test func `a session is loaded as it was saved, and removed`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      #expect(await store.load() == .signedOut(note: nil))
      #expect(folder.names() == [])
      try await store.save(.ada)
      #expect(await SessionStore.file(folder["onboarding.json"]).load() == .signedIn(.ada))
      #expect(folder.permissions("onboarding.json") == 0o600)
      try await store.save(.grace)
      #expect(await store.load() == .signedIn(.grace))
      #expect(try await store.remove() == nil)
      // The lock of the file stays, and it is empty. A copy of the session does not.
      #expect(folder.names() == [".onboarding.json.lock"])
      #expect(folder.text(".onboarding.json.lock") == "")
      #expect(try await store.remove() == nil)
      #expect(await store.load() == .signedOut(note: nil))
    }
  }

  @Test func `the file of an earlier program is loaded, and is saved with a checksum`() async throws
  {
    try await withTemporaryFolder { folder in
      let text = """
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
      try folder.write(text, to: "onboarding.json")
      let store = SessionStore.file(folder["onboarding.json"])
      #expect(await store.load() == .signedIn(.ada))
      #expect(folder.text("onboarding.json") == text)
      try await store.save(.grace)
      #expect(folder.text("onboarding.json")?.hasPrefix(#"{"storage":2,"version":1,"#) == true)
      #expect(await store.load() == .signedIn(.grace))
    }
  }

  @Test func `a session that another program removed does not come back`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let one = SessionStore.file(path)
      let two = SessionStore.file(path)
      try await one.save(.ada)
      #expect(await two.load() == .signedIn(.ada))
      _ = try await two.remove()
      let error = await #expect(throws: StorageError.self) { try await one.save(.ada) }
      #expect(
        error?.summary == "Another program has changed the file (saving \(path))")
      #expect(await one.load() == .signedOut(note: nil))
      try await one.save(.grace)
      #expect(await two.load() == .signedIn(.grace))
    }
  }

  @Test func `an update changes the session that is saved now`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let one = SessionStore.file(path)
      let two = SessionStore.file(path)
      #expect(try await one.update { $0.locks.toggle() } == nil)
      try await one.save(.grace)
      var session = Session.grace
      session.locks = true
      #expect(try await two.update { $0.locks = true } == session)
      session.telephone = ""
      #expect(try await one.update { $0.telephone = "" } == session)
      #expect(await two.load() == .signedIn(session))
    }
  }

  @Test func `only the session that was read is removed`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let one = SessionStore.file(path)
      let two = SessionStore.file(path)
      try await one.save(.ada)
      #expect(await two.load() == .signedIn(.ada))
      try await two.save(.grace)
      let error = await #expect(throws: StorageError.self) { try await one.remove() }
      #expect(error?.problem == .changed)
      #expect(await one.load() == .signedIn(.grace))
      _ = try await one.remove()
      #expect(await two.load() == .signedOut(note: nil))
    }
  }

  @Test(arguments: ["", #"{"storage":1"#])
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
      #expect(folder.text("onboarding.json.damaged") == text)
      #expect(await store.load() == .signedOut(note: nil))
    }
  }

  @Test func `after damage the session before is back at the next start, and asks for the PIN`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let store = SessionStore.file(path)
      var session = Session.grace
      try await store.save(session)
      session.telephone = "555-0199"
      try await store.save(session)
      try folder.write(#"{"storage":1"#, to: "onboarding.json")
      #expect(
        await store.load()
          == .signedOut(
            note: "The saved session \(path) could not be understood and was kept as "
              + "\(path).damaged. The session before the last change is back at the next start, "
              + "which asks for the PIN."))
      session = .grace
      session.locks = true
      #expect(await SessionStore.file(path).load() == .signedIn(session))
      // Who signs up instead replaces it.
      try await store.save(.ada)
      #expect(await store.load() == .signedIn(.ada))
    }
  }

  /// The disk is full at the first start after the damage.
  @Test(arguments: [false, true])
  func
    `a session that could not be restored is restored at the next start, unless somebody signs up`(
      signsUp: Bool
    ) async throws
  {
    var contents = SimulatedDisk()
    for telephone in ["555-0199", "555-0200"] {
      _ = try FileStorage.change("onboarding.json", format: .session, on: &contents) {
        $0 = $0 ?? .grace
        $0?.telephone = telephone
      }
    }
    contents["onboarding.json"] = #"{"storage":1"#
    let disk = Mutex(contents)
    let isFull = Mutex(true)
    func start() -> SessionStore {
      let storage = FileStorage(simulated: "onboarding.json", format: .session) { body in
        disk.withLock { body(&$0) }
      } fault: { operation in
        operation == .save && isFull.withLock { $0 } ? .fails(.write, .noSpace) : nil
      }
      return SessionStore(storage, path: "onboarding.json", base: SessionStore.Base(.none))
    }
    let note =
      "The saved session onboarding.json could not be understood and was kept as "
      + "onboarding.json.damaged."
    let store = start()
    #expect(await store.load() == .signedOut(note: note))
    isFull.withLock { $0 = false }
    if signsUp {
      try await store.save(.ada)
      _ = try await store.remove()
      #expect(await start().load() == .signedOut(note: nil))
    } else {
      #expect(
        await start().load()
          == .signedOut(
            note: "\(note) The session before the last change is back at the next start, which "
              + "asks for the PIN."))
      var session = Session.grace
      session.telephone = "555-0199"
      session.locks = true
      #expect(await start().load() == .signedIn(session))
    }
  }

  @Test func `a changed byte of a session is never another session`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      try await store.save(.ada)
      let bytes = Array(try #require(folder.text("onboarding.json")).utf8)
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 1 << (index % 7)
        let text = String(decoding: changed, as: UTF8.self)
        let damaged = SessionStore.memory(holding: text)
        guard case .signedOut(note: _?) = await damaged.load() else {
          Issue.record("byte \(index) is not noticed")
          return
        }
      }
    }
  }
}
