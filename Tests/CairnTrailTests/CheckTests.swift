import CairnTrail
import Testing

struct CheckTests {
  @Test(
    arguments: [
      ("screen credentials", .screen("credentials")),
      ("screen   credentials  ", .screen("credentials")),
      ("text Welcome  \"back\"", .text("Welcome  \"back\"")),
      ("no text Welcome back ", .noText("Welcome back")),
      ("no  text Welcome", .noText("Welcome")),
      ("note Wrong password", .note("Wrong password")),
      ("enabled next", .enabled("next")),
      ("disabled next", .disabled("next")),
      ("depth 3", .depth(3)),
      ("effects 0", .effects(0)),
    ] as [(String, Check)])
  func `a check is parsed`(text: String, check: Check) throws {
    #expect(try parse(text) == check)
  }

  @Test(arguments: ["email", "text", "screen", "no", "is", "depth", "naïve"])
  func `a name, is and quotes are a field check whatever the name`(name: String) throws {
    #expect(try parse("\(name) is \"x\"") == .field(name, equals: "x"))
    #expect(try parse("\(name)  is   \"x y\"  ") == .field(name, equals: "x y"))
    #expect(try parse("\(name) is \"\"") == .field(name, equals: ""))
  }

  @Test(
    arguments: [
      ("text is here", .text("is here")),
      ("text is \"here", .text("is \"here")),
      ("text is \"", .text("is \"")),
      ("note is here", .note("is here")),
      ("no text is \"x\"", .noText("is \"x\"")),
      ("enabled is", .enabled("is")),
    ] as [(String, Check)])
  func `other words after is do not change the check`(text: String, check: Check) throws {
    #expect(try parse(text) == check)
  }

  @Test(
    arguments: [
      (#"a\"b"#, "a\"b"), (#"a\\b"#, #"a\b"#), (#"\n\t"#, "\n\t"), (#"\\n"#, #"\n"#),
      (#"\u{1F600}\u{0}\u{e9}"#, "😀\0é"), ("  x  ", "  x  "), (" 'é' ", " 'é' "),
      ("\u{301}", "\u{301}"),
    ])
  func `a value has the escapes of typed lines`(written: String, value: String) throws {
    #expect(try parse("email is \"\(written)\"") == .field("email", equals: value))
  }

  private func parse(_ check: String) throws -> Check? {
    guard case .check(let check) = try Trail.parse("? \(check)", file: "a.trail").lines.first?.step
    else { return nil }
    return check
  }
}
