import Cairn
import CairnApp
import Testing

/// No element passes on what a terminal would obey, and none needs help of the app.
struct HostileElementsTests {
  private static let hostile =
    "a\u{1B}[2J\u{1B}]0;x\u{7}b\u{9B}31m\u{85}\u{90}c\u{202E}\u{2066}d\u{2028}\u{200B}\r\u{8}e"

  private static func screen(
    @ScreenBuilder<Int> _ elements: () -> ScreenBuilder<Int>.Elements
  ) -> Screen<Int> {
    Screen("s", hostile, elements).over(hostile)
  }

  private static let screens: [(kind: String, screen: Screen<Int>)] = [
    ("text", screen { Text(hostile) }),
    ("title of a text", screen { Text("", title: hostile) }),
    ("paragraphs", screen { Text(paragraphs: hostile) }),
    ("note", screen { Note(.error, hostile) }),
    ("progress", screen { Progress(hostile) }),
    ("link", screen { Link(hostile, to: "https://example.com/" + hostile) }),
    ("row of a grid", screen { GridRow(hostile, hostile) }),
    (
      "grid",
      screen { Grid(columns: 2, [Grid.Cell(.text(Text(hostile)), .link(Link(hostile)))]) }
    ),
    ("bar", screen { ProgressBar(1, of: 2, before: hostile, after: hostile) }),
    ("button", screen { Button("x", label: hostile, disabledBecause: hostile, 1) }),
    ("list row", screen { ListRow("x", hostile, disabledBecause: hostile, 1) }),
    ("toggle", screen { Toggle("x", hostile, isOn: true, disabledBecause: hostile, 1) }),
    ("field", screen { Field("x", hostile, disabledBecause: hostile) { _ in 1 } }),
    ("secure field", screen { Field("x", secure: Secret(hostile)) { _ in 1 } }),
    ("picker", screen { Picker("x", hostile, of: [hostile, "b"]) { _ in 1 } }),
    ("value button", screen { ValueButton("x", takes: hostile) { _ in nil } }),
    (
      "alert",
      Screen("s", AlertState(hostile, message: hostile, buttons: [ButtonState(hostile, action: 1)]))
    ),
  ]

  @Test(arguments: screens.indices)
  func `what a terminal would obey is escaped in every element`(index: Int) {
    let (kind, screen) = Self.screens[index]
    let refusals = ["x", "x value"].compactMap { screen.parse($0).refusal?.message }
    for line in screen.lines(width: 60) + screen.plainLines + screen.notes + refusals {
      for scalar in line.unicodeScalars {
        let category = scalar.properties.generalCategory
        #expect(
          category != .control && category != .format && category != .lineSeparator,
          "\(kind): U+\(String(scalar.value, radix: 16)) in \(line.terminalSafe)")
      }
    }
  }

  @Test func `a line break begins a line only in paragraphs`() {
    let text = "one\n\n  withdraw"
    func lines(_ text: Text) -> [String] { Screen<Int>("s", "") { text }.lines() }
    #expect(lines(Text(text)) == [#"  one\n\n  withdraw"#])
    #expect(lines(Text("", title: text)) == [#"  one\n\n  withdraw"#])
    #expect(lines(Text(paragraphs: text)) == ["  one", "", "    withdraw"])
  }

  @Test func `safe text is not escaped again`() {
    let safe = Self.hostile.terminalSafe
    func lines(_ text: String) -> [String] { Screen<Int>("s", text) { Text(text) }.lines() }
    #expect(lines(safe) == lines(Self.hostile))
  }
}
