import Foundation
import Testing

/// The code and output in the README belong to the programs.
@Suite struct ReadmeTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  @Test func `the Counter in the README is the program`() throws {
    let shown = try block(containing: "@main struct CounterApp")
    #expect(try shown == text("Examples/Counter/Counter.swift"))
  }

  @Test func `the trail in the README passes`() throws {
    let folder = try Folder()
    try folder.write(block(containing: "% app onboarding"), to: "readme.trail")
    try folder.run(.onboarding, "replay", "readme.trail").expect(
      "readme.trail: passed\n1 passed, 0 failed\n")
  }

  @Test func `the chart in the README is what graph prints`() throws {
    try Folder().run(.onboarding, "graph").expect(block(containing: "flowchart TD"))
  }

  @Test func `the report in the README is what explore prints`() throws {
    let run = try Folder().run(.onboarding, "explore", "--hostile")
    let shown = try block(containing: "\nproved ")
    #expect(run.output.hasPrefix(shown))
    let rest = run.output.dropFirst(shown.count)
    #expect(rest.wholeMatch(of: /[0-9.]+ s, \d+ states a second, \d+ bytes a state\n/) != nil)
    #expect(run.status == 0)
  }

  @Test func `the Counter is under sixty lines`() throws {
    #expect(try text("Examples/Counter/Counter.swift").split(separator: "\n").count < 60)
  }

  private func block(containing words: String) throws -> String {
    let blocks = try text("README.md").components(separatedBy: "```")
    let block = try #require(blocks.first { $0.contains(words) })
    return String(block.drop { $0 != "\n" }.dropFirst())
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
