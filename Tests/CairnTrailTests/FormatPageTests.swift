import CairnTrail
import Foundation
import Testing

/// The examples and errors on the page about the format are those of the parser.
struct FormatPageTests {
  private let page: String

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    page = try String(
      contentsOf: root.appending(path: "Sources/CairnTrail/CairnTrail.docc/TrailFormat.md"),
      encoding: .utf8)
  }

  private func blocks(_ kind: String) -> [String] {
    page.components(separatedBy: "```\(kind)\n").dropFirst().map {
      String($0.components(separatedBy: "\n```")[0])
    }
  }

  @Test func `every example parses`() throws {
    let examples = blocks("trail")
    #expect(examples.count == 8)
    for example in examples {
      let trail = try Trail.parse(example, file: "a.trail")
      #expect(trail.text == example)
    }
  }

  @Test func `every error is the parser's error for its line`() {
    let errors = blocks("text")
    #expect(errors.count >= 15)
    for error in errors {
      let shown = error.split(separator: "\n")[1].dropFirst(2)
      let line = String(shown.replacing("\\u{7}", with: "\u{7}"))
      let thrown = #expect(throws: TrailSyntaxErrors.self) {
        try Trail.parse(line, file: "a.trail")
      }
      #expect(thrown?.description == error)
    }
  }

  @Test(arguments: ["%", "#", ">", "!", "|", "?", "@"])
  func `every kind of line has its grammar`(mark: String) throws {
    let section = try #require(
      page.components(separatedBy: "\n### ").first { $0.contains(": \(mark)\n") })
    #expect(section.contains("\n```ebnf\n"))
    #expect(section.contains("\n```trail\n\(mark) "))
  }
}
