import Foundation

@testable import CairnStorage

/// Runs `body` with a new folder, which is removed afterwards.
func withTemporaryFolder<Result>(
  in parent: String = NSTemporaryDirectory(), isolation: isolated (any Actor)? = #isolation,
  _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
  let url = URL(fileURLWithPath: parent)
    .appendingPathComponent("cairn-storage-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: url) }
  return try await body(TemporaryFolder(path: url.path))
}

struct TemporaryFolder {
  let path: String

  subscript(_ name: String) -> String { "\(path)/\(name)" }

  /// The sorted names in the folder; `nil` if there is no such folder.
  func names(in name: String = "") -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: self[name]).sorted()
  }

  func text(_ name: String) -> String? {
    try? String(contentsOfFile: self[name], encoding: .utf8)
  }

  func permissions(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: self[name]))?[.posixPermissions] as? Int
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: self[name], withIntermediateDirectories: false)
  }

  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self[name], withDestinationPath: destination)
  }
}

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
