import Foundation

/// Runs `body` with a new folder, which is removed afterwards.
public func withTemporaryFolder<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: (TemporaryFolder) async throws -> Result
) async throws -> Result {
  let folder = TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  return try await body(folder)
}

/// The same for a synchronous body.
public func withTemporaryFolder<Result>(
  _ body: (TemporaryFolder) throws -> Result
) rethrows -> Result {
  let folder = TemporaryFolder()
  defer { withExtendedLifetime(folder) {} }
  return try body(folder)
}

/// A new folder of a test or a suite, and the files in it. It is removed with the object.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// A test fails at its first file if the folder cannot be made.
  public init(in parent: String = NSTemporaryDirectory()) {
    path = URL(fileURLWithPath: parent).appending(path: "cairn-test-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  public subscript(_ name: String) -> String { "\(path)/\(name)" }

  public var url: URL { URL(filePath: path) }

  /// The sorted names in the folder; `nil` if there is no such folder.
  public func names(in name: String = "") -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: self[name]).sorted()
  }

  public func text(_ name: String) -> String? {
    try? String(contentsOfFile: self[name], encoding: .utf8)
  }

  public func permissions(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: self[name]))?[.posixPermissions] as? Int
  }

  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
  }

  public func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

  public func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: false)
  }

  public func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self[name], withDestinationPath: destination)
  }
}
