import CairnApp
import Testing

struct TypedValueTests {
  @Test(arguments: [
    ("ada@example.com", "ada@example.com"), ("ada lovelace", "ada lovelace"),
    ("it's \"so\"", "it's \"so\""), (#"C:\new"#, #"C:\new"#), ("日本", "日本"),
    ("", #""""#), ("\"so\"", #""\"so\"""#), (" a", #"" a""#), ("a\u{A0}", "\"a\u{A0}\""),
    ("a\nb\tc\\", #""a\nb\tc\\""#), ("\u{1B}", #""\u{1B}""#), ("\u{301}", #""\u{301}""#),
  ])
  func `a value is quoted only where it must be`(value: String, typed: String) {
    #expect(value.typedValue == typed)
  }

  @Test(arguments: 0..<1000 as Range<UInt64>)
  func `parsing a typed value returns the same value`(seed: UInt64) {
    var random = RandomTexts(seed: seed)
    let value = random.text()
    let screen = Screen<String>("s", "S") { Field("field", "") { $0 } }
    let read = screen.parse("field \(value.typedValue)").action
    #expect(read.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars))
    #expect(value.typedValue.terminalSafe == value.typedValue)
  }
}
