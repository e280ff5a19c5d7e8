import Foundation
import TestSupport
import Testing

/// The README is short, and what other pages show belongs to the programs.
@Suite struct ReadmeTests {
  @Test func `the trail on the page passes`() throws {
    let folder = try Folder()
    try folder.write(block(containing: "% app onboarding"), to: "page.trail")
    try folder.run(.onboarding, "replay", "page.trail").expect(
      "page.trail: passed\n1 passed, 0 failed\n")
  }

  @Test(.gate) func `the report on the page is what explore prints`() throws {
    let run = try Folder().run(.onboarding, "explore", "--hostile", "--fail-on-unused")
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
        #"swift package --package-path "$0" --scratch-path build describe --type json"#,
        package.path,
      ], variables: ProcessInfo.processInfo.environment.filter { $0.key != "TMPDIR" })
    try #require(run.status == 0, "\(run.errors)")
    let described = try JSONDecoder().decode(Package.self, from: Data(run.output.utf8))
    #expect(described.dependencies.isEmpty)
    let targets = Dictionary(uniqueKeysWithValues: described.targets.map { ($0.name, $0) })
    var (built, open) = (Set<String>(), ["onboarding"])
    while let name = open.popLast() {
      if built.insert(name).inserted { open += targets[name]?.dependencies ?? [] }
    }
    for name in built {
      let path = try #require(targets[name]?.path)
      let ofApp = ["Examples/Onboarding", "Examples/ExampleSupport"]
      #expect(ofApp.contains(path) || path.hasPrefix("Sources/"), "\(name)")
    }
    let unused = ["CairnTesting", "CairnSwiftUI", "new-app"]
    #expect(built.isDisjoint(with: unused) && built.count > 5)
  }

  @Test func `the README is two screens long, and the Counter under sixty lines`() throws {
    let readme = try packageText("README.md")
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 133)
    #expect(try packageText("Examples/Counter/Counter.swift").split(separator: "\n").count < 60)
  }

  @Test func `the page on speed describes exactly the measurements, in order`() throws {
    let page = try packageText("Sources/Cairn/Cairn.docc/Speed.md")
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix("What is measured\n") })
    let names = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
    #expect(try names == measured())
  }

  /// The names that the program lists for an unknown one.
  private func measured() throws -> [String] {
    let run = try Folder().run(.benchmarks, "--filter", "nothing")
    #expect(run.status == 2)
    let list = try #require(run.errors.firstMatch(of: /there are: (.*)/)).output.1
    return list.split(separator: ", ").map(String.init)
  }

  private func block(containing words: String) throws -> String {
    let pages = try ["CairnTrail", "CairnExplorer"].map {
      try packageText("Sources/\($0)/\($0).docc/\($0).md")
    }
    let blocks = pages.joined().components(separatedBy: "```")
    let block = try #require(blocks.first { $0.contains(words) })
    return String(block.drop { $0 != "\n" }.dropFirst())
  }
}
