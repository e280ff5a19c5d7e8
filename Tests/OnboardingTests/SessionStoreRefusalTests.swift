import CairnStorage
import Foundation
import TestSupport
import Testing

@testable import onboarding

/// Files that are left in place: loading gives a note, and saving is refused.
@Suite(.timeLimit(.minutes(10))) struct SessionStoreRefusalTests {
  private func expectLeftInPlace(_ path: String, because reason: String) async {
    let store = SessionStore.file(path)
    #expect(
      await store.load()
        == .signedOut(
          note: "\(reason) (reading \(path)). "
            + "It was left in place; nothing is saved there until it is moved away."))
    let error = await #expect(throws: StorageError.self) { try await store.save(.ada) }
    #expect(error?.summary == "\(reason) (saving \(path))")
  }

  @Test(arguments: [
    ("{\"version\": 2, \"users\": []}", "format 2; this program supports format 1"),
    (
      "{\"storage\":3,\"version\":1,\"checksum\":\"0123456789abcdef\",\"value\":\n{}\n}\n",
      "format 3; this program supports format 2"
    ),
  ])
  func `a file in a newer format is left unchanged`(text: String, formats: String) async throws {
    try await withTemporaryFolder { folder in
      try folder.write(text, to: "onboarding.json")
      await expectLeftInPlace(
        folder["onboarding.json"], because: "Written by a newer program, in \(formats)")
      #expect(folder.text("onboarding.json") == text)
    }
  }

  @Test(arguments: [
    "not JSON", "{}", "{\"version\": 1}", "{\"version\": 1, \"session\": null}",
    "{\"version\": \"1\"}", "{\"version\": 0}", "{\"version\": 1.5}",
    String(repeating: "[", count: 100_000),
  ])
  func `a file of another kind is left unchanged`(text: String) async throws {
    try await withTemporaryFolder { folder in
      try folder.write(text, to: "onboarding.json")
      await expectLeftInPlace(
        folder["onboarding.json"], because: "It is not a file of this program")
      #expect(folder.names() == ["onboarding.json"])
      #expect(folder.text("onboarding.json") == text)
    }
  }

  @Test func `a sign-out keeps the file of a newer program`() async throws {
    try await withTemporaryFolder { folder in
      let path = folder["onboarding.json"]
      let store = SessionStore.file(path)
      try await store.save(.ada)
      let text = "{\"version\": 2}"
      try folder.write(text, to: "onboarding.json")
      let finding = try await store.remove()
      #expect(finding == .newerSetAside(found: 2, supported: 1, keptAs: "\(path).newer"))
      #expect(folder.text("onboarding.json.newer") == text)
      #expect(try await store.remove() == nil)
      #expect(await store.load() == .signedOut(note: nil))
    }
  }

  @Test func `a folder is left in place`() async throws {
    try await withTemporaryFolder { folder in
      try folder.makeFolder("onboarding.json")
      await expectLeftInPlace(
        folder["onboarding.json"], because: "It is a folder, not a regular file")
    }
  }

  @Test func `a link to nothing is left in place`() async throws {
    try await withTemporaryFolder { folder in
      try folder.link("onboarding.json", to: "nowhere")
      await expectLeftInPlace(
        folder["onboarding.json"], because: "It is a symbolic link to a file that does not exist")
      #expect(folder.names() == ["onboarding.json"])
    }
  }
}
