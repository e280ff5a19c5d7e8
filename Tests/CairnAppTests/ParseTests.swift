import Cairn
import CairnApp
import Testing

struct ParseTests {
  private let screen = Credentials(email: "a@b", password: "x").screen

  @Test(arguments: ["", "   ", "\t\u{A0}\r\n"])
  func `a line of white space is blank`(line: String) {
    guard case .blank = screen.parse(line) else {
      Issue.record("\(line.terminalSafe) is not blank")
      return
    }
  }

  @Test func `a name and a value make the field's action`() {
    #expect(screen.parse("email ada@example.com").action == .emailChanged("ada@example.com"))
    #expect(screen.parse("password hunter2").action == .passwordChanged("hunter2"))
  }

  @Test func `an accepted line has the name of its input`() {
    guard case .action(.next, name: "next") = screen.parse(" next ") else {
      Issue.record("next is not accepted")
      return
    }
  }

  @Test func `a button and a toggle need no value`() {
    #expect(screen.parse("next").action == .next)
    #expect(screen.parse("accept").action == .acceptToggled)
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
    #expect(screen.parse(line).refusal?.name == nil)
    #expect(screen.parse(line).action == nil)
  }

  @Test func `a refused line has the action that it would send`() {
    let screen = Credentials(isLocked: true).screen
    #expect(screen.parse("next").refusal?.wouldSend == .next)
    #expect(screen.parse("email x").refusal?.wouldSend == .emailChanged("x"))
    #expect(screen.parse("email x").refusal?.name == "email")
  }

  @Test(arguments: ["email", "email \"", "next now", "back now", "nxt"])
  func `a line that is refused for another reason too has no action`(line: String) {
    let refusal = Credentials(isLocked: true).screen.parse(line).refusal
    #expect(refusal != nil)
    #expect(refusal?.wouldSend == nil)
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
    #expect(locked.parse("pin", secret: "1").refusal?.reason == .disabled("locked"))
    #expect(locked.parse("pin", secret: "1").refusal?.wouldSend == "1")
    #expect(locked.parse("next", secret: "1").refusal?.reason == .superfluousValue)
    #expect(
      locked.parse("", secret: "1").refusal?.message
        == #"there is no "" here; you can type: pin, next"#)
  }

  @Test(arguments: [
    ("", false), ("email x", false), ("next", false), ("accept", false),
    ("password", true), (" password hunter2", true), ("pasword hunter2", true), (":undo", true),
  ])
  func `a line with an unknown or secure name may contain a secret`(line: String, maySecret: Bool) {
    #expect(screen.mayHoldSecret(line) == maySecret)
  }

  @Test(arguments: [
    ("email  ada x ", "email ada x"), (" next", "next"), ("password", "password"), ("", ""),
    ("password hunter2", "password •••••••"), ("pasword hunter2", "pasword •••••••"),
    ("email a\u{1B}b", #"email a\u{1B}b"#), ("\u{202E}x y", #"\u{202E}x •"#),
  ])
  func `a redacted line has bullets in place of a possible secret`(line: String, redacted: String) {
    #expect(screen.redacted(line) == redacted)
  }
}
