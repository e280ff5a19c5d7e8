import Cairn
import Foundation
import TestSupport
import Testing

@testable import CairnStorage

struct EnvelopeTests {
  private let format = FileFormat<Note>(migrations: [0: Migration(data: { $0 })], app: "notes")

  @Test func `the checksum has the known check value`() {
    #expect(checksum("123456789".utf8) == 0x995d_c9bb_df19_39fa)
    #expect(checksum("".utf8) == 0)
    #expect(checksum("6789".utf8, continuing: checksum("12345".utf8)) == 0x995d_c9bb_df19_39fa)
  }

  @Test func `a file is JSON with the versions and the checksum in its first line`() throws {
    let bytes = try FileFormat<Note>(version: 3).encode(.old)
    let expected = """
      {"storage":1,"version":3,"checksum":"SUM","value":
      {
        "lines" : [
          "one",
          "two"
        ],
        "title" : "old"
      }
      }

      """
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.replacing(/"checksum":"[0-9a-f]{16}"/) { _ in "\"checksum\":\"SUM\"" } == expected)
  }

  @Test(.gate) func `every change of one byte is detected`() throws {
    let bytes = try format.encode(.old)
    for index in bytes.indices {
      for byte in UInt8.min...UInt8.max where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        expectDamage(format, changed)
      }
    }
  }

  @Test func `every loss, repetition and exchange of a byte is detected`() throws {
    let bytes = try format.encode(.old)
    for index in bytes.indices {
      // Without the end of the first line there is no envelope, and the rest decides.
      expectDamage(format, Array(bytes[..<index]))
      expectDamage(format, Array(bytes[..<index]) + Array(bytes[(index + 1)...]))
      expectDamage(format, Array(bytes[...index]) + Array(bytes[index...]))
      if index > 0, bytes[index] != bytes[index - 1] {
        var changed = bytes
        changed.swapAt(index, index - 1)
        expectDamage(format, changed)
      }
    }
    expectDamage(format, bytes + bytes)
  }

  @Test func `two changed bytes of the first line do not make a value of version 0`() throws {
    struct Old: Codable { var title: String? }
    let lenient = FileFormat<Note>(
      migrations: [0: Migration { (old: Old) in Note(title: old.title ?? "") }])
    let bytes = try lenient.encode(.old)
    let lineEnd = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for first in 0..<lineEnd {
      for second in (first + 1)...lineEnd {
        var changed = bytes
        changed[first] ^= 1
        changed[second] = second == lineEnd ? UInt8(ascii: " ") : changed[second] ^ 1
        #expect(lenient.decode(changed).value == nil, "bytes \(first) and \(second)")
      }
    }
    let plain = lenient.decode(Array(#"{"title":"plain","storage":1,"version":1}"#.utf8))
    #expect(plain.value == Note(title: "plain"))
  }

  private func expectDamage(_ format: FileFormat<Note>, _ bytes: [UInt8]) {
    if case .damaged = format.decode(bytes) { return }
    Issue.record("not detected: \(String(decoding: bytes, as: UTF8.self))")
  }

  @Test func `a newer layout and a newer version are recognized`() throws {
    let text = #"{"storage":7,"version":1,"checksum":"0000000000000000","value":"#
    #expect(Envelope.parse(Array("\(text)\n?\n}\n".utf8)) == .newerFormat(7))
    let bytes = try FileFormat<Note>(version: 4).encode(.old)
    #expect(FileFormat<Note>(version: 2).decode(bytes).text == "newer(found: 4, supported: 2)")
  }

  @Test(arguments: [
    "", "{", damage, #"{"storage":"#, #"{"storages":1,"ver"#, #"{"storage":12,,"#,
    #"{"storage":99999999999999999999,"version":1,"checksum":"0123456789abcdef","value":"# + "\n",
  ])
  func `a beginning of a file, give or take one byte, is damage`(text: String) {
    expectDamage(FileFormat<Note>(), Array(text.utf8))
  }

  @Test(arguments: [
    " ", "null", "[]", "42", "{}", "{\n", #"{"title": 1}"#, "\u{0}\u{0}", "# README\n",
    #"{"storage":"local","version":1}"#, #"{"name":"x","checksum":"0123456789abcdef","value":1}"#,
    #"{"storage":1,"version":1,"checksum":"","value":"# + "\n",
    #"{"storages":1,"versions":1,"checksum":"0123456789abcdef","value":"# + "\n",
    String(repeating: "[", count: 100_000),
  ])
  func `another text is not a file of this storage`(text: String) {
    for format in [FileFormat<Note>(), FileFormat(migrations: [0: Migration(data: { $0 })])] {
      #expect(format.decode(Array(text.utf8)).text == "foreign(app: nil)")
    }
  }

  @Test func `a file names its app, and is of no other`() throws {
    let bytes = try FileFormat<Note>(version: 2, app: "notes").encode(.old)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"storage":2,"version":2,"checksum":""#))
    #expect(text.contains("\n{\"app\":\"notes\",\"value\":\n{\n") && text.hasSuffix("\n}\n}\n}\n"))
    for app in ["notes", nil] {
      #expect(FileFormat<Note>(version: 2, app: app).decode(bytes).value == .old)
    }
    // Its version has a meaning for its own app alone.
    for version in [1, 2] {
      #expect(
        FileFormat<Note>(version: version, app: "other").decode(bytes).text
          == #"foreign(app: Optional("notes"))"#)
    }
    #expect(FileFormat<Int>(version: 2).decode(bytes).text == "foreign(app: nil)")
    let older = try FileFormat<Note>().encode(.old)
    #expect(FileFormat<Note>(app: "notes").decode(older).value == .old)
  }

  @Test(arguments: [
    "", "\"", "a\",\"value\":\nb", "back\\", "\u{0}\u{1b}\n", "a/b", "\u{2028}", "Ünï 💃",
  ])
  func `an app can have any name`(app: String) throws {
    let format = FileFormat<Note>(migrations: [0: Migration(data: { $0 })], app: app)
    let bytes = try format.encode(.old)
    #expect(format.decode(bytes).value == .old)
    #expect(
      FileFormat<Note>(app: "other").decode(bytes).text
        == "foreign(app: Optional(\(app.debugDescription)))")
    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
    for index in bytes.indices { expectDamage(format, Array(bytes[..<index])) }
  }
}

extension FileContents {
  fileprivate var text: String { "\(self)" }
}

struct MigrationTests {
  private let folder = TemporaryFolder()

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
    let old = FileStorage<Old>(folder["note.json"], format: FileFormat(version: 1))
    try await old.save(Old(name: "ada"), basedOn: .none)
    let storage = FileStorage(folder["note.json"], format: Self.format)
    let loaded = try await storage.load()
    #expect(loaded.value == Note(title: "ADA"))
    try await storage.save(.new, basedOn: loaded.version)
    #expect(folder.text("note.json")?.contains("\"version\":3") == true)
    #expect(try await storage.load().value == .new)
  }

  @Test func `a load migrates an old file once`() throws {
    let calls = Counter()
    let migration = Migration(data: { data in
      _ = calls.next()
      return data
    })
    let format = FileFormat<Note>(version: 2, migrations: [1: migration])
    let file = StoredFile("note.json", format: format)
    var disk = SimulatedDisk()
    try StoredFile<Note>("note.json").put(.old, on: &disk)
    #expect(try file.load(on: &disk).value == Note.old && calls.value == 1)
  }

  @Test func `a file without a version is migrated from version 0, which may refuse it`()
    async throws
  {
    try folder.write("name=grace", to: "note.json")
    let storage = FileStorage(folder["note.json"], format: Self.format)
    #expect(try await storage.load().value == Note(title: "GRACE"))
    #expect(folder.text("note.json") == "name=grace")
    #expect(Self.format.decode(Array("title=grace".utf8)).text == "foreign(app: nil)")
    let newer = FileFormat<Note>(
      migrations: [0: Migration(data: { _ in throw NewerVersion(found: 9, supported: 1) })])
    #expect(newer.decode(Array("old".utf8)).text == "newer(found: 9, supported: 1)")
  }

  @Test func `a value that became optional is migrated, also if it was nil or removed`() throws {
    let toOptional = FileFormat<Note?>(
      version: 2, migrations: [1: Migration { (old: Note) in Optional(old) }])
    let (old, removed) = (try FileFormat<Note>().encode(.old), try FileFormat<Note>().encode(nil))
    #expect(toOptional.decode(old).value == Optional(Note.old))
    #expect(toOptional.decode(removed).text == "value(nil)")
    let ofOptional = FileFormat<Note?>(
      version: 2, migrations: [1: Migration { (old: Note?) in old ?? Note.new }])
    let optional = FileFormat<Note?>()
    let (null, emptied) = (try optional.encode(.some(nil)), try optional.encode(nil))
    #expect(optional.decode(null).text == "value(Optional(nil))")
    #expect(ofOptional.decode(null).value == Optional(Note.new))
    let plain = FileFormat<Note>(version: 2, migrations: ofOptional.migrations)
    #expect(ofOptional.decode(emptied).text == "value(nil)")
    #expect(plain.decode(emptied).text == "value(nil)")
  }

  @Test func `a missing migration is reported`() throws {
    let bytes = try FileFormat<Old>(version: 1).encode(Old(name: "ada"))
    let issues = runtimeIssues {
      #expect(FileFormat<Note>(version: 2).decode(bytes).text == "foreign(app: nil)")
    }
    let expected = """
      The file of a Note has version 1, and there is no migration from it.
      Likely causes:
        - the version of the format was raised without a migration
        - a migration was removed that old files still need
      Suggestion: add the migration 1 to the `FileFormat`. The file is not used.
      """
    #expect(issues.map(\.description) == [expected])
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

  @Test func `a secret is stored only in a format that allows it`() async throws {
    let account = Account(hash: "$y$j9T$salt$hash")
    let refusing = FileStorage<Account>(folder["refused.json"])
    let error = await failure { try await refusing.save(account, basedOn: .none) }
    #expect(error?.problem == .holdsSecret)
    #expect(folder.text("refused.json") == nil)
    let allowing = FileStorage<Account>(
      folder["account.json"], format: FileFormat(storesSecrets: true))
    try await allowing.save(account, basedOn: .none)
    #expect(try await allowing.load().value == account)
  }
}
