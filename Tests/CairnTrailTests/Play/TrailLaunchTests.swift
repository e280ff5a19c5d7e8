import CairnTrail
import Testing

/// Settings that only the app can check.
struct TrailLaunchTests {
  @Test func `a trail starts in the world that its settings describe`() throws {
    #expect(
      try played(
        """
        % app diary
        % start kept
        % seed 7
        % options --author=Ada
        ? entry is "Dear diary"
        ? text Edition 0, by Ada
        """) == nil)
    #expect(try played("? entry is \"\"\n? text Edition 0, by nobody") == nil)
  }

  @Test func `options can be given beside those of the trail`() throws {
    #expect(try played("? text by Ada", options: ["--author", "Ada"]) == nil)
    #expect(
      try played("% options --author Ada\n? no text by", options: ["--plain"]) == nil)
  }

  @Test(arguments: [
    (
      "% app a\n> next", 1, 7, #"this trail is for "a", and this program is "diary""#,
      "% app a\n        ^"
    ),
    (
      "# a\u{2028}b\n%  start  t", 2, 3, "write only one space after \"%\"",
      "%  start  t\n    ^"
    ),
    (
      "\u{FEFF}# \u{2028}\n% start  t", 2, 10,
      #"diary has no start "t"; it has: new, kept, ticking, torn"#,
      "% start  t\n           ^"
    ),
    (
      "% options --plain\n% options --bold=1", 1, 11,
      "unknown option --bold; there are: --author, --plain",
      "% options --plain\n            ^"
    ),
    (
      "% options x", 1, 11, #""x" is not an option; there are: --author, --plain"#,
      "% options x\n            ^"
    ),
    (
      "% seed 1\n% options --author=", 2, 11, "--author needs a name",
      "% options --author=\n            ^"
    ),
  ])
  func `a setting that is wrong for the app is an error at its value`(
    text: String, line: Int, column: Int, message: String, excerpt: String
  ) {
    let error = #expect(throws: TrailSyntaxErrors.self) { try played(text) }
    #expect(error?.description == "diary.trail:\(line):\(column): \(message)\n  \(excerpt)")
  }

  @Test func `an error of options that the trail does not set stands at its start`() {
    let error = #expect(throws: TrailSyntaxErrors.self) {
      try played("> wait\n", options: ["--author="])
    }
    #expect(error?.description == "diary.trail:1:1: --author needs a name\n  > wait\n  ^")
  }
}
