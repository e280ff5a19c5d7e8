import Cairn
import CairnApp
import CairnSimulation
import Foundation

/// A feature whose screen has every kind of input.
struct Credentials {
  enum Action: Hashable, Sendable {
    case emailChanged(String)
    case passwordChanged(Secret)
    case acceptToggled
    case sizeChanged(String)
    case open(Int)
    case seek(Int)
    case next
  }

  var email = ""
  var password: Secret = ""
  var accepted = false
  var size = "medium"
  var lock: String?

  var screen: Screen<Action> {
    Screen("credentials", "Credentials", step: 3, of: 7) {
      Field("email", email, disabledBecause: lock) { .emailChanged($0) }
      if !email.isEmpty, !email.contains("@") { Note(.warning, "this is no address") }
      Field("password", secure: password) { .passwordChanged($0) }
      Toggle("accept", "I accept", isOn: accepted, .acceptToggled)
      Picker("size", size, of: ["small", "medium", "extra large"], disabledBecause: lock) {
        .sizeChanged($0)
      }
      ListRow("set-1", "Squat, 5 × 5", .open(1))
      ListRow("set-12", "Bench\nPress", disabledBecause: lock, .open(12))
      ValueButton("seek", takes: "a number", disabledBecause: lock) { Int($0).map { .seek($0) } }
      Button(
        "next", label: "Next step",
        disabledBecause: email.isEmpty || password.isEmpty
          ? "email and password are required" : nil,
        .next)
    }
  }
}

/// A screen with every element, for texts of any kind.
func everything(_ text: () -> String) -> Screen<Int> {
  Screen("s", text(), step: 1, of: 2) {
    Text(text())
    Text(text(), title: text())
    Text(paragraphs: text(), lines: 2)
    Note(.error, text())
    Progress(text())
    Link(text(), to: "https://example.com/" + text())
    GridRow(text(), text())
    Grid(columns: 2, [Grid.Cell(.text(Text(text())), .link(Link(text())))])
    ProgressBar(1, of: 2, before: text(), after: text())
    Button("button-with-a-name", label: text(), disabledBecause: text(), 1)
    ListRow("row", text(), disabledBecause: text(), 1)
    Toggle("toggle", text(), isOn: true, disabledBecause: text(), 1)
    Field("field", text(), disabledBecause: text()) { _ in 1 }
    Field("secure", secure: Secret(text())) { _ in 1 }
    Picker("picker", text(), of: [text(), "b"]) { _ in 1 }
    ValueButton("value", takes: text()) { _ in nil }
  }.over(text())
}

extension Screen {
  /// Its JSON form, with sorted keys.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  func message(_ line: String) -> String? { parse(line).refusal?.message }
}

extension TypedLine {
  var action: Action? { if case .action(let action, name: _) = self { action } else { nil } }

  var refusal: Refusal<Action>? { if case .refused(let refusal) = self { refusal } else { nil } }
}

/// Random strings from a fixed seed, with many characters that are hard to render and to parse.
struct RandomTexts: RandomNumberGenerator {
  private static let pieces = [
    "a", "b", "ab", "\"", "\\", "\\u{41}", " ", "  ", "\u{A0}", "\u{3000}",
    "\n", "\t", "\r\n", "\0", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}",
    "é", "ß", "\u{301}", "\u{FE0F}", "日本", "ｱﾞ", "한", "\u{1112}\u{1161}\u{11AB}", "\u{1161}",
    "क्षि", "\u{D4E}", "\u{600}", "\u{3164}", "\u{115F}", "\u{AD}", "\u{FEFF}",
    "\u{202E}", "\u{2066}", "\u{200E}", "\u{61C}", "\u{200D}", "\u{200C}",
    "👍🏽", "🏽", "👩‍👩‍👧‍👦", "🇩🇪", "\u{1F1E9}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{E0041}", "1️⃣", "❤️",
    "\u{E000}", "\u{378}", "\u{10FFFF}", "\u{FFFD}",
    String(repeating: "\u{30A}", count: 30), String(repeating: "\u{1100}", count: 20),
  ]

  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func text() -> String {
    (0..<Int.random(in: 0...12, using: &self)).reduce(into: "") { text, _ in
      text += Self.pieces.randomElement(using: &self) ?? ""
    }
  }
}
