import CairnApp
import Testing

struct RefusalTests {
  @Test(arguments: [
    ("next", "next is disabled: email and password are required"),
    ("next now", "next is disabled: email and password are required"),
    ("email", "email is disabled: the account is locked"),
    ("password", #"password needs a value: give a value, or "" to clear"#),
    ("back now", "back takes no value"),
    ("accept yes", "accept takes no value"),
    ("nxt", #"there is no "nxt" here; did you mean "next"?"#),
    (
      "foo hunter2",
      #"there is no "foo" here; you can type: email, password, accept, next, back"#
    ),
    (":help", #"there is no ":help" here; you can type: email, password, accept, next, back"#),
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
      #"there is no "\u{1B}[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" here; "#
        + "you can type: email, password, accept, next, back"
    ),
  ])
  func `a refusal has the problem and a suggestion`(line: String, message: String) {
    #expect(Credentials(isLocked: true).screen.parse(line).refusal?.message == message)
  }

  @Test func `a reason from a user is safe, and may be empty`() {
    let screen = Screen<Int>("s", "S") {
      Button("one", disabledBecause: "a\u{1B}\nb", 1)
      Button("two", disabledBecause: "", 2)
    }
    #expect(screen.parse("one").refusal?.message == #"one is disabled: a\u{1B}\nb"#)
    #expect(screen.parse("two").refusal?.message == "two is disabled")
  }

  @Test func `a screen without inputs says so`() {
    let screen = Screen<Never>("s", "S") { Text("wait") }
    #expect(
      screen.parse("next").refusal?.message
        == #"there is no "next" here; nothing can be typed on this screen"#)
  }
}
