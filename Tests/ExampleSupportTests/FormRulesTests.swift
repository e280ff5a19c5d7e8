import ExampleSupport
import Testing

struct FormRulesTests {
  @Test(arguments: [
    "ada\u{202E}moc.elpmaxe@", "a\u{200B}@example.com", "a\u{2066}b", "\u{FEFF}a", "a\u{61C}",
    "a\u{2060}", "a\u{E0001}", String(repeating: "a", count: 255),
    String(repeating: "é", count: 128),
  ])
  func `a text that is hidden in part or too long is no value of a field`(text: String) throws {
    #expect(unusable(("name", "Ada"), ("email", text))?.hasPrefix("email ") == true)
    #expect(!"\(text)@example.com".looksLikeEmailAddress)
  }

  @Test(arguments: [
    "", "Ada", "\u{6C1}\u{200C}\u{627}", "👩🏽\u{200D}🚀", "❤\u{FE0F}", "🏴\u{E0067}\u{E007F}",
    String(repeating: "a", count: 254),
  ])
  func `joiners are parts of texts`(text: String) { #expect(unusable(("name", text)) == nil) }

  @Test func `an unusable text is described`() {
    #expect(
      unusable(("name", "a\u{202E}")) == "name has an invisible character, U+202E")
    #expect(unusable(("name", "a\u{AD}")) == "name has an invisible character, U+00AD")
    let long = String(repeating: "a", count: 255)
    #expect(unusable(("name", long)) == "name is longer than 254 bytes")
  }

  @Test func `missing values are listed`() {
    #expect(missing(("a", false), ("b", false)) == nil)
    #expect(missing(("a", false), ("b", true)) == "b is required")
    #expect(missing(("a", true), ("b", true)) == "a and b are required")
    #expect(missing(("a", true), ("b", true), ("c", true)) == "a, b and c are required")
  }
}
