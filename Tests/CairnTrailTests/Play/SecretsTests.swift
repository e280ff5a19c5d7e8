import CairnTrail
import Testing

/// No possible secret is printed.
struct SecretsTests {
  @Test func `a secure field is compared by its true value`() throws {
    #expect(try played("> pin 1234\n? pin is \"1234\"\n? text pin ••••") == nil)
  }

  @Test func `secrets that look alike are distinguished, like their hashes`() throws {
    #expect(try played("> pin e\u{301}\n? pin is \"e\u{301}\"") == nil)
    #expect(try played("> pin e\u{301}\n? pin is \"\u{E9}\"") != nil)
    #expect(try played("> entry e\u{301}\n? entry is \"\u{E9}\"") == nil)
  }

  @Test func `a secure field is bullets in the line, the inputs and the screen`() throws {
    #expect(
      try played("> pin 1234\n? pin is \"12345\"") == """
        diary.trail:2: failed: ? pin is "•••••"
          the value differs: ••••
          after:
            > pin ••••
        \(onDiary(pin: "••••"))
        """)
  }

  @Test func `a refused secret is bullets`() throws {
    #expect(
      try played("> pin \"1234") == """
        diary.trail:1: failed: > pin •••••
          refused: pin has a malformed value: it begins with " and does not end with one
        \(onDiary())
        """)
    #expect(
      try played("! pin 1234") == """
        diary.trail:1: failed: ! pin ••••
          the line should be refused, but is accepted on the screen "diary"
        \(onDiary())
        """)
  }

  @Test(arguments: ["> pni 1234", "! pni 1234", "? pni is \"1234\""])
  func `the value of an unknown name could be a secret`(line: String) throws {
    let failure = try #require(try played("# 1234\n\(line)"))
    #expect(failure.contains("••••"))
    #expect(failure.contains(#"there is no "pni" here; did you mean "pin"?"#))
    #expect(!failure.contains("1234"))
  }
}
