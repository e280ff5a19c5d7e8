import Cairn
import CairnApp
import Foundation
import TestSupport
import Testing

struct LinesTests {
  @Test func `a reason for several inputs is told once, and optional values say so`() throws {
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
    let json = String(decoding: try JSONEncoder().encode(screen), as: UTF8.self)
    #expect(json.components(separatedBy: #""optional":true"#).count == 3)
  }

  @Test func `an empty form shows what is missing`() {
    #expect(
      Credentials().screen.lines() == [
        "Credentials                                                                  3/7",
        "",
        "  Choose how you sign in.",
        "",
        "  email     (empty)",
        "  password  (empty)",
        "  accept    [ ] I accept the terms",
        "",
        "  next      disabled: email and password are required",
        "  back",
      ])
  }

  @Test func `a filled form hides the secret, and a note stays with its field`() {
    let state = Credentials(email: "ada", password: "hunter2", accepted: true, isSaving: true)
    #expect(
      state.screen.lines(width: 40) == [
        "Credentials                          3/7",
        "",
        "  Choose how you sign in.",
        "",
        "  email     ada",
        "  ! this does not look like an address",
        "  password  •••••••",
        "  accept    [x] I accept the terms",
        "",
        "  next",
        "  back",
        "",
        "  … Saving…",
      ])
  }

  @Test func `a disabled field and toggle show their value, then the reason`() {
    let screen = Screen<Int>("s", "S") {
      Field("email", "ada@example.com", disabledBecause: "the account is locked") { _ in 1 }
      Field("pin", secure: "", disabledBecause: "") { _ in 1 }
      Toggle("accept", "I accept", isOn: true, disabledBecause: "read them first", 1)
    }
    #expect(
      screen.lines() == [
        "S", "",
        "  email   ada@example.com  disabled: the account is locked",
        "  pin     (empty)  disabled",
        "  accept  [x] I accept  disabled: read them first",
      ])
  }

  @Test func `a row that is too long continues beside its name, and nothing is cut`() {
    let screen = Screen<Int>("s", "A title that is too long for it", step: 10, of: 12) {
      Field("email", "ada.lovelace@analytical.engine") { _ in 1 }
      Field("password", secure: "correct horse battery staple") { _ in 1 }
      Field("phone", "0123456789012345", disabledBecause: "locked for now") { _ in 1 }
      Toggle("accept", "I accept the terms and more", isOn: false, 1)
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

  @Test(arguments: 0..<(isGate ? 100 : 10) as Range<UInt64>)
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
  }

  @Test func `a limit cuts a line that is full`() {
    let screen = Screen<Never>("s", "S") { Note(.info, "one two three four five", lines: 1) }
    #expect(screen.lines(width: 22) == ["S", "", "  i one two three fou…"])
  }

  @Test func `a width below twenty is taken as twenty`() {
    let screen = Credentials(email: "ada@example.com").screen
    #expect(screen.lines(width: -1) == screen.lines(width: 20))
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

  @Test func `a screen of nothing has no lines`() {
    #expect(Screen<Never>("s", "") { Text(paragraphs: "\n") }.lines() == [])
    #expect(Screen<Never>("s", "") { Text("words") }.lines() == ["  words"])
    #expect(Screen<Never>("s", "S") { Text("") }.lines() == ["S"])
  }

  @Test func `no typed text can control the terminal`() {
    let hostile = "a\u{1B}[2J\tb\n\u{202E}c"
    let screen = Screen<Int>("s", hostile) {
      Text(hostile)
      Field("field", hostile, disabledBecause: hostile) { _ in 1 }
      Toggle("toggle", hostile, isOn: false, 1)
      Note(.info, hostile)
      Button("button", disabledBecause: hostile, 1)
      Progress(hostile)
    }
    let row = #"a\u{1B}[2J\tb\n\u{202E}c"#
    let lines: [String] = [
      row, "",
      "  \(row)", "",
      "  field   \(row)  disabled: \(row)",
      "  toggle  [ ] \(row)",
      #"  i a\u{1B}[2J\tb"#, #"    \u{202E}c"#, "",
      "  button  disabled", "",
      #"  … a\u{1B}[2J\tb"#, #"    \u{202E}c"#,
    ]
    #expect(screen.lines(width: 90) == lines)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `no line is too wide, unsafe or blank at its end, whatever the texts`(seed: UInt64) {
    var random = RandomTexts(seed: seed)
    let texts = (0..<9).map { _ in random.text() }
    let screen = Screen<Int>("s", texts[0], step: 1, of: 2) {
      Text(texts[1])
      Text(paragraphs: texts[2], lines: 2)
      Field("field", texts[3], disabledBecause: texts[4]) { _ in 1 }
      Field("secure", secure: Secret(texts[5])) { _ in 1 }
      Toggle("toggle", texts[6], isOn: true, 1)
      Note(.error, texts[7])
      Button("button-with-a-name", disabledBecause: texts[8], 1)
    }
    for width in [20, 33, 80] {
      let lines = screen.lines(width: width)
      #expect(lines.allSatisfy { $0.columns <= width })
      #expect(lines.allSatisfy { $0.terminalSafe == $0 })
      #expect(lines.allSatisfy { $0.unicodeScalars.last?.properties.isWhitespace != true })
      #expect(lines.last?.isEmpty == false)
    }
  }
}
