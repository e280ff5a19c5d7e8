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
}
