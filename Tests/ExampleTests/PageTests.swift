import Foundation
import TestSupport
import Testing

/// The README is short, and what other pages show belongs to the programs.
@Suite(.blocking) struct ReadmeTests {
  @Test func `the trail and the journal on the pages pass`() throws {
    let folder = Folder()
    try folder.write(block(containing: "% app onboarding"), to: "page.trail")
    try folder.run(.onboarding, "replay", "page.trail").expect(
      "page.trail: passed\n1 passed, 0 failed\n")
    let page = try packageText("Sources/CairnTrail/CairnTrail.docc/Journals.md")
    let block = page.components(separatedBy: "```text\n")[1].components(separatedBy: "```")[0]
    try folder.write(block, to: "page.journal")
    try folder.run(.counter, "journal", "page.journal").expect(
      "page.journal: 2 of 2 entries; the last is entry 2, back to the state after 0 at 5ms\n\n"
        + counter(0))
  }

  @Test(.gate) func `the report on the page is what explore prints`() throws {
    // `ExploreTests` has the lines about a check by replay.
    let run = try Folder().run(
      .onboarding, "explore", "--hostile", "--fail-on-unused", "--check", "none")
    let shown = try block(containing: "\nproved ")
    #expect(run.output.hasPrefix(shown.replacing(/checked by replay: .*\n/, with: "")))
    #expect(
      run.output.contains(
        /\nnothing was checked by replay\n[0-9.]+ s, \d+ states a second, \d+ bytes a state\n$/))
    #expect(run.status == 0)
  }

  @Test func `the package has no dependencies, and an app needs libraries of Sources alone`() throws
  {
    let manifest = try packageText("Package.swift").replacing(/\s+/, with: " ")
    #expect(!manifest.contains(".package("))
    let libraries = manifest.matches(of: /library\( ?("[^)]*)\)/).map(\.output.1)
      .filter { !$0.contains("in: \"Tests\"") }
      .map { $0.matches(of: /"(\w+)"/).map { String($0.output.1) } }
    let others = ["CCrypt", "CPage", "CTerminal", "Examples"]
    let known = Set(libraries.compactMap(\.first)).union(others)
    let used = libraries.joined()
    #expect(libraries.count > 10 && known.isSuperset(of: used), "\(libraries)")
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

/// The output on the pages about the terminal and about searches is the output of the programs.
@Suite(.blocking) struct TerminalPageTests {
  /// An example: a comment `<!-- window 60: PROGRAM …: KEYS -->` or
  /// `<!-- pipe: PROGRAM …: LINES -->`, and the end of the output.
  struct Example: CustomTestStringConvertible {
    /// The width of the window; `nil` for a pipe.
    let columns: Int?
    let program: Program
    let arguments: [String]
    let keys: String
    let output: String

    var testDescription: String { "\(program.rawValue) \(arguments) \(keys.debugDescription)" }

    init?(_ text: Substring) {
      let parts = text.split(separator: " -->\n```\n", maxSplits: 1)
      let head = parts[0].split(separator: ": ", maxSplits: 2)
      guard parts.count == 2, head.count == 3 else { return nil }
      columns = head[0].split(separator: " ").last.flatMap { Int($0) }
      let words = head[1].split(separator: " ").map(String.init)
      guard let program = Program(rawValue: words[0]) else { return nil }
      self.program = program
      arguments = Array(words.dropFirst())
      keys = String(head[2]).replacing("⏎", with: "\r").replacing("⇥", with: "\t")
        .replacing("^R", with: "\u{12}")
      let end = parts[1].firstRange(of: "\n```")?.lowerBound ?? parts[1].endIndex
      output = String(parts[1][..<end])
    }
  }

  static let pages = ["CairnTerminal", "Searching"]
    .map { (try? packageText("Sources/CairnTerminal/CairnTerminal.docc/\($0).md")) ?? "" }.joined()

  static let examples = pages.split(separator: "<!-- ").dropFirst().compactMap(Example.init)

  private let folder = Folder()

  @Test func `the pages have examples, and all can be played`() {
    #expect(Self.examples.count > 5)
    #expect(Self.examples.count == Self.pages.ranges(of: "<!-- ").count)
  }

  @Test(arguments: examples) func `the pages show what is printed`(example: Example) throws {
    guard let columns = example.columns else {
      let input = Array(example.keys.replacing("\r", with: "\n").utf8)
      let run = try folder.run(example.program, example.arguments, input: input)
      #expect(run.output.hasSuffix("\n\(example.output)\n") || run.output == example.output + "\n")
      return
    }
    let window = try Window(
      path: example.program.path, arguments: example.arguments, in: folder, columns: columns,
      rows: 50)
    try window.wait(forLast: ">")
    try window.type(example.keys)
    try window.wait(for: example.output) { $0.transcript.hasSuffix("\n" + example.output) }
  }
}
