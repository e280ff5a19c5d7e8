import ExampleSupport
import Testing

struct FormRulesTests {
  @Test(arguments: [
    "ada\u{202E}moc.elpmaxe@", "a\u{200B}@example.com", "a\u{2066}b", "\u{FEFF}a", "a\u{61C}",
    "a\u{2060}", "a\u{E0001}", "a\u{34F}", "\u{3164}", String(repeating: "a", count: 255),
    String(repeating: "é", count: 128), "\u{200D}", " \u{200C}", "\u{FE0F}", "\u{E0067}\u{E007F}",
  ])
  func `a text that is hidden in part or too long is no value of a field`(text: String) throws {
    #expect(unusable(("name", "Ada"), ("email", text))?.hasPrefix("email ") == true)
    #expect(!"\(text)@example.com".looksLikeEmailAddress)
    #expect(!"ada@\(text).com".looksLikeEmailAddress)
  }

  @Test(arguments: [
    "", "Ada", "\u{6C1}\u{200C}\u{627}", "👩🏽\u{200D}🚀", "❤\u{FE0F}", "🏴\u{E0067}\u{E007F}",
    String(repeating: "a", count: 254),
  ])
  func `joiners are parts of texts`(text: String) { #expect(unusable(("name", text)) == nil) }

  @Test func `an unusable text is described, and missing values are listed`() {
    let long = String(repeating: "a", count: 255)
    #expect(
      [
        unusable(("name", "a\u{AD}")), unusable(("name", long)),
        missing(("a", false), ("b", false)),
        missing(("a", false), ("b", true)), missing(("a", true), ("b", true)),
        missing(("a", true), ("b", true), ("c", true)),
        missing(("title", false), ("attendees", true)),
        missing(("title", true), ("attendees", true)), missing(("address", true)),
      ] == [
        "name has an invisible character, U+00AD", "name is longer than 254 bytes", nil,
        "b is required", "a and b are required", "a, b and c are required",
        "attendees are required", "title and attendees are required", "address is required",
      ])
  }
}

/// The phase that forms share.
@Suite struct FormStateTests {
  private struct Form: Hashable, FormState {
    var email = ""
    var phase = FormPhase.editing(problem: nil)
  }

  @Test func `an edit changes fields and removes the problem`() {
    var form = Form(phase: .editing(problem: "no network"))
    #expect(form.phase.problem == "no network" && !form.isSubmitting)
    form.edit { $0.email = "ada@example.com" }
    #expect(form == Form(email: "ada@example.com"))
    #expect(form.phase.problem == nil)
  }

  @Test func `nothing is edited while the form is submitted`() {
    var form = Form(email: "ada@example.com", phase: .submitting)
    form.edit { $0.email = "" }
    #expect(form == Form(email: "ada@example.com", phase: .submitting))
    #expect(form.isSubmitting && form.phase.problem == nil)
  }
}
