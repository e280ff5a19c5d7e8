import CairnStorage
import Testing

@testable import onboarding

struct SessionStoreMemoryTests {
  @Test func `a store in memory starts without a session`() async {
    #expect(await SessionStore.memory().load() == .signedOut(note: nil))
  }

  @Test func `a store in memory starts with the given session`() async {
    #expect(await SessionStore.memory(initial: .ada).load() == .signedIn(.ada))
  }

  @Test func `copies share their contents, and two stores do not`() async throws {
    let store = SessionStore.memory()
    let copy = store
    let other = SessionStore.memory()
    try await store.save(.grace)
    #expect(await copy.load() == .signedIn(.grace))
    #expect(await other.load() == .signedOut(note: nil))
    _ = try await copy.remove()
    #expect(await store.load() == .signedOut(note: nil))
    _ = try await store.remove()
  }

  @Test func `damage is reported once, as on disk`() async throws {
    let store = SessionStore.memory(holding: #"{"storage":1"#)
    #expect(
      await store.load()
        == .signedOut(
          note: "The saved session onboarding.json could not be understood and was kept as "
            + "onboarding.json.damaged."))
    #expect(await store.load() == .signedOut(note: nil))
    try await store.save(.ada)
    #expect(await store.load() == .signedIn(.ada))
  }

  @Test func `a newer format is not overwritten, as on disk`() async {
    let store = SessionStore.memory(holding: "{\"version\": 7}")
    _ = await store.load()
    let error = await #expect(throws: StorageError.self) { try await store.save(.ada) }
    #expect(
      error?.description
        == "Written by a newer program, in format 7; this program supports format 1 "
        + "(saving onboarding.json). Use the newer program, or move the file away.")
  }
}
