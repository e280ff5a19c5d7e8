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
      // Other words after `is` do not change the check.
      ("text is here", .text("is here")),
      ("text is \"here", .text("is \"here")),
      ("text is \"", .text("is \"")),
      ("note is here", .note("is here")),
      ("no text is \"x\"", .noText("is \"x\"")),
      ("enabled is", .enabled("is")),
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

struct DurationSyntaxTests {
  @Test(
    arguments: [
      ("200ms", .milliseconds(200)), ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)),
      ("0s", .zero), ("00.50m", .seconds(30)),
      ("0.1s", .milliseconds(100)), ("0.000000001ms", .nanoseconds(1) / 1_000),
      ("0.000000001m", .nanoseconds(60)),
      ("999999999.999999999s", .seconds(1_000_000_000) - .nanoseconds(1)),
      ("999999999.999999999m", .seconds(60_000_000_000) - .nanoseconds(60)),
    ] as [(String, Duration)])
  func `a time is exact`(text: String, duration: Duration) throws {
    #expect(try DurationSyntax.parse(text) == duration)
  }

  @Test(
    arguments: [
      "999999999.999999999s", "16666666.666666668m", "999999999m", "999999999.999999999m",
    ])
  func `a long time is written as it is parsed`(text: String) throws {
    #expect(DurationSyntax.text(of: try DurationSyntax.parse(text)) == text)
  }

  @Test func `a negative time and one beyond nine digits are written, and not parsed`() {
    let times: [(Duration, String)] = [
      (.milliseconds(-1), "-1ms"), (.milliseconds(-1_500), "-1.5s"), (.seconds(-1), "-1s"),
      (.seconds(-120_000_000_000), "-2000000000m"), (.seconds(60_000_000_000), "1000000000m"),
    ]
    for (duration, text) in times {
      #expect(DurationSyntax.text(of: duration) == text)
      #expect(throws: DurationSyntaxError.self) { try DurationSyntax.parse(text) }
    }
  }

  @Test(
    arguments: [
      ("", noTime), ("s", noTime), (".5s", noTime), ("5.s", noTime), ("+5s", noTime),
      ("٣s", noTime), ("-5s", #"time cannot go back: "-5s""#),
      ("5", #""5" has no unit: write 5s, 5ms or 5m"#),
      ("5h", #"unknown unit "h" in "5h": units are ms, s and m"#),
      ("5 s", #"unknown unit " s" in "5 s": units are ms, s and m"#),
      ("5S", #"unknown unit "S" in "5S": units are ms, s and m"#),
      ("1e3s", #"unknown unit "e3s" in "1e3s": units are ms, s and m"#),
      ("1234567890s", tooLong), ("0.1234567890s", tooLong),
    ])
  func `an invalid time is refused with a suggestion`(text: String, message: String) {
    let error = #expect(throws: DurationSyntaxError.self) { try DurationSyntax.parse(text) }
    let message = message.contains("\"") ? message : "\"\(text)\" \(message)"
    #expect(error?.message == message && error?.description == message)
  }

  private static let noTime = "is not a time: write 200ms, 1.5s or 2m"
  private static let tooLong =
    "has too many digits: write at most 9 before the point and 9 after it"
}

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
