import Foundation
import TestSupport
import Testing

/// The README is short, and a trail and a report that the pages show belong to the program.
@Suite struct ReadmeTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  @Test func `the trail on the page passes`() throws {
    let folder = try Folder()
    try folder.write(block(containing: "% app onboarding"), to: "page.trail")
    try folder.run(.onboarding, "replay", "page.trail").expect(
      "page.trail: passed\n1 passed, 0 failed\n")
  }

  @Test(.gate) func `the report on the page is what explore prints`() throws {
    let run = try Folder().run(.onboarding, "explore", "--hostile")
    let shown = try block(containing: "\nproved ")
    // The checked part depends on the time of the search, and the last line too.
    #expect(run.output.hasPrefix(shown.replacing(/checked by replay: .*\n/, with: "")))
    #expect(
      run.output.contains(
        /\nchecked by replay: .*\n[0-9.]+ s, \d+ states a second, \d+ bytes a state\n$/))
    #expect(run.status == 0)
  }

  private struct Package: Decodable {
    struct Target: Decodable {
      let name: String
      let path: String
      let dependencies: [String]?

      enum CodingKeys: String, CodingKey {
        case name, path
        case dependencies = "target_dependencies"
      }
    }

    struct Dependency: Decodable {}

    let targets: [Target]
    let dependencies: [Dependency]
  }

  @Test(.timeLimit(.minutes(10)))
  func `the first command builds the app and the libraries that it uses, and nothing else`() throws
  {
    // A folder of its own, because the tests may run under the package manager.
    let folder = try Folder()
    let run = try folder.run(
      "/bin/sh",
      [
        "-c",
        #"swift package --package-path "$0" --scratch-path build describe --type json"#, root.path,
      ], variables: ProcessInfo.processInfo.environment.filter { $0.key != "TMPDIR" })
    try #require(run.status == 0, "\(run.errors)")
    let package = try JSONDecoder().decode(Package.self, from: Data(run.output.utf8))
    #expect(package.dependencies.isEmpty)
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var (built, open) = (Set<String>(), ["onboarding"])
    while let name = open.popLast() {
      if built.insert(name).inserted { open += targets[name]?.dependencies ?? [] }
    }
    for name in built {
      let path = try #require(targets[name]?.path)
      let ofApp = ["Examples/Onboarding", "Examples/Shared"]
      #expect(ofApp.contains(path) || path.hasPrefix("Sources/"), "\(name)")
    }
    let unused = ["CairnTesting", "CairnSwiftUI", "new-app"]
    #expect(built.isDisjoint(with: unused) && built.count > 5)
  }

  @Test func `the README is two screens long`() throws {
    #expect(
      try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 133)
  }

  @Test func `the Counter is under sixty lines`() throws {
    #expect(try text("Examples/Counter/Counter.swift").split(separator: "\n").count < 60)
  }

  private func block(containing words: String) throws -> String {
    let pages = try ["CairnTrail", "CairnExplorer"].map {
      try text("Sources/\($0)/\($0).docc/\($0).md")
    }
    let blocks = pages.joined().components(separatedBy: "```")
    let block = try #require(blocks.first { $0.contains(words) })
    return String(block.drop { $0 != "\n" }.dropFirst())
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
