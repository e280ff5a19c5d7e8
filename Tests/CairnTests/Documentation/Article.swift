import Foundation
import TestSupport

/// A page of the documentation.
struct Article: CustomStringConvertible {
  /// The pages whose blocks are a program. The blocks of others are parts of tested files.
  static let all = [
    "Cairn", "Dependencies", "Effects", "CairnApp", "StorageOptions", "CairnModel",
    "CairnSimulation", "CairnStorage",
  ]

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  let description: String
  let text: String

  /// The README and all pages, as paths in the package.
  static var pages: [String] {
    get throws {
      let catalogs = try FileManager.default.subpathsOfDirectory(
        atPath: package.appending(path: "Sources").path)
      return ["README.md"]
        + catalogs.filter { $0.hasSuffix(".md") && $0.contains(".docc/") }.map { "Sources/\($0)" }
        .sorted()
    }
  }

  /// - Parameter name: The name of a page of any module.
  init(_ name: String) throws {
    description = name
    let path = try Self.pages.first { $0.hasSuffix("/\(name).md") }
    text = try Article.file(path ?? "\(name).md")
  }

  /// The Swift blocks that build on every platform, in order.
  var blocks: [String] { blocks(in: "swift") }

  /// The blocks in a language, in order.
  func blocks(in language: String) -> [String] {
    text.split(separator: "\n```\(language)\n").dropFirst().map { part in
      part.split(separator: "\n```", maxSplits: 1).first.map { $0 + "\n" } ?? ""
    }
  }

  /// The file or folder at this path in the package.
  static func url(_ path: String) -> URL { package.appending(path: path) }

  /// Whether the package has a file or folder at this path.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: package.appending(path: path).path)
  }

  static func file(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The code that the plugin generates for the files of a folder.
  static func generated(for folder: String) throws -> String {
    let sources = try sources(in: folder).map { ($0.key.replacing("/", with: "-"), $0.value) }
    return try CasePathsTool(Dictionary(uniqueKeysWithValues: sources)).text
  }

  /// The contents of the Swift files in a folder of the package, by path.
  static func sources(in folder: String) throws -> [String: String] {
    let files = FileManager.default.enumerator(
      at: package.appending(path: folder), includingPropertiesForKeys: nil)
    var sources: [String: String] = [:]
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      sources[file.path] = try String(contentsOf: file, encoding: .utf8)
    }
    return sources
  }
}
