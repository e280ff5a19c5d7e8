import CairnStorage
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import onboarding

struct SessionStoreFileTests {
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

  @Test func `only the session that was read is replaced or removed, and an update changes it now`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let one = SessionStore.file(path)
      let two = SessionStore.file(path)
      #expect(try await one.update { $0.locks.toggle() } == nil)
      try await one.save(.ada)
      #expect(await two.load() == .signedIn(.ada))
      try await two.save(.grace)
      #expect(await problem { _ = try await one.remove() } == .changed)
      var session = Session.grace
      session.locks = true
      #expect(try await one.update { $0.locks = true } == session)
      _ = await two.load()
      _ = try await two.remove()
      #expect(await problem { try await one.save(.ada) } == .changed)
      #expect(await one.load() == .signedOut(note: nil))
    }
  }

  private func problem(_ body: () async throws -> Void) async -> StorageProblem? {
    await #expect(throws: StorageError.self) { try await body() }?.problem
  }

  @Test(arguments: [false, true])
  func `a file of a newer program stays until a sign-out, and a session in memory is refused alike`(
    isInMemory: Bool
  ) async throws {
    try await withTemporaryFolder { folder in
      let path = isInMemory ? "onboarding.json" : folder["onboarding.json"]
      let text = #"{"version": 2}"#
      try folder.write(text, to: "onboarding.json")
      let store = isInMemory ? SessionStore.memory(holding: text) : .file(path)
      let reason = "Written by a newer program, in format 2; this program supports format 1"
      #expect(
        await store.load()
          == .signedOut(
            note: "\(reason) (reading \(path)). "
              + "It was left in place; nothing is saved there until it is moved away."))
      let error = await #expect(throws: StorageError.self) { try await store.save(.ada) }
      #expect(error?.summary == "\(reason) (saving \(path))")
      guard !isInMemory else { return }
      #expect(folder.text("onboarding.json") == text)
      let finding = try await store.remove()
      #expect(finding == .newerSetAside(found: 2, supported: 1, keptAs: "\(path).newer"))
      #expect(folder.text("onboarding.json.newer") == text)
      #expect(await store.load() == .signedOut(note: nil))
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
      let next = start()
      #expect(
        await next.load()
          == .signedOut(
            note: "\(note) The session before the last change is back at the next start, which "
              + "asks for the PIN."))
      var session = Session.grace
      session.telephone = "555-0199"
      session.locks = true
      #expect(await start().load() == .signedIn(session))
      // Who signs up instead replaces it.
      try await next.save(.ada)
      #expect(await start().load() == .signedIn(.ada))
    }
  }
}
