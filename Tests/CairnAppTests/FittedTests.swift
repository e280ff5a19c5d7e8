import CairnApp
import Foundation
import TestSupport
import Testing

/// A screen in a window that is lower than the screen.
@Suite struct FittedTests {
  private func screen(rows: Int, text: String = "row") -> Screen<Int> {
    Screen("list", "List") {
      Text("Above")
      Button("add", 0)
      for row in 0..<rows { ListRow("row-\(row)", text, row) }
      Field("name", "") { _ in 0 }
    }
  }

  private func lines(_ screen: Screen<Int>, fitting limit: Int, width: Int = 60) -> [String] {
    screen.styledLines(width: width, fitting: limit) { "⋮ \($0) more" }.map(\.text)
  }

  @Test func `rows in the middle are left out, and counted`() {
    #expect(
      lines(screen(rows: 20), fitting: 16) == [
        "List", "", "  Above", "", "  add", "", "  row-0   row", "  row-1   row", "  row-2   row",
        "", "  ⋮ 15 more", "", "  row-18  row", "  row-19  row", "", "  name    (empty)",
      ])
  }

  @Test(.gate) func `the screen fits, and no more rows are left out than it needs`() {
    for rows in 0..<40 {
      let whole = screen(rows: rows).lines(width: 60)
      for limit in 1..<50 {
        let fitted = lines(screen(rows: rows), fitting: limit)
        if whole.count <= limit {
          #expect(fitted == whole)
        } else if rows > 5, limit >= 15 {
          #expect(fitted.count <= limit, "\(rows) rows in \(limit) lines")
          #expect(fitted.count > limit - 4, "\(rows) rows in \(limit) lines: \(fitted.count)")
        } else {
          #expect(fitted.count >= limit)
        }
      }
    }
  }

  @Test func `rows of several lines are left out as well`() {
    let screen = screen(rows: 12, text: String(repeating: "long ", count: 30))
    #expect(screen.lines(width: 40).count > 40)
    #expect(lines(screen, fitting: 40, width: 40).count <= 40)
  }

  @Test func `a modal shows what it covers, unless the window is too narrow`() throws {
    let modal = Screen<Int>("login", "Log in") { Button("close", 0) }.over("Classes").map { $0 + 1 }
    #expect(modal.lines(width: 30)[0] == "Log in            over Classes")
    #expect(modal.lines(width: 20)[0] == "Log in")
    #expect(modal.plainLines[0] == "Log in, over Classes")
    let json = try String(decoding: JSONEncoder().encode(modal), as: UTF8.self)
    #expect(json.contains(#""over":"Classes""#))
  }

  @Test func `of titled texts the first ones are shown`() {
    let screen = Screen<Int>("news", "News") {
      for number in 0..<9 { Text("body", title: "title \(number)") }
      Button("back", 0)
    }
    #expect(
      lines(screen, fitting: 9) == [
        "News", "", "  title 0", "    body", "  title 1", "    body", "  ⋮ 7 more", "", "  back",
      ])
    for limit in 7..<30 { #expect(lines(screen, fitting: limit).count <= limit) }
  }

  @Test func `a screen without a list stays as it is`() {
    let terms = Screen<Int>("terms", "Terms") {
      for number in 0..<30 { Text("Paragraph \(number)") }
      Button("accept", 0)
    }
    #expect(lines(terms, fitting: 10) == terms.lines(width: 60))
  }
}
