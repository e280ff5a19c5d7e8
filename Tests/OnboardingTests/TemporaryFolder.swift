import Foundation

/// Runs `body` with a new folder, which is removed afterwards.
func withTemporaryFolder(_ body: (TemporaryFolder) async throws -> Void) async throws {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("cairn-onboarding-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: url) }
  try await body(TemporaryFolder(path: url.path))
}

struct TemporaryFolder {
  let path: String

  subscript(_ name: String) -> String { "\(path)/\(name)" }

  /// The sorted names in a folder, recursively; `nil` if the path is not a folder.
  var names: [String]? { names(in: "") }

  func names(in name: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: self[name]).sorted()
  }

  func text(_ name: String) -> String? {
    try? String(contentsOfFile: self[name], encoding: .utf8)
  }

  func permissions(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: self[name]))?[.posixPermissions] as? Int
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
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
