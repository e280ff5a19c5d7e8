import Foundation
import Testing

/// The code and output in the README, and on the page about the onboarding, belong to the programs.
@Suite struct ReadmeTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  @Test func `the Counter in the README is the program`() throws {
    let shown = try block(containing: "@main struct CounterApp")
    #expect(try shown == text("Examples/Counter/Counter.swift"))
  }

  @Test func `the trail on the page passes`() throws {
    let folder = try Folder()
    try folder.write(block(containing: "% app onboarding"), to: "page.trail")
    try folder.run(.onboarding, "replay", "page.trail").expect(
      "page.trail: passed\n1 passed, 0 failed\n")
  }

  @Test func `the chart on the page is what graph prints`() throws {
    try Folder().run(.onboarding, "graph").expect(block(containing: "flowchart TD"))
  }

  @Test func `the report on the page is what explore prints`() throws {
    let run = try Folder().run(.onboarding, "explore", "--hostile")
    let shown = try block(containing: "\nproved ")
    #expect(run.output.hasPrefix(shown))
    let rest = run.output.dropFirst(shown.count)
    #expect(rest.wholeMatch(of: /[0-9.]+ s, \d+ states a second, \d+ bytes a state\n/) != nil)
    #expect(run.status == 0)
  }

  @Test func `the README is two screens long`() throws {
    #expect(
      try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 133)
  }

  @Test func `the Counter is under sixty lines`() throws {
    #expect(try text("Examples/Counter/Counter.swift").split(separator: "\n").count < 60)
  }

  private func block(containing words: String) throws -> String {
    let pages = try text("README.md") + text("Sources/Cairn/Cairn.docc/Onboarding.md")
    let blocks = pages.components(separatedBy: "```")
    let block = try #require(blocks.first { $0.contains(words) })
    return String(block.drop { $0 != "\n" }.dropFirst())
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
