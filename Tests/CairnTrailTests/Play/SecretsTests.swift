import CairnTrail
import Testing

/// No possible secret is printed.
struct SecretsTests {
  @Test func `secrets that look alike are distinguished, like their hashes`() throws {
    #expect(try played("> pin e\u{301}\n? pin is \"e\u{301}\"\n? text pin •") == nil)
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

/// Placeholders of recorded secrets, and the sources of their values.
struct PlaceholderTests {
  private func secrets(_ text: String) throws -> TrailSecrets {
    try TrailSecrets(parsing: Array(text.utf8), file: "secrets.txt")
  }

  @Test func `without a file, values are invented: distinct, and equal where they were`() throws {
    #expect(
      try played(
        """
        > pin {secret-1}
        ? pin is "1001"
        > pin {secret-2}
        ? pin is "1002"
        > pin {secret-1}
        ? pin is "1001"
        > pin {secret-9223372036854775807}
        ? pin is "9223372036854776807"
        """) == nil)
  }

  @Test func `a failure says that secrets were invented`() throws {
    #expect(
      try played("> pin {secret-1}\n? depth 2") == """
        diary.trail:2: failed: ? depth 2
          expected: 2
          actual:   1
          the values of its secrets are invented; if the trail depends on them, give them with \
        --secrets
          after:
            > pin {secret-1}
        \(onDiary(pin: "••••"))
        """)
  }

  @Test func `a file supplies them, as they are typed`() throws {
    let secrets = try secrets(
      "\u{FEFF}# Of the test account.\r\n\r\nsecret-1 1234\r\nsecret-12  \"a \\\"b\\\" \"")
    #expect(
      try played(
        #"""
        > pin {secret-1}
        ? pin is "1234"
        > pin {secret-12}
        ? pin is "a \"b\" "
        """#, secrets: secrets) == nil)
  }

  @Test func `a placeholder without a value in the file fails its line`() throws {
    #expect(
      try played("> pin {secret-2}", secrets: secrets("secret-1 1234"))?.hasPrefix(
        """
        diary.trail:1: failed: > pin {secret-2}
          secrets.txt has no secret-2; add the line: secret-2 VALUE
          on the screen:
        """) == true)
  }

  @Test(arguments: [
    "> entry {secret-1}\n? entry is \"{secret-1}\"",
    "> pin \"{secret-1}\"\n? pin is \"{secret-1}\"",
    "> pin {secret-01}\n? pin is \"{secret-01}\"",
    "> pin {secret-1}x\n? pin is \"{secret-1}x\"",
    "> pin {hunter-2}\n? pin is \"{hunter-2}\"",
    "> pin {secret-1} x\n? pin is \"{secret-1} x\"",
  ])
  func `any other form of a placeholder is ordinary text`(text: String) throws {
    #expect(try played(text) == nil)
  }

  @Test func `every invalid line of a secrets file is reported, and none is quoted`() {
    let error = #expect(throws: SecretsFileError.self) {
      try secrets("hunter2\nsecret-1\nsecret-2 \"x\nsecret-3 a\nsecret-3 b\npassword hunter2\n")
    }
    #expect(
      error?.description == """
        secrets.txt:1: a line must be a name and a value; write: secret-1 VALUE
        secrets.txt:2: secret-1 needs a value: give a value, or "" to clear
        secrets.txt:3: secret-2 has a malformed value: it begins with " and does not end with one
        secrets.txt:5: secret-3 is given twice; give it once
        secrets.txt:6: the name is not one of a secret; write: secret-1 VALUE
        """)
    #expect(throws: SecretsFileError.self) {
      try TrailSecrets(parsing: [0xFF], file: "secrets.txt")
    }
  }
}
