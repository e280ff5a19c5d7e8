import CairnApp
import Testing

struct TerminalSafeTests {
  @Test(arguments: [
    ("\u{0}", #"\u{0}"#), ("\u{1B}[31m", #"\u{1B}[31m"#), ("\n", #"\n"#), ("\t", #"\t"#),
    ("\r\n", #"\u{D}\n"#), ("\u{7F}", #"\u{7F}"#), ("\u{9B}2J", #"\u{9B}2J"#),
    ("a\u{202E}b", #"a\u{202E}b"#), ("\u{2066}\u{2069}", #"\u{2066}\u{2069}"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("so\u{AD}ft", #"so\u{AD}ft"#),
    ("\u{FEFF}x", #"\u{FEFF}x"#), ("\u{200B}", #"\u{200B}"#), ("\u{3164}", #"\u{3164}"#),
    ("\u{E000}", #"\u{E000}"#), ("\u{378}", #"\u{378}"#), ("\u{FFFF}", #"\u{FFFF}"#),
    ("a\u{E0041}\u{301}", #"a\u{E0041}\u{301}"#),
    ("\u{301}a", #"\u{301}a"#), ("\u{1B}\u{301}", #"\u{1B}\u{301}"#), ("🏽", #"\u{1F3FD}"#),
    (" 🏽", #" \u{1F3FD}"#), ("\u{200D}", #"\u{200D}"#),
  ])
  func `controls, invisible characters and marks without a base are escaped`(
    text: String, safe: String
  ) {
    #expect(text.terminalSafe == safe)
  }

  @Test(arguments: [
    "", "plain \"text\" \\ here", "naïve café", "e\u{301}", "日本語", "हिन्दी", "می\u{200C}خواهم", "👍🏽",
    "👩‍👩‍👧‍👦",
    "👩🏽‍❤️‍💋‍👨🏿", "🇩🇪🇫🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "❤️", "葛\u{E0100}", "a\u{A0}b", "\u{FFFD}",
  ])
  func `ordinary text is unchanged`(text: String) {
    #expect(Array(text.terminalSafe.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `a character keeps twelve scalars, and the rest is escaped`() {
    let marks = String(repeating: "\u{30A}", count: 1000)
    let kept = "z" + String(repeating: "\u{30A}", count: 11)
    #expect(
      ("z" + marks + "!").terminalSafe
        == kept + String(repeating: #"\u{30A}"#, count: 989) + "!")
  }

  @Test func `safe text has no hidden scalar and stays as it is`() {
    for seed in 0..<500 as Range<UInt64> {
      var random = RandomTexts(seed: seed)
      let safe = random.text().terminalSafe
      #expect(Array(safe.terminalSafe.unicodeScalars) == Array(safe.unicodeScalars), "seed \(seed)")
      let hidden = safe.unicodeScalars.first {
        $0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value)
          || (0x2066...0x2069).contains($0.value)
      }
      #expect(hidden == nil, "seed \(seed)")
    }
  }
}

struct ColumnWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("…", 1), ("•", 1), ("×", 1), ("Ω", 1),
      ("日", 2), ("あ", 2), ("Ａ", 2), ("ｱ", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("\u{20000}", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("1️⃣", 2), ("❤️", 2),
      ("❤", 1), ("☎", 1), ("⌚", 2), ("कि", 2), ("\u{301}", 0), ("\u{200B}", 0),
    ] as [(Character, Int)])
  func `a character takes no, one or two columns`(character: Character, columns: Int) {
    #expect(character.columns == columns)
  }

  @Test func `a text takes the columns of its characters`() {
    #expect("".columns == 0)
    #expect("naïve 日本 👍🏽".columns == 13)
  }
}
