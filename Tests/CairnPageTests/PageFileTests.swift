import CairnPage
import Testing

/// The files of the page.
@Suite struct PageFileTests {
  @Test func `the page has one line for its style and one for its script`() {
    let lines = String(decoding: PageFiles.html, as: UTF8.self).split(separator: "\n")
    let style = "  <link rel=\"stylesheet\" href=\"page.css\">"
    #expect(lines.count { $0 == style } == 1)
    #expect(lines.count { $0 == "  <script src=\"page.js\" defer></script>" } == 1)
  }
}
