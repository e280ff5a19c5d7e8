import CairnApp
import Testing

struct SuggestionTests {
  private let screen = Screen<Int>("s", "S") {
    for name in ["email", "password", "passphrase", "next", "pin", "Help", "ok", "text"] {
      Button(name, 0)
    }
  }

  @Test(arguments: [
    ("emial", "email"), ("emaill", "email"), ("mail", "email"), ("nxet", "next"), ("NEXT", "next"),
    ("help", "Help"), ("HLEP", "Help"), ("passw", "password"), ("e", "email"),
    ("pasword", "password"),
    ("ipn", "pin"), ("ko", "ok"), ("nezt", "next"), ("tezt", "text"),
    ("nip", nil), ("pass", nil), ("foo", nil), ("xx", nil), ("emailaddress", nil),
    ("next2024", nil), ("q", nil),
  ])
  func `a similar name is suggested`(word: String, suggestion: String?) {
    #expect(screen.parse(word).refusal?.reason == .unknownName(suggestion: suggestion))
  }

  @Test func `of names with as many edits, the one that begins like the word is suggested`() {
    let options = ["--start", "--states", "--state", "--step"]
    #expect("--stat".closest(of: options) == "--state")
    #expect("--stats".closest(of: options) == "--states")
    #expect("--stat".closest(of: ["--start", "--states"]) == "--states")
  }
}
