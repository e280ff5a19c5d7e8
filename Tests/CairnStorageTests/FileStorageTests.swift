import CFork
import Foundation
import TestSupport
import Testing

@testable import CairnStorage

struct FileStorageTests {
  private let folder = TemporaryFolder()

  @Test func `without a file there is no value, and loading creates nothing`() async throws {
    let storage = FileStorage<Note>(folder["note.json"])
    let loaded = try await storage.load()
    #expect(loaded == StoredValue(value: nil, version: .none))
    let missing = FileStorage<Note>(folder["missing/note.json"])
    #expect(try await missing.load() == StoredValue(value: nil, version: .none))
    #expect(try await missing.remove(.none).value == nil)
    #expect(folder.names() == [])
  }

  @Test(arguments: [
    "Ada", "👩🏽‍🚀🇨🇭", "عائشة بنت أحمد", "quote \" slash / \\ line\nend", "\u{0}\u{1b}[2J", "",
    "e\u{301} and é",
  ])
  func `a value is loaded as it was saved`(title: String) async throws {
    let note = Note(title: title, lines: [title, title])
    let saved = try await FileStorage<Note>(folder["note.json"]).save(note, basedOn: .none)
    let loaded = try await FileStorage<Note>(folder["note.json"]).load()
    #expect(loaded == saved)
    // Equal strings can differ in their scalars.
    #expect(loaded.value.map { Array($0.title.unicodeScalars) } == Array(title.unicodeScalars))
  }

  @Test func `a file of any size is loaded where the format has no limit`() async throws {
    let format = FileFormat<Note>(sizeLimit: .max)
    try await FileStorage(folder["note.json"], format: format).save(.old, basedOn: .none)
    #expect(try await FileStorage(folder["note.json"], format: format).load().value == .old)
  }

  @Test func `everything that is written is for its owner alone`() async throws {
    let before = folder.permissions("")
    let storage = FileStorage<Note>(folder["state/app/note.json"])
    try await storage.save(.old, basedOn: .none)
    try await storage.update { $0 = .new }
    #expect(folder.permissions("state") == 0o700)
    #expect(folder.permissions("state/app") == 0o700)
    let names = folder.names(in: "state/app")
    #expect(names == [".note.json.lock", "note.json", "note.json.previous"])
    for name in names ?? [] { #expect(folder.permissions("state/app/\(name)") == 0o600) }
    #expect(folder.permissions("") == before)
  }

  #if os(Linux)  // Where a thread can have a umask of its own.
    @Test func `a new folder is open to its owner under any umask`() async {
      let isSaved = await withCheckedContinuation { continuation in
        Thread { [folder] in
          var isSaved = false
          if enter_folder("/") == 0 {
            let former = umask(0o177)
            var disk = Disk()
            let file = StoredFile<Note>(folder["state/app/note.json"])
            isSaved = (try? file.put(.new, on: &disk)) != nil
            umask(former)
          }
          continuation.resume(returning: isSaved)
        }.start()
      }
      #expect(isSaved)
      #expect(folder.permissions("state") == 0o700 && folder.permissions("state/app") == 0o700)
    }
  #endif

  @Test func `saving replaces the file by a new one`() async throws {
    let (storage, saved) = try await folder.note()
    let old = folder.text("note.json")
    // A hard link to the old file shows whether saving wrote into it.
    try FileManager.default.linkItem(atPath: folder["note.json"], toPath: folder["old"])
    try await storage.save(.new, basedOn: saved.version)
    #expect([folder.text("old"), folder.text("note.json.previous")] == [old, old])
    #expect(try await storage.load().value == .new)
  }

  @Test func `removing leaves only the lock, and can be repeated`() async throws {
    let storage = try await folder.note().storage
    let version = try await storage.update { $0 = .new }.version
    try folder.write("half", to: ".note.json.4711-1.tmp")
    try await storage.remove(version)
    #expect(folder.names() == [".note.json.lock"])
    #expect(folder.text(".note.json.lock") == "")
    try await storage.remove(version)
    #expect(try await storage.load() == StoredValue(value: nil, version: .none))
  }

  @Test func `nil is a value of an optional type, and a removal leaves no value`() async throws {
    let direct = FileStorage<String?>(folder["theme"])
    var saved = try await direct.save("dark", basedOn: .none)
    for theme in [nil, "light", nil, "dark", nil] {
      saved = try await direct.save(theme, basedOn: saved.version)
      #expect(saved == StoredValue<String?>(value: theme, version: saved.version))
      #expect(try await direct.load() == saved)
    }
    #expect(folder.names() == [".theme.lock", "theme", "theme.previous"])
    // The target of a link is emptied.
    try folder.link("link", to: "theme")
    let removed = try await FileStorage<String?>(folder["link"]).remove(saved.version)
    #expect(removed == StoredValue(value: nil, version: removed.version))
    #expect(try await direct.load() == removed && removed.version != .none)
    saved = try await direct.save(nil, basedOn: removed.version)
    #expect(saved != removed)
    #expect(try await direct.load() == saved)
    try await direct.remove(saved.version)
    #expect(try await direct.load() == StoredValue(value: nil, version: .none))
    #expect(folder.names() == [".theme.lock", "link"])
    for stored in [saved, removed] {
      let bytes = try JSONEncoder().encode(stored)
      #expect(try JSONDecoder().decode(StoredValue<String?>.self, from: bytes) == stored)
    }
  }

  @Test func `the leftovers of ended programs are removed, and nothing else`() async throws {
    let storage = try await folder.note(patience: .zero).storage
    let others = [
      ".note.json.tmp", ".note.json.1-x.tmp", ".note.json.1-.tmp", ".other.json.1-1.tmp",
      ".note.json.1-1-1.tmp", "note.json.1-1.tmp",
    ]
    for name in others + [".note.json.4711-1.tmp"] { try folder.write("half", to: name) }
    // Those of a running program stay.
    try await holdingLock(of: "note.json", in: folder) {
      let loaded = try await storage.load()
      #expect(loaded.value == .old)
      #expect(folder.text(".note.json.4711-1.tmp") == "half")
    }
    _ = try await storage.load()
    #expect(folder.names() == (others + [".note.json.lock", "note.json"]).sorted())
    try folder.write("half", to: ".note.json.4711-2.tmp")
    try await storage.update { $0 = .new }
    #expect(folder.text(".note.json.4711-2.tmp") == nil)
  }

  /// The two names are equal as strings and different as bytes. Some file systems do not distinguish them.
  @Test func `the leftovers of a file whose name has other scalars stay`() {
    let names = FileNames(file: "/caf\u{e9}.json")
    #expect(names.isTemporary(".caf\u{e9}.json.1-1.tmp"))
    #expect(!names.isTemporary(".cafe\u{301}.json.1-1.tmp"))
  }

  #if os(Linux)
    @Test func `a link to a name of other scalars stays when the value is removed`() async throws {
      try folder.link("caf\u{e9}", to: "cafe\u{301}")
      try await FileStorage<Note>(folder["cafe\u{301}"]).save(.old, basedOn: .none)
      let storage = FileStorage<Note>(folder["caf\u{e9}"])
      try await storage.remove(try await storage.load().version)
      #expect(try await storage.load().value == nil)
    }
  #endif

  @Test func `a link to a file is followed and stays`() async throws {
    try folder.makeFolder("elsewhere")
    try folder.link("note.json", to: "elsewhere/real")
    let direct = FileStorage<Note>(folder["elsewhere/real"])
    try await direct.save(.old, basedOn: .none)
    let storage = FileStorage<Note>(folder["note.json"])
    let loaded = try await storage.load()
    #expect(loaded.value == .old)
    let saved = try await storage.save(.new, basedOn: loaded.version)
    #expect(try await direct.load() == saved)
    #expect(folder.names() == ["elsewhere", "note.json"])
    // The target of the link is emptied, so that the link does not dangle.
    try await storage.remove(saved.version)
    #expect(try await direct.load().value == nil)
    #expect(folder.text("elsewhere/real")?.contains("title") == false)
    #expect(folder.names(in: "elsewhere") == [".real.lock", "real"])
    let empty = try await storage.load()
    #expect(empty.value == nil)
    try await storage.remove(empty.version)
    try await storage.save(.old, basedOn: empty.version)
    #expect(try await storage.load().value == .old)
  }

  @Test func `a value that is too large to be loaded, or not in JSON, is not saved`() async throws {
    try await folder.note()
    let path = folder["note.json"]
    let storage = FileStorage<Note>(path, format: FileFormat(sizeLimit: 1000))
    let large = Note(title: String(repeating: "a", count: 1000))
    #expect(
      await failure { try await storage.update { $0 = large } }?.description
        == "1105 bytes are too many; the maximum is 1000 (changing \(path)). "
        + "Move the file away, or store less.")
    #expect(try await storage.load().value == .old)
    let numbers = FileStorage<[Double]>(folder["numbers"])
    try await numbers.save([1], basedOn: .none)
    let error = await failure { try await numbers.update { $0 = [.nan] } }
    guard case .notEncodable? = error?.problem else {
      Issue.record("another error than the expected one")
      return
    }
    #expect(try await numbers.load().value == [1])
  }

  /// The working folder of this process is another one, as after a change of it.
  @Test func `a relative path begins in the folder in which it was given`() async throws {
    var disk = Disk(relativeTo: folder["."])
    let file = StoredFile<Int>("deep/er/number")
    for number in [41, 42] {
      _ = try file.change(on: &disk, basedOn: nil, step: "saving") { $0 = number }
    }
    #expect(try file.load(on: &disk).value == 42)
    #expect(try await FileStorage<Int>(folder["deep/er/number"]).load().value == 42)
    #expect(
      try Set(disk.names(in: "deep/er")) == [
        ".", "..", ".number.lock", "number", "number.previous",
      ])
    try Data(damage.utf8).write(to: URL(filePath: folder["deep/er/number"]))
    let damaged = try file.load(on: &disk)
    #expect(damaged.finding == .damaged(keptAs: "deep/er/number.damaged"))
    #expect(damaged.lastGood == 41)
  }
}
