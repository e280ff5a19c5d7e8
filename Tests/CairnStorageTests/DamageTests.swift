import Foundation
import TestSupport
import Testing

@testable import CairnStorage

struct DamageTests {
  private let folder = TemporaryFolder()

  @Test func `neither a damaged copy nor that of a removed value is offered`() async throws {
    let storage = try await folder.note().storage
    try await storage.update { $0 = .new }
    try folder.write(damage, to: "note.json")
    try folder.write(damage, to: "note.json.previous")
    #expect(try await storage.load().lastGood == nil)
    try await withTemporaryFolder { folder in
      let storage = try await folder.note().storage
      try await storage.update { $0 = .new }
      // Somebody removes the file by hand.
      _ = try Disk().unlink(folder["note.json"])
      try await storage.save(Note(title: "another"), basedOn: .none)
      try folder.write(damage, to: "note.json")
      #expect(try await storage.load().lastGood == nil)
    }
  }

  @Test func `a load, a save and a removal keep a damaged file, and replace none kept earlier`()
    async throws
  {
    let (storage, saved) = try await folder.note()
    var version = saved.version
    for (number, operation) in ["load", "load", "save", "remove"].enumerated() {
      try folder.write("\(damage)\(number)", to: "note.json")
      let kept = "note.json.damaged" + (number == 0 ? "" : "-\(number + 1)")
      let found =
        switch operation {
        case "load": try await storage.load()
        case "save": try await storage.save(.new, basedOn: version)
        default: try await storage.remove(version)
        }
      version = found.version
      #expect(found.finding == .damaged(keptAs: folder[kept]))
      #expect(
        found.finding?.description
          == "The file could not be understood and was kept as \(folder[kept]).")
      #expect(folder.text(kept) == "\(damage)\(number)")
    }
    #expect(folder.text("note.json.damaged") == "\(damage)0")
    #expect(try await storage.load().value == nil)
  }

  @Test func `a damaged file behind a link is offered at every load, and replaced`() async throws {
    try folder.makeFolder("elsewhere")
    let direct = FileStorage<Note>(folder["elsewhere/real"])
    try await direct.save(.old, basedOn: .none)
    try folder.link("note.json", to: "elsewhere/other")
    try folder.link("elsewhere/other", to: "real")
    let storage = FileStorage<Note>(folder["note.json"])
    try await storage.update { $0 = .new }
    try folder.write(damage, to: "elsewhere/real")
    let found = try await storage.load()
    #expect(found.value == nil && found.lastGood == .old)
    #expect(try await storage.load() == found)
    let saved = try await storage.save(.old, basedOn: found.version)
    #expect(try await storage.load() == saved)
    #expect(try await direct.load() == saved)
    #expect(folder.names() == ["elsewhere", "note.json"])
    // Without a copy nothing is offered, and a removal makes an empty target.
    try folder.write(damage, to: "elsewhere/real")
    let again = try await storage.load()
    try await storage.remove(again.version)
    #expect(try await storage.load().value == nil)
    #expect(folder.names() == ["elsewhere", "note.json"])
  }

  @Test func `an update of a damaged file is refused, and the file stays`() async throws {
    let storage = try await folder.note().storage
    try folder.write(damage, to: "note.json")
    #expect(await failure { try await storage.update { $0 = .new } }?.problem == .damaged)
    #expect(folder.text("note.json") == damage)
  }

  @Test func `the file of a newer program stays until a value is saved or removed`() async throws {
    let newer = FileStorage<Note>(folder["note.json"], format: FileFormat(version: 2))
    let storage = FileStorage<Note>(folder["note.json"])
    let kept = Finding.newerSetAside(
      found: 2, supported: 1, keptAs: folder["note.json.newer"])
    try await newer.save(.old, basedOn: .none)
    let text = folder.text("note.json")
    let loaded = try await storage.load()
    #expect(loaded.value == nil && loaded.finding == .newer(found: 2, supported: 1))
    #expect(
      loaded.finding?.description == "Written by a newer program, in format 2; "
        + "this program supports format 1. It was left in place.")
    let errors = [
      await failure { try await storage.update { $0 = .new } },
      await failure { try await storage.save(.new, basedOn: .none) },
    ]
    #expect(
      errors.map { $0?.problem } == Array(repeating: .newer(found: 2, supported: 1), count: 2))
    #expect(folder.text("note.json") == text)
    #expect(try await storage.save(.new, basedOn: loaded.version).finding == kept)
    #expect(folder.text("note.json.newer") == text)
    #expect(try await storage.load().value == .new)
    try await withTemporaryFolder { folder in
      let (storage, saved) = try await folder.note()
      let newer = FileStorage<Note>(
        folder["note.json"],
        format: FileFormat(version: 2, migrations: [1: Migration(data: { $0 })]))
      try await newer.update { $0 = .new }
      let text = folder.text("note.json")
      let removed = try await storage.remove(saved.version)
      let kept = folder["note.json.newer"]
      #expect(removed.value == nil)
      #expect(removed.finding == .newerSetAside(found: 2, supported: 1, keptAs: kept))
      #expect(folder.names() == [".note.json.lock", "note.json.newer"])
      #expect(folder.text("note.json.newer") == text)
    }
  }

  /// The file of the newer program is intact, was damaged, or was damaged and set aside by the newer program.
  @Test(arguments: ["intact", "damaged", "set aside"], [true, false])
  func `a save of an older program keeps the copy of a newer one`(
    file state: String, isLoaded: Bool
  ) throws {
    var disk = SimulatedDisk()
    let newer = StoredFile<Note>("note.json", format: FileFormat(version: 2))
    for note in [Note.old, .new] { try newer.put(note, on: &disk) }
    let copy = disk["note.json.previous"]
    if state != "intact" { disk["note.json"] = damage }
    if state == "set aside" { #expect(try newer.load(on: &disk).lastGood == .old) }
    let file = StoredFile<Note>("note.json")
    var base = FileVersion(of: disk["note.json"].map { Array($0.utf8) })
    if isLoaded {
      let loaded = try file.load(on: &disk)
      #expect(loaded.value == nil && loaded.lastGood == nil)
      base = loaded.version
    }
    let saved = try file.change(on: &disk, basedOn: base, step: "saving") { $0 = .old }
    _ = try file.change(on: &disk, basedOn: saved.version, step: "saving") { $0 = .new }
    #expect(copy != nil && disk["note.json.previous-2"] == copy)
    #expect(try file.load(on: &disk).value == .new)
    #expect(disk["note.json.offered"] == nil)
  }
}

/// Files that are neither read nor replaced nor removed.
@Suite(.timeLimit(.minutes(10))) struct RefusalTests {
  private let folder = TemporaryFolder()

  private static let format = FileFormat<Note>(sizeLimit: 1000, app: "notes")

  private func expectRefusal(
    of path: String, because reason: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let storage = FileStorage(path, format: Self.format)
    let errors = [
      await failure { try await storage.load() },
      await failure { try await storage.save(.new, basedOn: .none) },
      await failure { try await storage.update { $0 = nil } },
      await failure { try await storage.remove(.none) },
    ]
    for (error, step) in zip(errors, ["reading", "saving", "changing", "removing"]) {
      let text = error?.description ?? ""
      #expect(text.hasPrefix("\(reason) (\(step) \(path)). "), sourceLocation: sourceLocation)
    }
  }

  @Test func `a file of another kind and that of another app are refused and stay`() async throws {
    let otherApp = String(
      decoding: try FileFormat<Note>(app: "other").encode(.old), as: UTF8.self)
    for (name, text, reason) in [
      ("note.json", "# README", "It is not a file of this program"),
      ("other.json", otherApp, "It is a file of other"),
    ] {
      try folder.write(text, to: name)
      try folder.write(text, to: "x.previous")
      await expectRefusal(of: folder[name], because: reason)
      #expect(folder.text(name) == text)
      for (path, found) in [(name, name), ("x", "x.previous")] {
        let error = #expect(throws: StorageError.self) {
          try FileStorage.checkOwner(of: folder[path], format: Self.format)
        }
        #expect(error?.summary == "\(reason) (reading \(folder[found]))")
      }
    }
    #expect(folder.names() == ["note.json", "other.json", "x.previous"])
  }

  private typealias Other = (String, @Sendable (TemporaryFolder) throws -> Void)

  #if os(Linux)
    private static let sockets: [Other] = [
      (
        "It is a socket, not a regular file",
        { #expect(mknod($0["state/note.json"], S_IFSOCK | 0o600, 0) == 0) }
      )
    ]
  #else
    private static let sockets: [Other] = []
  #endif

  private static let others: [Other] = [
    ("It is a folder, not a regular file", { try $0.makeFolder("state/note.json") }),
    (
      "It is a named pipe, not a regular file",
      { #expect(mkfifo($0["state/note.json"], 0o600) == 0) }
    ),
    (
      "It is a named pipe, not a regular file",
      {
        #expect(mkfifo($0["state/pipe"], 0o600) == 0)
        try $0.link("state/note.json", to: "pipe")
      }
    ),
    ("It is a device, not a regular file", { try $0.link("state/note.json", to: "/dev/zero") }),
    (
      "It is a symbolic link to a file that does not exist",
      { try $0.link("state/note.json", to: "nowhere") }
    ),
    ("Too many levels of symbolic links", { try $0.link("state/note.json", to: "note.json") }),
    (
      "Not a directory",
      { folder in
        try FileManager.default.removeItem(atPath: folder["state"])
        try folder.write("mine", to: "state")
      }
    ),
    (
      "1099511627776 bytes are too many; the maximum is 1000",
      // Nothing reads so much.
      { folder in
        try folder.write("", to: "state/note.json")
        let handle = try FileHandle(
          forWritingTo: URL(fileURLWithPath: folder["state/note.json"]))
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
      }
    ),
  ]

  @Test(arguments: (others + sockets).indices)
  func `what is no regular file, or too large, is refused and stays`(index: Int) async throws {
    let (reason, prepare) = (Self.others + Self.sockets)[index]
    try folder.makeFolder("state")
    try prepare(folder)
    let before = folder.names(in: "state")
    // A save would lock a file beside the device.
    if reason.contains("device") {
      let error = await failure { try await FileStorage<Note>(folder["state/note.json"]).load() }
      #expect(error?.problem == .notAFile(.device))
      #expect(error?.description.hasPrefix(reason) == true)
    } else {
      await expectRefusal(of: folder["state/note.json"], because: reason)
    }
    #expect(folder.names(in: "state") == before)
  }

  @Test func `a folder that cannot be created fails the save with the reason`() async throws {
    let path = folder["new/\(String(repeating: "n", count: 300))/note.json"]
    let error = await failure {
      try await FileStorage<Note>(path).save(.new, basedOn: .none)
    }
    #expect(error?.problem == .system(SystemError(code: ENAMETOOLONG)))
    #expect(error?.path == path)
  }
}
