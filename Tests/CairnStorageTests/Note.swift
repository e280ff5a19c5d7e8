import CairnSimulation
import TestSupport

@testable import CairnStorage

/// A value to store.
struct Note: Codable, Hashable, Sendable {
  var title: String
  var lines: [String] = []

  static let old = Note(title: "old", lines: ["one", "two"])
  static let new = Note(title: "new", lines: ["three"])
}

/// The beginning of a file of this storage, as a crash of another program can leave it.
let damage = #"{"storage":1"#

/// Runs `body` with a new folder, and a storage whose file `note.json` in it has ``Note/old``.
func withNote(
  patience: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation,
  _ body: (TemporaryFolder, FileStorage<Note>, StoredValue<Note>) async throws -> Void
) async throws {
  try await withTemporaryFolder { folder in
    let storage = FileStorage<Note>(folder["note.json"], patience: patience)
    let saved = try await storage.save(.old, basedOn: .none)
    try await body(folder, storage, saved)
  }
}

/// The error of an operation; `nil` if it succeeds.
func failure<Result>(
  isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Result
) async -> StorageError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? StorageError
  }
}

/// Runs `body` while another program has the lock of a stored file.
func holdingLock(
  of name: String, in folder: TemporaryFolder, _ body: () async throws -> Void
) async throws {
  let disk = Disk()
  let file = try disk.open(folder[".\(name).lock"], .locking)
  defer { disk.close(file) }
  try disk.lock(file)
  try await body()
}

extension StoredFile {
  /// Saves without a comparison of versions.
  @discardableResult
  func put(
    _ value: Value?, on system: inout some FileSystem, _ interference: Interference = .none
  ) throws(StorageError) -> StoredValue<Value> {
    try change(on: &system, basedOn: nil, step: "saving", interference) { $0 = value }
  }
}

extension Interference {
  /// All calls fail from one on; they are counted.
  static func failing(from number: Int, _ calls: Counter) -> Interference {
    Interference(failure: { _ in calls.next() >= number ? .inputOutput : nil })
  }
}
