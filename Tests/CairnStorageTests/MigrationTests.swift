import Cairn
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CairnStorage

struct MigrationTests {
  private struct Old: Codable {
    var name: String
  }

  private static let format = FileFormat<Note>(
    version: 3,
    migrations: [
      0: Migration(data: { data in
        let text = String(decoding: data, as: UTF8.self)
        guard text.hasPrefix("name=") else { throw CancellationError() }
        return try JSONEncoder().encode(Old(name: String(text.dropFirst(5))))
      }),
      1: Migration { (old: Old) in Old(name: old.name.uppercased()) },
      2: Migration { (old: Old) in Note(title: old.name) },
    ])

  @Test func `an old file is migrated through all versions`() async throws {
    try await withTemporaryFolder { folder in
      let old = FileStorage<Old>(folder["note.json"], format: FileFormat(version: 1))
      try await old.save(Old(name: "ada"), basedOn: .none)
      let storage = FileStorage(folder["note.json"], format: Self.format)
      let loaded = try await storage.load()
      #expect(loaded.value == Note(title: "ADA"))
      try await storage.save(.new, basedOn: loaded.version)
      #expect(folder.text("note.json")?.contains("\"version\":3") == true)
      #expect(try await storage.load().value == .new)
    }
  }

  @Test func `a file without a version is migrated from version 0`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write("name=grace".utf8, to: "note.json")
      let storage = FileStorage(folder["note.json"], format: Self.format)
      #expect(try await storage.load().value == Note(title: "GRACE"))
      #expect(folder.text("note.json") == "name=grace")
    }
  }

  @Test func `a file that a migration refuses is of another program`() {
    guard case .foreign(app: nil) = Self.format.decode(Array("title=grace".utf8)) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func `a migration of version 0 can recognize a newer version`() {
    let format = FileFormat<Note>(
      migrations: [0: Migration(data: { _ in throw NewerVersion(found: 9, supported: 1) })])
    guard case .newer(found: 9, supported: 1) = format.decode(Array("old".utf8)) else {
      Issue.record("not recognized")
      return
    }
  }

  @Test func `a missing migration is reported`() throws {
    let bytes = try FileFormat<Old>(version: 1).encode(Old(name: "ada"))
    let issues = Mutex<[String]>([])
    let reporter = RuntimeIssue.Reporter { issue in issues.withLock { $0.append("\(issue)") } }
    RuntimeIssue.$reporter.withValue(reporter) {
      guard case .foreign = FileFormat<Note>(version: 2).decode(bytes) else {
        Issue.record("not refused")
        return
      }
    }
    let expected = """
      The file of a Note has version 1, and there is no migration from it.
      Likely causes:
        - the version of the format was raised without a migration
        - a migration was removed that old files still need
      Suggestion: add the migration 1 to the `FileFormat`. The file is not used.
      """
    #expect(issues.withLock { $0 } == [expected])
  }

  private struct Account: Codable, Hashable {
    var hash: Secret
  }

  private struct NamedAccount: Codable, Hashable {
    var name: String
    var hash: Secret
  }

  @Test func `a migration keeps the text of a secret`() async throws {
    struct PlainAccount: Codable { var hash: String }
    try await withTemporaryFolder { folder in
      let path = folder["account.json"]
      let format = FileFormat<NamedAccount>(
        version: 3,
        migrations: [
          1: Migration { (old: PlainAccount) in Account(hash: Secret(old.hash)) },
          2: Migration { (old: Account) in NamedAccount(name: "ada", hash: old.hash) },
        ], storesSecrets: true)
      let expected = NamedAccount(name: "ada", hash: "$y$j9T$salt$hash")
      let plain = FileStorage<PlainAccount>(path)
      try await plain.save(PlainAccount(hash: "$y$j9T$salt$hash"), basedOn: .none)
      let migrated = try await FileStorage(path, format: format).load()
      #expect(migrated.value == expected)
      let account = FileStorage<Account>(
        path, format: FileFormat(version: 2, migrations: format.migrations, storesSecrets: true))
      try await account.update { $0 = Account(hash: expected.hash) }
      #expect(try await FileStorage(path, format: format).load().value == expected)
    }
  }

  @Test func `a secret is stored only in a format that allows it`() async throws {
    try await withTemporaryFolder { folder in
      let account = Account(hash: "$y$j9T$salt$hash")
      let refusing = FileStorage<Account>(folder["refused.json"])
      let error = await #expect(throws: StorageError.self) {
        try await refusing.save(account, basedOn: .none)
      }
      #expect(error?.problem == .holdsSecret)
      #expect(folder.text("refused.json") == nil)
      let allowing = FileStorage<Account>(
        folder["account.json"], format: FileFormat(storesSecrets: true))
      try await allowing.save(account, basedOn: .none)
      #expect(try await allowing.load().value == account)
    }
  }
}
