import CairnApp
import Testing

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
