import Cairn
import CairnApp
import Testing

/// Links, and grids of cells with several lines.
struct GridTests {
  private let page = "https://www.example.com/photos/1"

  private func screen(_ cells: [Grid.Cell], columns: Int = 2) -> Screen<Never> {
    Screen("images", "Images") { Grid(columns: columns, cells) }
  }

  private var cells: [Grid.Cell] {
    [
      Grid.Cell(
        .text(Text("A harbour in the early morning", lines: 2)), .text(Text("240 × 160")),
        .link(Link(page))),
      Grid.Cell(.text(Text("日本")), .link(Link("Page", to: page))),
      Grid.Cell(.text(Text("Last"))),
    ]
  }

  @Test func `the columns share the width, and the cells of a row are equally high`() {
    #expect(
      screen(cells).lines(width: 44) == [
        "Images", "",
        "  A harbour in the      日本",
        "  early morning         Page",
        "  240 × 160             <https://www.example",
        "  https://www.example.  .com/photos/1>",
        "  com/photos/1",
        "",
        "  Last",
      ])
  }

  @Test func `a grid that does not fit has pages, and a query leaves cells`() {
    let cells = (1...9).map { number in
      Grid.Cell(.text(Text("cell \(number)")), .text(Text("text")))
    }
    func lines(fitting limit: Int, page: Int = 0, query: String = "") -> [String] {
      var part = ListPart(page: page, query: query)
      return screen(cells).styledLines(width: 40, fitting: limit, &part).map(\.text)
    }
    #expect(lines(fitting: 16) == screen(cells).lines(width: 40))
    #expect(
      lines(fitting: 10) == [
        "Images", "", "  cell 1              cell 2", "  text                text", "",
        "  cell 3              cell 4", "  text                text",
        "  ⋮ 5 more cells: :more, :find TEXT",
      ])
    let last = ["Images", "", "  ⋮ 8 more cells before: :less", "  cell 9", "  text"]
    #expect(lines(fitting: 10, page: 2) == last && lines(fitting: 10, page: 9) == last)
    #expect(
      lines(fitting: 10, query: "L 7")
        == ["Images", "", #"  ⋮ 1 of 9 cells contains "L 7": :find"#, "  cell 7", "  text"])
    for limit in 8..<17 { #expect(lines(fitting: limit).count <= limit) }
  }

  @Test func `a title that is too long for its column is cut, with a sign`() {
    let titles = ["A harbour in the early morning of a day", String(repeating: "a", count: 90)]
    let cells = (titles + titles).map { Grid.Cell(.text(Text($0, lines: 2)), .text(Text("size"))) }
    let expected = [
      "  A harbour in the    aaaaaaaaaaaaaaaaaa", "  early morning of …  aaaaaaaaaaaaaaaaa…",
      "  size                size",
    ]
    #expect(Array(screen(cells).lines(width: 40)[2..<5]) == expected)
    var part = ListPart()
    let fitted = screen(cells).styledLines(width: 40, fitting: 8, &part).map(\.text)
    #expect(Array(fitted[2..<5]) == expected)
  }

  @Test func `a narrow screen has fewer columns, and at least one`() {
    let texts = (1...4).map { Grid.Cell(.text(Text("cell \($0)"))) }
    func rows(_ columns: Int, width: Int) -> [String] {
      screen(texts, columns: columns).lines(width: width).dropFirst(2).filter { $0 != "" }
    }
    // Two columns of 16 with a gap of 2 and an indent of 2.
    #expect(rows(2, width: 36) == ["  cell 1            cell 2", "  cell 3            cell 4"])
    #expect(rows(2, width: 35) == ["  cell 1", "  cell 2", "  cell 3", "  cell 4"])
    #expect(rows(0, width: 80) == ["  cell 1", "  cell 2", "  cell 3", "  cell 4"])
    #expect(rows(3, width: 54).first == "  cell 1            cell 2            cell 3")
    #expect(rows(3, width: 53).count == 2)
    #expect(rows(.max, width: 1).count == 4)
  }

  @Test func `a grid without cells or lines takes no line`() {
    #expect(screen([]).lines() == ["Images"])
    #expect(screen([Grid.Cell(), Grid.Cell(.text(Text("")))]).lines() == ["Images"])
  }

  @Test func `every wrapped line of a link is linked, and no space beside it`() {
    let parts = screen(cells).styledLines(width: 44).flatMap(\.parts).filter { $0.role == .link }
    #expect(
      parts.map(\.text) == [
        "Page", "<https://www.example", "https://www.example.", ".com/photos/1>", "com/photos/1",
      ])
    #expect(parts.allSatisfy { $0.link?.description == page })
  }

  @Test func `a link is wrapped as a line of its own, and linked when it is cut or moved`() {
    let screen = Screen<Never>("s", "S") { Link("The source of the text", to: page) }
    #expect(
      screen.lines(width: 30) == [
        "S", "", "  The source of the text", "  <https://www.example.com/pho", "  tos/1>",
      ])
    let line = screen.styledLines(width: 30)[3]
    #expect(line.movedLeft(by: 5).parts.last?.link?.description == page)
    #expect(line.movedRight(by: 5, width: 20).parts.last?.link?.description == page)
  }

  @Test(arguments: [
    "http://example.com", "https://example.com/", "HTTPS://example.com:8080/a?b=c#d",
    "http://127.0.0.1:80/%1B", "https://user@example.com",
  ])
  func `an address of the web is linked`(_ address: String) {
    #expect(WebAddress(address)?.description == address)
  }

  @Test(arguments: [
    "", "example.com", "//example.com", "ftp://example.com", "javascript:alert(1)",
    "javascript://example.com", "file:///etc/passwd", "http://", "http:///path", "http://:80",
    "http://user@", "http://?q", "https://example.com/a b", "https://example.com/\u{1B}\\",
    "https://example.com/\u{7}", "https://example.com/\u{9C}", "https://example.com/é",
    "https://example.com\n", " https://example.com",
    "https://example.com/" + String(repeating: "a", count: 2083),
  ])
  func `any other text is shown and not linked`(_ address: String) {
    #expect(WebAddress(address) == nil)
    let screen = Screen<Never>("s", "S") { Link("x", to: address) }
    let parts = screen.styledLines().flatMap(\.parts)
    #expect(parts.allSatisfy { $0.link == nil && $0.text.terminalSafe == $0.text })
  }
}

/// The bar over the whole width.
struct ProgressBarTests {
  private func line(_ bar: ProgressBar, width: Int = 30) -> String {
    Screen<Never>("s", "") { bar }.lines(width: width).joined(separator: "|")
  }

  @Test func `the bar takes the width that its texts leave`() {
    let bar = ProgressBar(50, of: 200, before: "0:50", after: "-2:30")
    #expect(line(bar) == "  0:50 ━━━━───────────── -2:30")
    #expect(line(bar, width: 50).count == 50)
    #expect(line(ProgressBar(1, of: 2), width: 22) == "  ━━━━━━━━━━──────────")
  }

  @Test(arguments: [(0, 0), (1, 0), (99, 19), (100, 20), (-5, 0), (1000, 20)])
  func `it is full only at the whole, and amounts out of range are limited`(
    amount: Int, filled: Int
  ) {
    let text = line(ProgressBar(amount, of: 100), width: 22)
    #expect([text.count { $0 == "━" }, text.count] == [filled, 22])
  }

  @Test func `percents and columns are exact`() {
    #expect((0...100).allSatisfy { ProgressBar($0, of: 100).percent == $0 })
    #expect((0...100).allSatisfy { ProgressBar($0, of: 100).filled(of: 100) == $0 })
    #expect(ProgressBar(.max - 1, of: .max).percent == 99)
    #expect(ProgressBar(.max - 1, of: .max).filled(of: 10) == 9)
  }

  @Test func `an empty whole gives an empty bar, and the greatest amounts do not overflow`() {
    #expect(!line(ProgressBar(7, of: 0)).contains("━"))
    #expect(ProgressBar(7, of: 0).percent == 0)
    #expect(ProgressBar(.max, of: .max).percent == 100)
    #expect(ProgressBar(.max, of: -1).amount == 0)
  }

  @Test func `texts that leave no room are truncated, and are safe for a terminal`() {
    let bar = ProgressBar(1, of: 2, before: "a very long text", after: "on both sides")
    #expect(line(bar, width: 20) == "  a very long text …")
    #expect(line(ProgressBar(1, of: 2, before: "\u{1B}")).contains(#"\u{1B}"#))
  }

  @Test func `a change of bars alone leaves the screen without bars equal`() {
    func screen(_ amount: Int) -> Screen<Never> {
      Screen("s", "S") {
        Text("above")
        ProgressBar(amount, of: 9)
        Note(.info, "below")
      }
    }
    #expect(screen(1).lines() != screen(9).lines())
    #expect(screen(1).withoutBars.lines() == screen(9).withoutBars.lines())
    #expect(screen(1).withoutBars.lines() == ["S", "", "  above", "  i below"])
  }
}
