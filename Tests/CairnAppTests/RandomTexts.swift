import CairnSimulation

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

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  mutating func next() -> UInt64 { generator.next() }

  mutating func text() -> String {
    (0..<Int.random(in: 0...12, using: &self)).reduce(into: "") { text, _ in
      text += Self.pieces.randomElement(using: &self) ?? ""
    }
  }
}
