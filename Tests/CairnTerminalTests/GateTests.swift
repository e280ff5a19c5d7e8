import CairnApp
import CairnDump
import Foundation
import TerminalEmulator
import TestSupport
import Testing

@testable import CairnTerminal

/// The one gate for text that leaves for a terminal.
@Suite struct GateTests {
  /// All Unicode scalars, in texts of 64. A mark sits on a letter, on nothing, and in a flood.
  private static let texts: [String] = {
    let scalars = (0..<0x11_0000 as Range<UInt32>).compactMap { Unicode.Scalar($0) }
    return stride(from: 0, to: scalars.count, by: 64).map { start in
      var text = String.UnicodeScalarView()
      for scalar in scalars[start..<min(start + 64, scalars.count)] {
        text.append(contentsOf: ["a", scalar])
      }
      return String(text)
    }
  }()

  /// The scalars that no output may contain, by the Unicode properties and not by the code under test.
  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    default: scalar.properties.isBidiControl
    }
  }

  @Test(.gate) func `no scalar gets through the gate that could control a terminal`() {
    var count = 0
    for text in Self.texts {
      let safe = TerminalText(text).text
      count += text.unicodeScalars.count / 2
      if let scalar = safe.unicodeScalars.first(where: isForbidden) {
        Issue.record("U+\(String(scalar.value, radix: 16)) gets through")
      }
      #expect(Array(TerminalText(safe).text.unicodeScalars) == Array(safe.unicodeScalars))
    }
    #expect(count == 0x11_0000 - 0x800)
  }

  @Test(.gate) func `no scalar gets through JSON, which encodes the same value`() throws {
    for text in Self.texts {
      let line = JSONLine(["text": text]).text
      if let scalar = line.unicodeScalars.first(where: isForbidden) {
        Issue.record("U+\(String(scalar.value, radix: 16)) gets through")
      }
      let decoded = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
      #expect(decoded["text"].map { Array($0.utf8) } == Array(text.utf8))
      // The gate leaves JSON as it is.
      #expect(TerminalText(line).text.utf8.elementsEqual(line.utf8))
    }
  }

  @Test(arguments: [
    ("\u{9B}2J", #""\u009b2J""#), ("\u{7F}", #""\u007f""#), ("\u{202E}x", #""\u202ex""#),
    ("\u{F0000}", #""\udb80\udc00""#), ("\u{301}", #""\u0301""#), ("é 日本 👩‍👩‍👧 •", #""é 日本 👩‍👩‍👧 •""#),
  ])
  func `JSON has escapes in place of unsafe scalars only`(text: String, json: String) {
    #expect(JSONLine([text]).text == "[\(json)]")
  }

  @Test func `a flood of marks is cut, and only line feeds of a text break its lines`() {
    let flood = "z" + String(repeating: "\u{30A}", count: 1000)
    for text in [TerminalText(flood).text, JSONLine([flood]).text, dumped(flood)] {
      #expect(text.unicodeScalars.count { $0 == "\u{30A}" } == 11)
    }
    let text = TerminalText(lines: "a\nb\r\nc\rd\u{85}e\u{2028}f\u{B}g").text
    #expect(text == #"a\#nb\#nc\u{D}d\u{85}e\u{2028}f\u{B}g"#)
  }

  @Test func `colored parts of a line are escaped`() {
    let screen = Screen<Int>("a", "Title\u{1B}[2J") {
      Text("x")
      Field("name", "v\u{9B}1m") { _ in 1 }
    }
    for theme in [Theme.dark, .light, .none] {
      let lines = Presentation.lines(theme).lines(of: screen, width: 80)
      #expect(lines.first?.text.contains(#"Title\u{1B}[2J"#) == true)
      #expect(!lines.contains { $0.text.unicodeScalars.contains("\u{9B}") })
    }
    let plain = Presentation.plain.lines(of: screen, width: 80).map(\.text).joined()
    let json = Presentation.json.lines(of: screen, width: 80).map(\.text).joined()
    #expect(!(plain + json).unicodeScalars.contains(where: isForbidden))
  }

  @Test func `a white space before the name of a secure field is not drawn as it is`() {
    let context = LineContext(
      of: Screen<String>("a", "A") { Field("pin", secure: "") { $0.reveal() } })
    for space in ["\u{85}", "\u{2028}", "\u{2029}"] {
      var editor = LineEditor()
      _ = editor.handle(.text(space + "pin 1234"), in: context)
      var area = PromptArea()
      let layout = editor.layout(width: 80, in: context)
      let drawn = area.draw(layout, status: [], theme: .none, width: 80).text
      #expect(!drawn.contains(space) && !drawn.contains("1234"))
    }
  }
}
