import CairnApp
import Testing

@testable import CairnTerminal

/// The completions on a screen, and the parts of a line that a history keeps.
@Suite struct SessionWordsTests {
  private let session = Session<Tea>()

  @Test(arguments: [
    ("", ["kind ", "pin ", "brew", "watch", "open", "lock", "leave"]), ("w", ["watch"]),
    (" br", ["brew"]),
    ("kind ", ["green", "black", "earl grey"]), ("kind e", ["earl grey"]),
    ("kind earl g", ["earl grey"]), ("pin ", []), ("brew ", []), ("nope ", []),
    (":he", [":help "]), (":help :st", [":state", ":stack"]), (":help w", ["watch"]),
    (":goto ", []), (":frob ", []),
    ("brew; w", ["watch"]), ("brew;:he", [":help "]), (":help :st; br", ["brew"]),
    (#"kind "a;b"; kind e"#, ["earl grey"]), (#"kind "a; w"#, []), ("kind green;le", ["leave"]),
    ("brew;", ["kind ", "pin ", "brew", "watch", "open", "lock", "leave"]),
    ("pin 1; w", []), ("nope 1; w", []), (#"pin "1"; w"#, ["watch"]),
  ])
  func `names, options and commands complete a line`(line: String, candidates: [String]) {
    #expect(session.lineContext.complete(line).candidates == candidates)
    // A completed line keeps the text before the word.
    #expect(session.lineContext.complete("kind  earl g").line == "kind  earl grey")
    #expect(session.lineContext.complete("  ki").line == "  kind ")
    #expect(session.lineContext.complete("brew;  ki").line == "brew;  kind ")
  }

  @Test(
    arguments: [
      ("brew", "brew"), ("kind earl grey", "kind"), ("pin", nil), ("pin 1234", nil),
      ("pim 1234", nil), ("brew; pin 1234", nil), ("kind \"black\"; pin 1234", nil), ("", nil),
      ("  ", nil), (":goto  3", ":goto 3"), (":got 3", ":got 3"),
      (":gott 3", nil), (":find x; pin 12", nil),
      ("kind a\u{1B}b", nil),
    ] as [(String, String?)])
  func `a history keeps the name, and nothing of a line that could hold a secret`(
    line: String, kept: String?
  ) {
    #expect(HistoryEntry(line, on: session.screen, in: session.lineContext)?.kept == kept)
  }

  @Test(arguments: [
    "", "  ", "brew", "brew now", "kind earl grey", #"kind "black""#, #"kind "black"#, "kind",
    "pin",
    "pin 1234", #"pin "12 \"34""#, #"pin "12"#, #"pin """#, "pim 1234", "nope", ":help",
  ])
  func `a line parsed once has the same meaning, redacted form and secret`(line: String) {
    let screen = session.screen
    let (meaning, redacted, secret) = screen.interpret(line)
    #expect("\(meaning)" == "\(screen.parse(line))")
    #expect(redacted == screen.redacted(line))
    #expect(secret == screen.secret(in: line)?.value)
  }
}
