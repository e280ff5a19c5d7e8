import CairnDump
import Testing

private struct Note: Equatable {
  var text: String
  var author = "ada"
}

@Test func `a string with several lines is shown line by line`() {
  #expect(
    dumped(Note(text: "Dear Ada,\n\n  \"see\" you\\ \nbye\t")) == #"""
      Note(
        text: """
          Dear Ada,

            "see" you\\\u{20}
          bye\t
          """,
        author: "ada",
      )
      """#)
  #expect(dumped("a\nb\n") == "\"\"\"\n  a\n  b\n\n  \"\"\"")
  #expect(dumped("\"\"\"\nb") == "\"\"\"\n  \\\"\\\"\\\"\n  b\n  \"\"\"")
  #expect(dumped("a\r\nb") == "\"\"\"\n  a\\u{D}\n  b\n  \"\"\"")
  #expect(dumped(["a\nb": 1]) == #"["a\nb": 1]"#)
}

@Test func `strings with several lines are compared line by line`() {
  let old = Note(text: "Dear Ada,\nsee you tomorrow\nbye")
  #expect(
    difference(from: old, to: Note(text: "Dear Ada,\nsee you today\nbye\nBob")) == """
      - text[line 2]: "see you tomorrow"
      + text[line 2]: "see you today"
      + text[line 4]: "Bob"
        (unchanged: 1 at the root, 2 in text)
      """)
  #expect(
    difference(from: "a\nb\nc", to: "b\nc\na") == """
      ~ [line 1] moved to [line 3]: "a"
        (2 unchanged)
      """)
  #expect(difference(from: "a\nb", to: "a\nb\n") == "+ [line 3]: \"\"\n  (2 unchanged)")
  #expect(difference(from: "a", to: "a\nb") == "+ [line 2]: \"b\"\n  (1 unchanged)")
  #expect(difference(from: "a\n", to: "b\n") == "- \"a\\n\"\n+ \"b\\n\"")
}
