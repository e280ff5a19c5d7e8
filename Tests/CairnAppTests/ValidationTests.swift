import Cairn
import CairnApp
import Testing

struct ValidationTests {
  @Test(arguments: [
    ("", ""), (" ", ""), ("a", "a"), (" a ", "a"), ("\t a  b\u{3000}\n", "a  b"),
    ("👩🏽‍🚀 ", "👩🏽‍🚀"),
  ])
  func `surrounding white space is trimmed`(text: String, trimmed: String) {
    #expect(text.trimmed == trimmed)
    #expect(text.isBlank == trimmed.isEmpty)
    #expect(Secret(text).isBlank == trimmed.isEmpty)
  }

  @Test func `missing values are listed`() {
    #expect(missing(("a", false), ("b", false)) == nil)
    #expect(missing(("a", false), ("b", true)) == "b is required")
    #expect(missing(("a", true), ("b", true)) == "a and b are required")
    #expect(missing(("a", true), ("b", true), ("c", true)) == "a, b and c are required")
  }
}
