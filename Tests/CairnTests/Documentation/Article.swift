import Foundation

/// A page of the documentation, and the files that it speaks of.
struct Article: CustomStringConvertible {
  static let all = [
    "Cairn", "ComingFromTCA", "Destinations", "Effects", "Forms", "Speed", "SwiftUI",
    "CairnApp", "CairnModel", "CairnSimulation", "CairnTesting",
  ]

  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  let description: String
  let text: String

  /// - Parameter name: of a page of the kernel, or of a module, whose own page is called as it is.
  init(_ name: String) throws {
    description = name
    let module = name.hasPrefix("Cairn") ? name : "Cairn"
    text = try Article.file("Sources/\(module)/\(module).docc/\(name).md")
  }

  /// The blocks of Swift that build anywhere, in order.
  var blocks: [String] {
    text.split(separator: "\n```swift\n").dropFirst().map { part in
      part.split(separator: "\n```", maxSplits: 1).first.map { $0 + "\n" } ?? ""
    }
  }

  static func file(_ path: String) throws -> String {
    try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  /// The Swift files below a folder of the package, by their names.
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
