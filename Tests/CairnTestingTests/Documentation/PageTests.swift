#if os(Linux)
  import Foundation
  import Testing

  /// The page on test stores shows the output of a failing test.
  @Suite struct PageTests {
    @Test func `the failure on the page is the printed one`() throws {
      let page = try String(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
          .appending(path: "../../../Sources/CairnTesting/CairnTesting.docc/CairnTesting.md")
          .standardizedFileURL,
        encoding: .utf8)
      let run = try ChildRun(test: "DraftMustFailTests")
      #expect(run.status == 1)
      let block = try #require(
        page.components(separatedBy: "\n```\n").first { $0.hasPrefix("✘") })
      #expect(run.output(of: "a letter is typed") == block)
    }
  }
#endif
