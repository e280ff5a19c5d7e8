import Foundation
import Testing

/// The page on the examples names trails and tests that exist.
@Suite struct ExamplesPageTests {
  /// A row of a table: a sentence, and the words in back quotes of its other cell.
  private struct Row {
    let app: String
    let sentence: String
    let shownBy: [String]
  }

  private static let apps = ["workout", "accounts", "dance", "timeline"]

  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private func rows() throws -> [Row] {
    var app = ""
    var rows: [Row] = []
    for line in try text("Sources/Cairn/Cairn.docc/Examples.md").split(separator: "\n") {
      if line.hasPrefix("## ") { app = String(line.dropFirst(3)) }
      let cells = line.split(separator: " | ", maxSplits: 1)
      guard line.hasPrefix("| "), cells.count == 2, !line.hasPrefix("| --- "),
        !line.hasPrefix("| sentence ")
      else { continue }
      let words = cells[1].split(separator: "`", omittingEmptySubsequences: false)
      rows.append(
        Row(
          app: app, sentence: String(cells[0].dropFirst(2)),
          shownBy: words.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }))
    }
    return rows
  }

  /// The Swift files of a module of tests.
  private func sources(of module: String) throws -> [String] {
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Tests/\(module)"), includingPropertiesForKeys: nil)
    var sources: [String] = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      sources.append(try String(contentsOf: file, encoding: .utf8))
    }
    return sources
  }

  @Test func `every sentence has a trail or a test, and each of them exists`() throws {
    let rows = try rows()
    #expect(Set(rows.map(\.app)).isSuperset(of: Self.apps))
    #expect(rows.count > 60)
    let names = Set(rows.flatMap(\.shownBy))
    let modules = Set(names.compactMap { $0.split(separator: "/").first.map(String.init) })
    let sources = try Dictionary(
      uniqueKeysWithValues: modules.map { ($0, try self.sources(of: $0)) })
    for row in rows { #expect(!row.shownBy.isEmpty, "nothing shows: \(row.sentence)") }
    for name in names {
      let parts = name.split(separator: "/", maxSplits: 2).map(String.init)
      guard parts.count == 3 else {
        Issue.record("\(name) is neither APP/Trails/FILE nor MODULE/SUITE/TEST")
        continue
      }
      if parts[1] == "Trails" {
        let trail = root.appending(path: "Examples/\(name)").path
        #expect(FileManager.default.fileExists(atPath: trail), "there is no trail \(name)")
      } else {
        let exists = sources[parts[0], default: []].contains {
          $0.contains("struct \(parts[1]) {") && $0.contains("func `\(parts[2])`(")
        }
        #expect(exists, "there is no test \(name)")
      }
    }
  }

  @Test(arguments: apps) func `every trail of an app shows a sentence`(app: String) throws {
    let named = try rows().filter { $0.app == app }.flatMap(\.shownBy)
    let folder = "\(app.capitalized)/Trails"
    let files = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Examples/\(folder)").path)
    let trails = files.filter { $0.hasSuffix(".trail") }
    #expect(!trails.isEmpty)
    for trail in trails { #expect(named.contains("\(folder)/\(trail)"), "\(trail) is not named") }
  }
}
