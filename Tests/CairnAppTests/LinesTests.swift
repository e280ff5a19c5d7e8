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
    let long = Screen<Never>("s", "") { Text("E-mail: ada@analytical.example", lines: 1) }
    #expect(long.lines(width: 22) == ["  E-mail: ada@analyti…"])
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

  @Test func `a covered title that ends in a blank leaves none at the end of the line`() {
    let modal = Screen<Int>("a", "A") { Text("b") }.over("Lists ")
    #expect(modal.lines(width: 30)[0] == "A" + String(repeating: " ", count: 18) + "over Lists")
  }

  @Test func `a covered title without room is left out, and the step stays`() {
    func heading(_ columns: Int) -> String {
      Screen<Int>("a", "A", step: 3, of: 7) { Text("b") }
        .over(String(repeating: "x", count: columns)).lines()[0]
    }
    #expect(heading(30).hasSuffix("  over " + String(repeating: "x", count: 30) + "  3/7"))
    #expect(heading(31) == "A" + String(repeating: " ", count: 76) + "3/7")
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

/// Pickers, list rows and grid rows.
struct RowTests {
  private enum Size: String, CaseIterable {
    case small, large
    case extraLarge = "extra-large"
  }

  @Test func `the widest columns of a grid give way until all are as wide as each other`() {
    func text(_ character: Character, _ count: Int) -> String {
      String(repeating: character, count: count)
    }
    let screen = Screen<Never>("plan", "Plan") {
      GridRow("12:00", text("a", 200), text("b", 500))
    }
    let lines = screen.lines(width: 80)
    #expect(lines.count == 17)
    #expect(lines[2] == "  12:00  " + text("a", 34) + "  " + text("b", 35))
    #expect(lines[7] == text(" ", 9) + text("a", 30) + text(" ", 6) + text("b", 35))
    #expect(lines[16] == text(" ", 45) + text("b", 10))
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
