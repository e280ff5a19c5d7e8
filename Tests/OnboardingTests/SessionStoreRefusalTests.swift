import Foundation
import Testing

@testable import onboarding

/// Files that are left in place: loading gives a note, and saving is refused.
@Suite(.timeLimit(.minutes(10))) struct SessionStoreRefusalTests {
  private func expectLeftInPlace(
    _ path: String, because reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let store = SessionStore.file(path)
    #expect(
      await store.load()
        == .signedOut(
          note: "\(reason) (reading \(path)). "
            + "It was left in place; nothing is saved there until it is moved away."),
      sourceLocation: sourceLocation)
    let error = await #expect(throws: SessionError.self, sourceLocation: sourceLocation) {
      try await store.save(.ada)
    }
    #expect(error?.description == "\(reason) (saving \(path))", sourceLocation: sourceLocation)
  }

  private func expectNotRemoved(_ path: String, because reason: String) async {
    let error = await #expect(throws: SessionError.self) {
      try await SessionStore.file(path).remove()
    }
    #expect(error?.description == "\(reason) (removing \(path))")
  }

  @Test func `a file in a newer format is left unchanged`() async throws {
    try await withTemporaryFolder { folder in
      let text = "{\"version\": 2, \"users\": []}"
      try folder.write(text, to: "onboarding.json")
      await expectLeftInPlace(
        folder["onboarding.json"],
        because: "Written by a newer program, in format 2; this program supports format 1")
      #expect(folder.names == ["onboarding.json"])
      #expect(folder.text("onboarding.json") == text)
    }
  }

  @Test func `a file in a newer format is removed at sign-out`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("{\"version\": 2}", to: "onboarding.json")
      try await SessionStore.file(folder["onboarding.json"]).remove()
      #expect(folder.names == [])
    }
  }

  @Test func `a folder is left in place`() async throws {
    try await withTemporaryFolder { folder in
      try folder.makeFolder("onboarding.json")
      await expectLeftInPlace(folder["onboarding.json"], because: "Is a directory")
      await expectNotRemoved(folder["onboarding.json"], because: "Is a directory")
      #expect(folder.names == ["onboarding.json"])
    }
  }

  @Test func `a pipe without a writer is left in place`() async throws {
    try await withTemporaryFolder { folder in
      #expect(mkfifo(folder["onboarding.json"], 0o600) == 0)
      await expectLeftInPlace(folder["onboarding.json"], because: "Not a regular file")
      await expectNotRemoved(folder["onboarding.json"], because: "Not a regular file")
      #expect(folder.names == ["onboarding.json"])
    }
  }

  @Test func `a file that cannot be opened is left in place`() async throws {
    try await withTemporaryFolder { folder in
      try folder.link("onboarding.json", to: "onboarding.json")
      let reason = "Too many levels of symbolic links"
      await expectLeftInPlace(folder["onboarding.json"], because: reason)
      await expectNotRemoved(folder["onboarding.json"], because: reason)
      #expect(folder.names == ["onboarding.json"])
    }
  }

  @Test func `a file where the folder should be is left in place`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("mine", to: "state")
      await expectLeftInPlace(folder["state/onboarding.json"], because: "Not a directory")
      #expect(folder.text("state") == "mine")
    }
  }

  @Test func `a folder that cannot be created fails the save with the reason`() async throws {
    try await withTemporaryFolder { folder in
      let name = String(repeating: "n", count: 300)
      try folder.link("nowhere", to: "missing")
      for (parent, reason) in [
        ("new/\(name)", "File name too long"), ("nowhere", "No such file or directory"),
      ] {
        let path = folder["\(parent)/onboarding.json"]
        let store = SessionStore.file(path)
        #expect(await store.load() == .signedOut(note: nil))
        let error = await #expect(throws: SessionError.self) { try await store.save(.ada) }
        #expect(error?.description == "\(reason) (saving \(path))")
      }
    }
  }

  @Test func `a temporary file that cannot be removed fails the sign-out`() async throws {
    try await withTemporaryFolder { folder in
      let store = SessionStore.file(folder["onboarding.json"])
      try await store.save(.ada)
      try folder.makeFolder(".onboarding.json.tmp")
      let error = await #expect(throws: SessionError.self) { try await store.remove() }
      #expect(error?.reason.hasSuffix(": \(folder[".onboarding.json.tmp"])") == true)
      #expect(await store.load() == .signedIn(.ada))
    }
  }
}
