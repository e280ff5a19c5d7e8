import CairnApp
import Foundation
import Testing

/// The page on screen elements shows tested code and what it draws.
@Suite struct ElementsTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The sections of the page that have a code block and its rendering.
  private func sections() throws -> [(heading: String, code: String, lines: String)] {
    try text("Sources/CairnApp/CairnApp.docc/ScreenElements.md").components(separatedBy: "\n## ")
      .dropFirst().compactMap { section in
        let parts = section.components(separatedBy: "```")
        guard parts.count == 5, parts[1].hasPrefix("swift\n"), parts[3].hasPrefix("text\n") else {
          return nil
        }
        let heading = String(section.prefix { $0 != "\n" })
        return (heading, String(parts[1].dropFirst(6)), String(parts[3].dropFirst(5)))
      }
  }

  @Test func `the page has the code of this test, and shows what it draws`() throws {
    let source = unindented(try text("Tests/CairnAppTests/Documentation/Elements.swift"))
    let sections = try sections()
    #expect(Set(sections.map(\.heading)) == Set(Elements.screens.keys))
    for (heading, code, shown) in sections {
      let lines = Elements.screens[heading]?.lines(width: 60).map { $0 + "\n" } ?? []
      #expect(lines.joined() == shown, "\(heading)")
      #expect(source.contains(unindented(code)), "\(heading)")
    }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }
}
