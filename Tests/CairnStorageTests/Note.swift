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

extension TemporaryFolder {
  /// A storage whose file `note.json` has ``Note/old``.
  @discardableResult
  func note(
    patience: Duration = .seconds(5)
  ) async throws -> (storage: FileStorage<Note>, saved: StoredValue<Note>) {
    let storage = FileStorage<Note>(self["note.json"], patience: patience)
    return (storage, try await storage.save(.old, basedOn: .none))
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
