import Cairn
import CairnApp
import Foundation
import TestSupport
import Testing

/// A screen in a window that is lower than the screen.
@Suite struct FittedTests {
  private func screen(rows: Int, text: String = "a text of more than half of the window")
    -> Screen<Int>
  {
    Screen("list", "List") {
      Text("Above")
      Button("add", 0)
      for row in 0..<rows { ListRow("row-\(row)", text, row) }
      Field("name", "") { _ in 0 }
    }
  }

  private func lines(
    _ screen: Screen<Int>, fitting limit: Int, width: Int = 60, page: Int = 0, query: String = ""
  ) -> [String] {
    var part = ListPart(page: page, query: query)
    return screen.styledLines(width: width, fitting: limit, &part).map(\.text)
  }

  /// The lines of the list alone, without their texts.
  private func list(_ lines: [String]) -> [String] {
    lines.dropFirst(6).dropLast(2).map { line in
      String(line.dropFirst(2).prefix { $0 != " " || line.contains("⋮") })
    }
  }

  @Test func `rows in the middle are left out, and pages show them`() {
    let screen = screen(rows: 20)
    let first = lines(screen, fitting: 16)
    #expect(first.prefix(5) == ["List", "", "  Above", "", "  add"] && first.count == 16)
    #expect(first.suffix(2) == ["", "  name    (empty)"])
    let pages = (0...4).map { list(lines(screen, fitting: 16, page: $0)) }
    func rows(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "row-\($0)" } }
    #expect(pages[0] == rows(0...2) + ["⋮ 13 more rows: :more, :find TEXT"] + rows(16...19))
    let before = [3, 9, 15].map { ["⋮ \($0) more rows before: :less"] }
    let after = [11, 5].map { ["⋮ \($0) more rows after: :more"] }
    #expect(pages[1] == before[0] + rows(3...8) + after[0])
    #expect(pages[2] == before[1] + rows(9...14) + after[1])
    #expect(pages[3] == before[2] + rows(15...19))
    // There are no more pages.
    #expect(pages[4] == pages[3])
  }

  @Test func `a note of as many lines as there are numbers is whole`() {
    let screen = Screen<Int>("note", "Note") {
      Note(.info, String(repeating: "word ", count: 40), lines: .max)
      Text("A text", lines: .max)
      Button("add", 0)
    }
    #expect(lines(screen, fitting: 30) == screen.styledLines(width: 60).map(\.text))
  }

  @Test func `a query leaves the rows that contain it`() {
    let found = lines(screen(rows: 20), fitting: 16, query: "ROW-1")
    #expect(
      list(found) == [
        #"⋮ 11 of 20 rows contain "ROW-1": :find"#, "row-1", "row-10", "row-11",
        "⋮ 5 more rows: :more, :find TEXT", "row-17", "row-18", "row-19",
      ])
    #expect(
      list(lines(screen(rows: 3), fitting: 50, query: "nope"))
        == [#"⋮ 0 of 3 rows contain "nope": :find"#])
  }

  @Test(arguments: [(30, 16, 2), (6, 30, 1)])
  func `a query does not change the columns of the list`(rows: Int, limit: Int, columns: Int) {
    let list = Screen<Int>("list", "List") {
      for row in 0..<rows {
        ListRow("row-\(row)", row.isMultiple(of: 5) ? "short" : "a text of twenty columns", row)
      }
    }
    func places(_ query: String) -> Set<[Int]> {
      let lines = lines(list, fitting: limit, width: 80, query: query)
      return Set(
        lines.filter { $0.contains("row-") }.map { line in
          line.indices.filter { line[$0...].hasPrefix("row-") }.map {
            line.distance(from: line.startIndex, to: $0)
          }
        })
    }
    let all = places("")
    #expect(all.map(\.count).max() == columns)
    #expect(places("short").isSubset(of: all))
  }

  @Test(arguments: [
    (60, "ROW-1", #"⋮ 11 of 20 rows contain "ROW-1": :find"#),
    (40, "a text of more", #"⋮ 20 of 20 rows contain "a te…": :find"#),
    (40, "a te\"", #"⋮ 0 of 20 rows contain "a te"": :find"#),
    (38, "a text of more", "⋮ 20 of 20 rows: :find"), (24, "a text", "⋮ 20 of 20 rows: :find"),
  ])
  func `in a narrow window the query of a remark is cut, and :find is not`(
    width: Int, query: String, remark: String
  ) {
    let lines = lines(screen(rows: 20), fitting: 30, width: width, query: query)
    #expect(lines.first { $0.contains("⋮") } == "  " + remark)
  }

  @Test(arguments: [(40, 16), (80, 20)])
  func `a note that is cut has the lines that the window has left`(width: Int, rows: Int) {
    func form(notes: Int, words: Int, rows: Int = 0) -> Screen<Int> {
      let text = (1...words).map { "word-\($0)" }.joined(separator: " ")
      return Screen("form", "Form") {
        Field("name", "") { _ in 0 }
        for _ in 0..<notes { Note(.error, text, lines: 2) }
        for row in 0..<rows { ListRow("row-\(row)", "a text of more than half", row) }
        Button("next", 0)
      }
    }
    func isCut(_ form: Screen<Int>, at limit: Int = rows) -> Bool {
      let lines = lines(form, fitting: limit, width: width)
      #expect(lines[0] == "Form" && lines.last == "  next")
      #expect(lines.count <= limit)
      return lines.contains { $0.hasSuffix("…") }
    }
    let long = form(notes: 1, words: 40)
    #expect(!isCut(long))
    #expect(lines(long, fitting: rows, width: width).contains { $0.hasSuffix("word-40") })
    #expect(isCut(long, at: 9) && lines(long, fitting: 9, width: width).count == 9)
    #expect(lines(long, fitting: 7, width: width) == long.lines(width: width))
    #expect(!isCut(form(notes: 2, words: 20)) && isCut(form(notes: 2, words: 200)))
    // The rows of a long list come first.
    let list = form(notes: 1, words: 200, rows: 90)
    #expect(
      isCut(list) && lines(list, fitting: rows, width: width).contains { $0.contains("row-0") })
  }

  @Test func `rows are in columns where the window is wide`() {
    #expect(
      lines(screen(rows: 7, text: "row"), fitting: 12, width: 40) == [
        "List", "", "  Above", "", "  add", "", "  row-0  row   row-1  row   row-2  row",
        "  row-3  row   row-4  row   row-5  row", "  row-6  row", "", "  name  (empty)",
      ])
    let page = lines(screen(rows: 90, text: "row"), fitting: 12, width: 40)
    #expect(
      page.dropFirst(6).dropLast(2) == [
        "  row-0   row  row-1   row  row-2   row", "  ⋮ 81 more rows: :more, :find TEXT",
        "  row-84  row  row-85  row  row-86  row", "  row-87  row  row-88  row  row-89  row",
      ])
    let news = Screen<Int>("news", "News") {
      for number in 0..<9 { Text(String(repeating: "news ", count: 20), title: "title \(number)") }
    }
    #expect(lines(news, fitting: 15, width: 200).filter { $0.contains("title") }.count == 3)
  }

  @Test(.gate) func `the screen fits, and no more rows are left out than it needs`() {
    for rows in 0..<40 {
      let whole = screen(rows: rows).lines(width: 60)
      for limit in 1..<50 {
        let fitted = lines(screen(rows: rows), fitting: limit)
        if whole.count <= limit {
          #expect(fitted == whole)
        } else if rows > 5, limit >= 15 {
          #expect(fitted.count == limit, "\(rows) rows in \(limit) lines")
        } else {
          #expect(fitted.count >= limit)
        }
      }
    }
  }

  @Test func `a modal shows what it covers, unless the window is too narrow`() {
    let modal = Screen<Int>("login", "Log in") { Button("close", 0) }.over("Classes")
    #expect(modal.lines(width: 30)[0] == "Log in            over Classes")
    #expect(modal.lines(width: 20)[0] == "Log in")
  }

  @Test func `of titled texts the first ones are shown`() {
    let screen = Screen<Int>("news", "News") {
      for number in 0..<9 { Text("body", title: "title \(number)") }
      Button("back", 0)
    }
    #expect(
      lines(screen, fitting: 9) == [
        "News", "", "  title 0", "    body", "  title 1", "    body",
        "  ⋮ 7 more rows: :more, :find TEXT", "", "  back",
      ])
    for limit in 7..<30 { #expect(lines(screen, fitting: limit).count <= limit) }
  }

  @Test func `of a screen without a list the lines between the title and the buttons are paged`() {
    let terms = Screen<Int>("terms", "Terms") {
      for number in 1...14 { Text("Paragraph \(number)") }
      Toggle("accept", "I accept", isOn: false, 0)
      Button("next", 0)
    }
    func page(_ number: Int, fitting limit: Int = 12) -> [String] {
      let lines = lines(terms, fitting: limit, page: number)
      #expect(lines.count <= limit && lines[0] == "Terms")
      #expect(lines.suffix(4) == ["", "  accept  [ ] I accept", "", "  next"])
      return lines.dropFirst(2).dropLast(4).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    func paragraphs(_ range: ClosedRange<Int>) -> [String] { range.map { "Paragraph \($0)" } }
    #expect(page(0) == paragraphs(1...5) + ["⋮ 9 more lines: :more"])
    let second = ["⋮ 5 more lines before: :less"] + paragraphs(6...9)
    #expect(page(1) == second + ["⋮ 5 more lines after: :more"])
    let last = ["⋮ 9 more lines before: :less"] + paragraphs(10...14)
    #expect(page(2) == last && page(9) == last)
    #expect(page(0, fitting: 20) == paragraphs(1...14))
    for limit in 10..<20 { #expect(page(0, fitting: limit).count == limit - 6) }
    // The last inputs take at most half of the lines.
    let form = Screen<Int>("form", "Form") {
      for number in 1...9 { Toggle("toggle-\(number)", "on", isOn: false, 0) }
      Button("next", 0)
    }
    let first = lines(form, fitting: 9)
    #expect(first.count == 9 && first.suffix(3) == ["  ⋮ 5 more lines: :more", "", "  next"])
  }

  /// The pages of a screen, as `:more` shows them one after another.
  private func pages(
    _ screen: Screen<Int>, fitting limit: Int, width: Int = 40
  ) -> [[String]] {
    var part = ListPart()
    var pages: [[String]] = []
    repeat {
      part.page = pages.count
      let lines = screen.styledLines(width: width, fitting: limit, &part).map(\.text)
      if part.page == pages.count { pages.append(lines) } else { break }
    } while part.leavesOut
    return pages
  }

  private func words(_ count: Int) -> String {
    (1...count).map { "word-\($0)" }.joined(separator: " ")
  }

  @Test func `an error and a progress stay in sight above the buttons`() {
    func form(_ error: String, progress: String? = nil) -> Screen<Int> {
      Screen("form", "Form") {
        Note(.error, "first", lines: 2)
        for number in 1...6 {
          Field("field-\(number)", "") { _ in 0 }
          Note(.warning, "hint \(number)")
        }
        Field("last", "") { _ in 0 }
        Note(.info, error, lines: 2)
        if let progress { Progress(progress) }
        Button("next", 0)
        Button("back", 0)
      }
    }
    let short = pages(form("too long", progress: "Saving…"), fitting: 14)
    #expect(short.count > 2)
    for page in short {
      #expect(page.count <= 14 && page[0] == "Form")
      #expect(
        page.suffix(6)
          == ["  × first", "  i too long", "  … Saving…", "", "  next", "  back"])
    }
    for number in 1...6 {
      #expect(short.joined().count { $0.contains("field-\(number) ") } == 1)
      #expect(short.joined().count { $0.contains("! hint \(number)") } == 1)
    }
    // A note that is cut has its whole text on the last pages, and after an empty line.
    let long = pages(form(words(40)), fitting: 16)
    #expect(long[0].contains { $0.contains("i word-1") } && long[0].contains { $0.hasSuffix("…") })
    #expect(long.joined().contains { $0.hasSuffix("word-40") })
    let all = form(words(40)).styledLinesWithWholeNotes(width: 40).map(\.text)
    #expect(all.contains { $0.hasSuffix("word-40") })
  }

  @Test func `texts are cut before an error`() {
    let form = Screen<Int>("form", "Form") {
      Text(words(40))
      Note(.error, words(20), lines: 2)
      Button("next", 0)
    }
    let shown = lines(form, fitting: 16, width: 40)
    #expect(shown.count <= 16 && shown.contains { $0.hasSuffix("word-20") })
    #expect(shown[2].contains("word-1 ") && shown.contains { $0.hasSuffix("…") })
  }

  @Test func `below a later page of a list notes are whole`() {
    let screen = Screen<Int>("list", "List") {
      for row in 0..<90 { ListRow("row-\(row)", "a text of more than half", row) }
      Button("next", 0)
      Note(.error, words(30), lines: 2)
    }
    #expect(lines(screen, fitting: 24, width: 40).contains { $0.hasSuffix("…") })
    #expect(lines(screen, fitting: 24, width: 40, page: 1).contains { $0.hasSuffix("word-30") })
  }

  @Test(arguments: [2, 3, 4, 5, 9, 30], [false, true])
  func `each row is on a page, and the buttons are on each`(rows: Int, hasNote: Bool) {
    let screen = Screen<Int>("list", "List") {
      if hasNote { Note(.error, words(20), lines: 4) }
      for row in 0..<rows { ListRow("row-\(row)", words(1 + row * 7 % 20), row) }
      Button("search", 0)
      Button("back", 0)
    }
    for limit in 12..<30 {
      let pages = pages(screen, fitting: limit)
      for row in 0..<rows {
        #expect(pages.joined().contains { $0.hasPrefix("  row-\(row) ") }, "\(row), \(limit)")
      }
      for page in pages {
        #expect(page.suffix(2) == ["  search", "  back"])
        // Not each row of a long list is measured.
        #expect(page.count <= limit || rows > 2 * limit)
      }
    }
  }

  @Test func `another list begins at its first page`() {
    var part = ListPart(page: 2, query: "row")
    func layOut(_ rows: Int) { _ = screen(rows: rows).styledLines(width: 60, fitting: 14, &part) }
    layOut(30)
    layOut(30)
    #expect(part.page == 2 && part.leavesOut)
    layOut(29)
    #expect(part.page == 0 && part.query == "row")
  }

  @Test(arguments: [14, 20, 60])
  func `of several rows with one reason, the first one in sight shows it`(width: Int) {
    func screen(_ reason: String?, hasButton: Bool = false) -> Screen<Int> {
      Screen("list", "List") {
        if hasButton { Button("log-out", disabledBecause: reason, 0) }
        for row in 0..<60 { ListRow("row-\(row)", "", disabledBecause: reason, row) }
      }
    }
    func reasons(_ screen: Screen<Int>) -> [Int] {
      pages(screen, fitting: 16, width: width).map {
        $0.joined(separator: " ").ranges(of: "log").count
      }
    }
    #expect(Set(reasons(screen("log"))) == [1])
    #expect(Set(reasons(screen("log", hasButton: true))) == [2])
    let columns = pages(screen(""), fitting: 16, width: width)[1][3].ranges(of: "row-").count
    #expect(
      pages(screen("logging out"), fitting: 16, width: width)[1].contains {
        $0.ranges(of: "row-").count == columns
      })
  }

  @Test func `a page knows whether it leaves out rows or lines`() {
    for (rows, limit, isOfLines, leavesOut) in [
      (20, 16, false, true), (20, 40, false, false), (0, 40, false, false), (0, 6, true, false),
    ] {
      var part = ListPart()
      _ = screen(rows: rows).styledLines(width: 60, fitting: limit, &part)
      #expect(part.isOfLines == isOfLines && part.leavesOut == leavesOut, "\(rows), \(limit)")
    }
  }
}
