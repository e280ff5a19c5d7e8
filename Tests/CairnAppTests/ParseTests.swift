import Cairn
import CairnApp
import Testing

struct ParseTests {
  private let screen = Credentials(email: "a@b", password: "x").screen

  @Test func `a line of white space is blank`() {
    for line in ["", "   ", "\t\u{A0}\r\n"] {
      guard case .blank = screen.parse(line) else {
        Issue.record("\(line.terminalSafe) is not blank")
        return
      }
    }
  }

  @Test(
    arguments: [
      ("email ada@example.com", .emailChanged("ada@example.com")), ("accept", .acceptToggled),
      ("password hunter2", .passwordChanged("hunter2")), (" next ", .next), ("set-12", .open(12)),
      ("size small", .sizeChanged("small")), ("size extra large", .sizeChanged("extra large")),
      (#"size "small""#, .sizeChanged("small")), ("seek -40", .seek(-40)),
      (#"seek "40""#, .seek(40)),
    ] as [(String, Credentials.Action)])
  func `a line is the name of an input, and its value`(line: String, action: Credentials.Action) {
    guard case .action(action, let name) = screen.parse(line) else {
      Issue.record("\(line) is not accepted")
      return
    }
    #expect(line.split(separator: " ").first == name[...])
  }

  @Test(arguments: [
    ("email a b", "a b"), ("  email \t a  b \u{A0}", "a  b"), ("email\tx\r", "x"),
    ("email it's \"so\"", "it's \"so\""), (#"email C:\new"#, #"C:\new"#), ("email 5\"", "5\""),
    ("email \"\"", ""), ("email \"  \"", "  "), (#"email "\"\\\n\t\u{e9}\u{1F600}""#, "\"\\\n\té😀"),
    ("email \" a \"  ", " a "), ("email \u{301}x", "\u{301}x"), ("email\u{3000}x", "x"),
  ])
  func `the value is the rest of the line, trimmed and unquoted`(line: String, value: String) {
    #expect(screen.parse(line).action == .emailChanged(value))
  }

  @Test(arguments: [
    (#"email ""#, MalformedValue.unclosedQuote), (#"email "a"#, .unclosedQuote),
    (#"email "a\""#, .unclosedQuote), (#"email "a\"#, .unclosedQuote),
    (#"email "a" b"#, .textAfterQuote), (#"email "a"b""#, .textAfterQuote),
    (#"email """"#, .textAfterQuote), (#"email "\r""#, .unknownEscape),
    (#"email "\ ""#, .unknownEscape), (#"email "\N""#, .unknownEscape),
    (#"email "\u41""#, .invalidScalar), (#"email "\u{}""#, .invalidScalar),
    (#"email "\u{41""#, .invalidScalar), (#"email "\u{+1}""#, .invalidScalar),
    (#"email "\u{D800}""#, .invalidScalar), (#"email "\u{110000}""#, .invalidScalar),
    (#"email "\u{111111111}""#, .invalidScalar),
  ])
  func `an incomplete quoted value is malformed`(line: String, issue: MalformedValue) {
    #expect(screen.parse(line).refusal?.reason == .malformed(issue))
  }

  @Test(arguments: ["Next", "NEXT", "nex", ":next", "\"next\"", "next."])
  func `a name is matched exactly`(line: String) {
    let parsed = screen.parse(line)
    #expect(parsed.refusal != nil && parsed.refusal?.name == nil)
  }

  @Test(arguments: ["email", "email \"", "next now", "set-1 now", "seek far", "nxt"])
  func `a line that is refused for another reason too has no action`(line: String) {
    let refusal = Credentials(lock: "locked").screen.parse(line).refusal
    #expect(refusal != nil && refusal?.wouldSend == nil)
  }

  @Test(arguments: ["hunter2", "", "\"quoted", " spaced ", "a\nb"] as [Secret])
  func `a prompted secret is taken literally`(secret: Secret) {
    #expect(screen.parse("password", secret: secret).action == .passwordChanged(secret))
  }

  @Test func `a secret is refused like any other value`() {
    let locked = Screen<Secret>("s", "S") {
      Field("pin", secure: "", disabledBecause: "locked") { $0 }
      Button("next", "")
    }
    let refusals = ["pin", "next", ""].map { locked.parse($0, secret: "1").refusal }
    #expect(refusals[0]?.reason == .disabled("locked"))
    #expect(refusals[0]?.wouldSend == "1")
    #expect(refusals[1]?.reason == .superfluousValue)
    #expect(refusals[2]?.message == #"there is no "" here; you can type: pin, next"#)
  }

  @Test func `the action of a secure field shares the buffer of the secret`() throws {
    let screen = Screen<Secret>("a", "A") {
      Field("pin", secure: "") { $0 }
      Field("name", "") { Secret($0) }
    }
    let secret: Secret = "94170358"
    let parsed = try #require(screen.parse("pin", secret: secret).action)
    #expect(parsed.withUTF8(\.baseAddress) == secret.withUTF8(\.baseAddress))
    let (meaning, _, typed) = screen.interpret("pin \"9417 0358\"")
    let action = try #require(meaning.action)
    #expect(action == "9417 0358")
    #expect(action.withUTF8(\.baseAddress) == typed?.withUTF8(\.baseAddress))
    #expect(screen.parse("name", secret: "ada").action == "ada")
  }

  @Test(arguments: [
    ("", ""), ("email  ada x ", "email ada x"), (" next", "next"), ("password", "password"),
    ("email a\u{1B}b", #"email a\u{1B}b"#), ("accept", "accept"),
    ("password hunter2", "password •••••••"), ("pasword hunter2", "pasword •••••••"),
    ("\u{202E}x y", #"\u{202E}x •"#), (":undo 1", ":undo •"),
  ])
  func `a line with an unknown or secure name may hold a secret, which is redacted`(
    line: String, redacted: String
  ) {
    #expect(screen.redacted(line) == redacted)
    #expect(screen.mayHoldSecret(line) == (redacted.contains("•") || redacted == "password"))
  }
}

/// The messages of refusals.
struct RefusalTests {
  private static let names = "email, password, accept, size, set-1, set-12, seek, next"

  @Test(arguments: [
    ("next", "next is disabled: email and password are required"),
    ("next now", "next is disabled: email and password are required"),
    ("email", "email is disabled: locked"),
    ("seek far", "seek is disabled: locked"),
    ("size small", "size is disabled: locked"),
    ("password", #"password needs a value: give a value, or "" to clear"#),
    ("accept yes", "accept takes no value"),
    ("set-1 now", "set-1 takes no value"),
    ("nxt", #"there is no "nxt" here; did you mean "next"?"#),
    ("set-2", #"there is no "set-2" here; did you mean "set-1"?"#),
    ("foo hunter2", #"there is no "foo" here; you can type: \#(names)"#),
    (":help", #"there is no ":help" here; you can type: \#(names)"#),
    (
      #"password "hunter2"#,
      #"password has a malformed value: it begins with " and does not end with one"#
    ),
    (
      #"password "hunter2" x"#,
      """
      password has a malformed value: there is text after its closing "; \
      write a " within quotes as \\"
      """
    ),
    (
      #"password "\hunter2""#,
      #"password has a malformed value: within quotes, \ stands only in \" \\ \n \t and \u{…}"#
    ),
    (
      #"password "\u{hunter2}""#,
      """
      password has a malformed value: \\u{…} takes the hexadecimal number of a Unicode scalar, \
      as in \\u{E9}
      """
    ),
    (
      "\u{1B}[2J" + String(repeating: "x", count: 100),
      #"there is no "\u{1B}[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" here; you can type: \#(names)"#
    ),
  ])
  func `a refusal has the problem and a suggestion`(line: String, message: String) {
    #expect(Credentials(lock: "locked").screen.message(line) == message)
  }

  @Test(arguments: [
    ("size", "size needs a value: small, medium, extra large"),
    ("size Small", "size has no such option; there are: small, medium, extra large"),
    (#"size ""#, #"size has a malformed value: it begins with " and does not end with one"#),
    ("seek", "seek needs a value: a number"),
    ("seek far", "seek does not take this value; it takes: a number"),
    (#"seek """#, "seek does not take this value; it takes: a number"),
    ("next step", "next takes no value"),
  ])
  func `a refusal lists the accepted values`(line: String, message: String) {
    #expect(Credentials(email: "a@b", password: "x").screen.message(line) == message)
  }

  @Test func `a reason from a user is safe, and may be empty`() {
    let screen = Screen<Int>("s", "S") {
      Button("one", disabledBecause: "a\u{1B}\nb", 1)
      Button("two", disabledBecause: "", 2)
    }
    #expect(screen.message("one") == #"one is disabled: a\u{1B}\nb"#)
    #expect(screen.message("two") == "two is disabled")
    #expect(
      Screen<Never>("s", "S") { Text("wait") }.message("next")
        == #"there is no "next" here; nothing can be typed on this screen"#)
  }
}

struct SuggestionTests {
  private let screen = Screen<Int>("s", "S") {
    for name in ["email", "password", "passphrase", "next", "pin", "Help", "ok", "text"] {
      Button(name, 0)
    }
  }

  @Test(arguments: [
    ("emial", "email"), ("emaill", "email"), ("mail", "email"), ("nxet", "next"), ("NEXT", "next"),
    ("help", "Help"), ("HLEP", "Help"), ("passw", "password"), ("e", "email"),
    ("pasword", "password"), ("ipn", "pin"), ("ko", "ok"), ("nezt", "next"), ("tezt", "text"),
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

struct TypedValueTests {
  @Test(arguments: [
    ("ada lovelace", "ada lovelace"), ("it's \"so\"", "it's \"so\""), (#"C:\new"#, #"C:\new"#),
    ("日本", "日本"), ("", #""""#), ("\"so\"", #""\"so\"""#), (" a", #"" a""#),
    ("a\u{A0}", "\"a\u{A0}\""), ("a\nb\tc\\", #""a\nb\tc\\""#), ("\u{1B}", #""\u{1B}""#),
    ("\u{301}", #""\u{301}""#),
  ])
  func `a value is quoted only where it must be`(value: String, typed: String) {
    #expect(value.typedValue == typed)
  }

  @Test func `parsing a typed value returns the same value`() {
    let screen = Screen<String>("s", "S") { Field("field", "") { $0 } }
    for seed in 0..<1000 as Range<UInt64> {
      var random = RandomTexts(seed: seed)
      let value = random.text()
      let read = screen.parse("field \(value.typedValue)").action
      #expect(read.map { Array($0.unicodeScalars) } == Array(value.unicodeScalars), "seed \(seed)")
      #expect(value.typedValue.terminalSafe == value.typedValue, "seed \(seed)")
    }
  }
}
