import TestSupport
import Testing

@testable import CairnStorage

struct DamageTests {
  @Test func `a damaged file is kept under another name, and the last good value is offered`()
    async throws
  {
    try await withTemporaryFolder { folder in
      let storage = FileStorage<Note>(folder["note.json"])
      try await storage.save(.old, basedOn: .none)
      try await storage.update { $0 = .new }
      try folder.write(damage.utf8, to: "note.json")
      let loaded = try await storage.load()
      #expect(
        loaded
          == StoredValue(
            value: nil, version: loaded.version,
            finding: .damaged(keptAs: folder["note.json.damaged"]), lastGood: .old))
      #expect(folder.text("note.json.damaged") == damage)
      try await storage.save(.old, basedOn: loaded.version)
      #expect(try await storage.load().value == .old)
    }
  }

  @Test func `a damaged copy is not offered`() async throws {
    try await withTemporaryFolder { folder in
      let storage = FileStorage<Note>(folder["note.json"])
      try await storage.save(.old, basedOn: .none)
      try await storage.update { $0 = .new }
      try folder.write(damage.utf8, to: "note.json")
      try folder.write(damage.utf8, to: "note.json.previous")
      #expect(try await storage.load().lastGood == nil)
    }
  }

  @Test func `the copy of a removed value is never offered`() async throws {
    try await withTemporaryFolder { folder in
      let storage = FileStorage<Note>(folder["note.json"])
      try await storage.save(.old, basedOn: .none)
      try await storage.update { $0 = .new }
      // Somebody removes the file by hand.
      _ = try Disk().unlink(folder["note.json"])
      try await storage.save(Note(title: "another"), basedOn: .none)
      try folder.write(damage.utf8, to: "note.json")
      #expect(try await storage.load().lastGood == nil)
    }
  }

  @Test func `a removal after damage removes the copy`() async throws {
    try await withTemporaryFolder { folder in
      let storage = FileStorage<Note>(folder["note.json"])
      try await storage.save(.old, basedOn: .none)
      try await storage.update { $0 = .new }
      try folder.write(damage.utf8, to: "note.json")
      let loaded = try await storage.load()
      #expect(loaded.lastGood == .old)
      try await storage.remove(loaded.version)
      #expect(folder.names() == [".note.json.lock", "note.json.damaged"])
    }
  }

  @Test func `a file that was kept earlier is never replaced`() async throws {
    try await withTemporaryFolder { folder in
      let storage = FileStorage<Note>(folder["note.json"])
      for number in 1...3 {
        try folder.write("\(damage)\(number)".utf8, to: "note.json")
        let kept = folder["note.json.damaged" + (number == 1 ? "" : "-\(number)")]
        let finding = try await storage.load().finding
        #expect(finding == .damaged(keptAs: kept))
        #expect(finding?.description == "The file could not be understood and was kept as \(kept).")
      }
      #expect(folder.text("note.json.damaged") == "\(damage)1")
      #expect(folder.text("note.json.damaged-2") == "\(damage)2")
      #expect(folder.text("note.json.damaged-3") == "\(damage)3")
    }
  }

  @Test func `a file that cannot be renamed stays, and the error has the reason`() async throws {
    try await withTemporaryFolder { folder in
      // The longest names have no room for ".damaged".
      let name = String(repeating: "n", count: 248)
      try folder.write(damage.utf8, to: name)
      let storage = FileStorage<Note>(folder[name])
      let error = await #expect(throws: StorageError.self) { try await storage.load() }
      #expect(
        error?.description == "File name too long (renaming the damaged \(folder[name])). "
          + "Give a shorter name.")
      #expect(folder.text(name) == damage)
    }
  }

  @Test func `an update of a damaged file is refused, and the file stays`() async throws {
    try await withTemporaryFolder { folder in
      try folder.write(damage.utf8, to: "note.json")
      let storage = FileStorage<Note>(folder["note.json"])
      let error = await #expect(throws: StorageError.self) {
        try await storage.update { $0 = .new }
      }
      #expect(error?.problem == .damaged)
      #expect(folder.text("note.json") == damage)
    }
  }

  @Test func `a save and a removal keep a file that was damaged after it was read`() async throws {
    try await withTemporaryFolder { folder in
      let storage = FileStorage<Note>(folder["note.json"])
      let version = try await storage.save(.old, basedOn: .none).version
      try folder.write("\(damage)1".utf8, to: "note.json")
      let saved = try await storage.save(.new, basedOn: version)
      #expect(saved.finding == .damaged(keptAs: folder["note.json.damaged"]))
      try folder.write("\(damage)2".utf8, to: "note.json")
      let removed = try await storage.remove(saved.version)
      #expect(removed.finding == .damaged(keptAs: folder["note.json.damaged-2"]))
      #expect(folder.text("note.json.damaged") == "\(damage)1")
      #expect(folder.text("note.json.damaged-2") == "\(damage)2")
      #expect(try await storage.load().value == nil)
    }
  }

  @Test func `the file of a newer program stays until a value is saved or removed`() async throws {
    try await withTemporaryFolder { folder in
      let newer = FileStorage<Note>(folder["note.json"], format: FileFormat(version: 2))
      let storage = FileStorage<Note>(folder["note.json"])
      try await newer.save(.old, basedOn: .none)
      let text = folder.text("note.json")
      let loaded = try await storage.load()
      #expect(loaded.value == nil)
      #expect(loaded.finding == .newer(found: 2, supported: 1))
      #expect(
        loaded.finding?.description == "Written by a newer program, in format 2; "
          + "this program supports format 1. It was left in place.")
      var error = await #expect(throws: StorageError.self) {
        try await storage.update { $0 = .new }
      }
      #expect(error?.problem == .newer(found: 2, supported: 1))
      error = await #expect(throws: StorageError.self) {
        try await storage.save(.new, basedOn: .none)
      }
      #expect(error?.problem == .newer(found: 2, supported: 1))
      #expect(folder.text("note.json") == text)
      let saved = try await storage.save(.new, basedOn: loaded.version)
      let kept = folder["note.json.newer"]
      #expect(saved.finding == .newerSetAside(found: 2, supported: 1, keptAs: kept))
      #expect(folder.text("note.json.newer") == text)
      #expect(try await storage.load().value == .new)
    }
  }

  @Test func `a removal keeps the file of a newer program`() async throws {
    try await withTemporaryFolder { folder in
      let storage = FileStorage<Note>(folder["note.json"])
      let version = try await storage.save(.old, basedOn: .none).version
      let newer = FileStorage<Note>(
        folder["note.json"],
        format: FileFormat(version: 2, migrations: [1: Migration(data: { $0 })]))
      try await newer.update { $0 = .new }
      let text = folder.text("note.json")
      let removed = try await storage.remove(version)
      let kept = folder["note.json.newer"]
      #expect(removed.value == nil)
      #expect(removed.finding == .newerSetAside(found: 2, supported: 1, keptAs: kept))
      #expect(folder.names() == [".note.json.lock", "note.json.newer"])
      #expect(folder.text("note.json.newer") == text)
    }
  }
}
