import Cairn
import CairnApp
import Foundation
import TestSupport
import Testing

struct LinesTests {
  @Test func `a reason for several inputs is told once, and optional values say so`() {
    let screen = Screen<String>("form", "Form") {
      Field("name", "", disabledBecause: "saving") { $0 }
      Field("nick", "", isOptional: true, disabledBecause: "saving") { $0 }
      Picker("size", "", of: ["s"], isOptional: true) { $0 }
      Button("next", disabledBecause: "name is required", "")
      Button("back", disabledBecause: "saving", "")
    }.map { $0 }
    #expect(
      screen.lines() == [
        "Form", "", "  name  (empty)  disabled: saving", "  nick  (optional)  disabled",
        "  size  (optional)  of s", "", "  next  disabled: name is required", "  back  disabled",
      ])
    #expect(
      screen.plainLines.dropFirst() == [
        "name, field: empty, disabled: saving", "nick, field: optional, disabled",
        "size, choice: optional, of s", "next, button, disabled: name is required",
        "back, button, disabled",
      ])
    #expect(screen.parse("back").refusal?.message == "back is disabled: saving")
  }

  /// `ElementsTests` has the lines of each element.
  @Test func `a note stays with its field, and the elements stand in groups`() {
    let screen = Screen<Int>("credentials", "Credentials", step: 3, of: 7) {
      Field("email", "ada") { _ in 1 }
      Note(.warning, "this does not look like an address")
      Field("pin", secure: "", disabledBecause: "") { _ in 1 }
      ListRow("set-1", "Squat,\n5 × 5", 1)
      ValueButton("seek", takes: "a number", disabledBecause: "later") { Int($0) }
      Button("next", label: "", 1)
      Button("pay", label: "Pay with one of your cards", disabledBecause: "empty", 1)
      Progress("Saving…")
    }
    #expect(
      screen.lines(width: 40) == [
        "Credentials                          3/7", "",
        "  email  ada",
        "  ! this does not look like an address",
        "  pin    (empty)  disabled", "",
        #"  set-1  Squat,\n5 × 5"#, "",
        "  seek   a number  disabled: later",
        "  next",
        "  pay    Pay with one of your cards",
        "         disabled: empty", "",
        "  … Saving…",
      ])
  }

  @Test func `a row that is too long continues beside its name, and nothing is cut`() {
    let screen = Screen<Int>("s", "A title that is too long for it", step: 10, of: 12) {
      Field("email", "ada.lovelace@analytical.engine") { _ in 1 }
      Field("password", secure: "correct horse battery staple") { _ in 1 }
      Field("phone", "0123456789012345", disabledBecause: "locked for now") { _ in 1 }
      Toggle("accept", "I accept the terms and more", isOn: false, disabledBecause: "no", 1)
      Button("next", disabledBecause: "email is required", 1)
      Button("a-name-longer-than-half-of-the-width", 1)
    }
    #expect(
      screen.lines(width: 30) == [
        "A title that is too      10/12",
        "long for it",
        "",
        "  email          ada.lovelace@",
        "                 analytical.en",
        "                 gine",
        "  password       •••••••••••••",
        "                 •••••••••••••",
        "                 ••",
        "  phone          0123456789012",
        "                 345",
        "                 disabled:",
        "                 locked for",
        "                 now",
        "  accept         [ ] I accept",
        "                     the terms",
        "                     and more",
        "                 disabled: no",
        "",
        "  next           disabled:",
        "                 email is",
        "                 required",
        "  a-name-longer-than-half-of-t",
        "  he-width",
      ])
  }

  @Test func `only the value of a field is limited, to three lines`() {
    let screen = Screen<Int>("s", "") {
      Field("note", String(repeating: "ab ", count: 20), disabledBecause: "a b c d e f g") { _ in 1
      }
    }
    #expect(
      screen.lines(width: 20) == [
        "  note  ab ab ab ab", "        ab ab ab ab", "        ab ab ab ab…",
        "        disabled: a", "        b c d e f g",
      ])
  }

  @Test(arguments: 0..<(isGate ? 100 : 5) as Range<UInt64>)
  func `a narrow screen shows every character of a wide one`(seed: UInt64) {
    var random = RandomTexts(seed: seed)
    let texts = (0..<12).map { _ in random.text() }
    let screen = Screen<Int>("s", texts[0], step: 1, of: 2) {
      Text(paragraphs: texts[1])
      GridRow(texts[2], texts[3], texts[4])
      GridRow("a", texts[5])
      Toggle("toggle-of-some-length", texts[6], isOn: true, disabledBecause: texts[7], 1)
      Picker("picker", "one", of: ["one", "two", texts[8]]) { _ in 1 }
      ListRow("row", texts[9], 1)
      ValueButton("value", takes: texts[10]) { _ in 1 }
      Button("button-with-a-name-of-a-length", disabledBecause: texts[11], 1)
    }
    func characters(_ width: Int) -> [Unicode.Scalar] {
      screen.lines(width: width).joined().unicodeScalars
        .filter { !$0.properties.isWhitespace }.sorted()
    }
    for width in [20, 30, 40] { #expect(characters(width) == characters(5000)) }
  }

  @Test func `text wraps on words, and breaks a word only when it is longer than a line`() {
    let screen = Screen<Never>("s", "S") {
      Text("The quick brown fox jumps over it")
      Text("  indented:  aaaaaaaaaaaaaaaaaaaaaaaa b")
      Text("  bbbbbbbbbbbbbbbbbbbbbb")
      Note(.info, "one two three four five six")
    }
    #expect(
      screen.lines(width: 20) == [
        "S", "",
        "  The quick brown",
        "  fox jumps over it",
        "    indented:",
        "  aaaaaaaaaaaaaaaaaa",
        "  aaaaaa b",
        "    bbbbbbbbbbbbbbbb",
        "  bbbbbb",
        "  i one two three",
        "    four five six",
      ])
  }

  @Test func `a text keeps its lines, but not empty ones at its ends`() {
    let screen = Screen<Never>("s", "S") {
      Text(paragraphs: "\n \none\r\n\ntwo\n\n")
      Text("")
      Note(.error, "no\nnetwork")
    }
    #expect(
      screen.lines() == ["S", "", "  one", "", "  two", "  × no", "    network"])
  }

  @Test(arguments: [
    (1, ["S", "", "  one two three four…"]),
    (2, ["S", "", "  one two three four", "  five…"]),
    (3, ["S", "", "  one two three four", "  five", "  six"]),
    (0, ["S", "", "  one two three four…"]),
  ])
  func `a limit cuts the last line`(limit: Int, lines: [String]) {
    let screen = Screen<Never>("s", "S") {
      Text(paragraphs: "one two three four five\nsix", lines: limit)
    }
    #expect(screen.lines(width: 22) == lines)
    let note = Screen<Never>("s", "") { Note(.info, "one two three four five", lines: 1) }
    #expect(note.lines(width: 22) == ["  i one two three fou…"])
  }

  @Test func `wide characters take two columns`() {
    let screen = Screen<Never>("s", "日本語", step: 1, of: 2) {
      Text("日本語日本語日本語日本語")
      Field("name", "日本語日本語") { _ in fatalError() }
    }
    #expect(
      screen.lines(width: 20) == [
        "日本語           1/2", "",
        "  日本語日本語日本語", "  日本語", "",
        "  name  日本語日本語",
      ])
  }

  @Test func `a screen of nothing has no lines, and a width below twenty is taken as twenty`() {
    #expect(Screen<Never>("s", "") { Text(paragraphs: "\n") }.lines() == [])
    #expect(Screen<Never>("s", "") { Text("words") }.lines() == ["  words"])
    #expect(Screen<Never>("s", "S") { Text("") }.lines() == ["S"])
    let screen = Credentials(email: "ada@example.com").screen
    #expect(screen.lines(width: -1) == screen.lines(width: 20))
  }

  @Test func `no line is too wide, unsafe or blank at its end, whatever the texts`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = RandomTexts(seed: seed)
      let screen = everything { random.text() }
      for width in [20, 33, 80] {
        let lines = screen.lines(width: width)
        let wrong = lines.first {
          $0.columns > width || $0.terminalSafe != $0
            || $0.unicodeScalars.last?.properties.isWhitespace == true
        }
        #expect(wrong == nil && lines.last?.isEmpty == false, "seed \(seed), width \(width)")
      }
    }
  }
}

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

  @Test func `rows of several lines are left out as well`() {
    let screen = screen(rows: 12, text: String(repeating: "long ", count: 30))
    #expect(screen.lines(width: 40).count > 40)
    for limit in 20..<40 { #expect(lines(screen, fitting: limit, width: 40).count <= limit) }
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
}

/// Pickers, list rows and grid rows.
struct RowTests {
  private enum Size: String, CaseIterable {
    case small, large
    case extraLarge = "extra-large"
  }

  @Test func `grid rows are aligned, anew after another element, and long rows continue below`() {
    let screen = Screen<String>("lifts", "Lifts") {
      GridRow("Lift", "Sets", "Weight")
      GridRow("Squat", "5", "100 kg")
      GridRow("日本", "12")
      Text("between")
      GridRow("a", "y")
      GridRow([])
      Picker("size", "medium", of: ["medium", "extra large"]) { $0 }
      Picker("width", "", of: ["medium", "large"], disabledBecause: "resting") { $0 }
      ListRow("set-1", "Squat, 5 × 5", "")
      ListRow("set-12", "Bench\nPress", disabledBecause: "resting", "")
    }
    #expect(
      screen.lines(width: 50) == [
        "Lifts", "",
        "  Lift   Sets  Weight",
        "  Squat  5     100 kg",
        "  日本   12", "",
        "  between", "",
        "  a  y", "", "",
        "  size    medium  of medium, extra large",
        "  width   (none)  of medium, large",
        "          disabled: resting", "",
        "  set-1   Squat, 5 × 5",
        #"  set-12  Bench\nPress  disabled"#,
      ])
    #expect(
      screen.lines(width: 22).suffix(12) == [
        "  size    medium",
        "          of medium,",
        "          extra large",
        "  width   (none)",
        "          of medium,",
        "          large",
        "          disabled:",
        "          resting", "",
        "  set-1   Squat, 5 × 5",
        #"  set-12  Bench\nPress"#,
        "          disabled",
      ])
  }

  @Test func `the cases of an enum are the options of a picker`() {
    let screen = Screen<Size>("s", "S") {
      Picker("size", Size.large) { $0 }
      Picker("other", nil as Size?) { $0 }
    }
    #expect(
      screen.lines() == [
        "S", "", "  size   large  of small, large, extra-large",
        "  other  (none)  of small, large, extra-large",
      ])
    #expect(screen.parse("other extra-large").action == .extraLarge)
    // The name of a case is no option.
    let refusal = screen.parse("size extraLarge").refusal
    #expect(refusal != nil && refusal?.wouldSend == nil)
  }
}
