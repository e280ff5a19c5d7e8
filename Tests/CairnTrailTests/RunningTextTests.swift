import CairnTrail
import Testing

struct RunningTextTests {
  private let text = RunningText(lines: [
    "  Choose a \t", "", "   \"strong\" password", "e\u{301}tude",
  ])

  @Test(
    arguments: [
      "Choose a \"strong\" password", "a   \"strong\"", "oose", "a\t\"strong\"", " password ",
      "password é",
    ])
  func `words are found across lines and runs of white space`(words: String) {
    #expect(text.contains(words))
  }

  @Test(arguments: ["choose a", "Choosea", "a strong password", "password Choose"])
  func `case, quotes, order and the spaces between words count`(words: String) {
    #expect(!text.contains(words))
  }
}
