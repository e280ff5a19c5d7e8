@testable import CairnStorage

/// A value to store.
struct Note: Codable, Hashable, Sendable {
  var title: String
  var lines: [String] = []

  static let old = Note(title: "old", lines: ["one", "two"])
  static let new = Note(title: "new", lines: ["three"])
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

/// The beginning of a file of this storage, as a crash of another program can leave it.
let damage = #"{"storage":1"#
