import CairnTrail
import Testing

/// The messages of syntax errors, word for word.
struct TrailSyntaxErrorTests {
  @Test(arguments: lineCases + inputCases + settingCases + checkCases + fieldCases + timeCases)
  func `a syntax error has a location and a suggestion`(
    source: String, column: Int, message: String
  ) throws {
    let error = #expect(throws: TrailSyntaxErrors.self) {
      try Trail.parse("\n\(source)\n", file: "a.trail")
    }
    let only = try #require(error?.errors.first)
    #expect(error?.errors.count == 1)
    #expect(only.message == message)
    #expect(only.column == column)
    #expect(only.line == 2)
    #expect(only.file == "a.trail")
    #expect(only.source == source)
  }

  private typealias Case = (source: String, column: Int, message: String)

  private static let marks = "write \"> \" before an input, or begin with one of ! | ? @ % #"

  private static let lineCases: [Case] = [
    ("next", 1, #"a line cannot begin with "n"; \#(marks)"#),
    (":undo", 1, #"a line cannot begin with ":"; \#(marks)"#),
    ("\u{202E}x", 1, #"a line cannot begin with "\u{202E}"; \#(marks)"#),
    ("  > next", 1, "a line cannot be indented; remove the space before its mark"),
    ("\t# x", 1, "a line cannot be indented; remove the space before its mark"),
    ("  ", 1, "the line contains only spaces; make it empty"),
    ("#!/usr/bin/env", 2, "write a space after \"#\""),
    (">next", 2, #"write a space after ">""#),
    (">\tnext", 2, #"write a space after ">""#),
    ("|x", 2, #"write a space after "|""#),
    ("@1s", 2, #"write a space after "@""#),
    ("?  depth 3", 3, #"write only one space after "?""#),
    ("@ \tidle", 3, #"write only one space after "@""#),
    ("%  app x", 3, #"write only one space after "%""#),
    ("# a\0", 4, #"a trail cannot contain the control character \u{0}; remove it"#),
    ("> é\u{85}", 4, #"a trail cannot contain the control character \u{85}; remove it"#),
    ("> a\rb", 4, #"a trail cannot contain the control character \u{D}; remove it"#),
  ]

  private static let inputCases: [Case] = [
    (">", 2, "give an input, as it is typed: next"),
    ("> ", 3, "give an input, as it is typed: next"),
    ("!", 2, "give an input, as it is typed: next"),
    ("!  ", 3, "give an input, as it is typed: next"),
    ("> :undo", 3, #"a trail has no colon commands; remove ":undo""#),
    (">  :goto 3", 4, #"a trail has no colon commands; remove ":goto""#),
    ("! :", 3, #"a trail has no colon commands; remove ":""#),
  ]

  private static let settingCases: [Case] = [
    ("%", 2, "give a setting: % app onboarding"),
    ("% ", 3, "give a setting: % app onboarding"),
    ("% ap x", 3, #"unknown setting "ap"; did you mean "app"?"#),
    ("% choices", 10, "give a choice: % choices 2/3"),
    (
      "% choices 1/2 0/2", 15,
      #""0/2" is not a choice: write 2/3 for the second of three options"#
    ),
    (
      "% choices 2", 11, #""2" is not a choice: write 2/3 for the second of three options"#
    ),
    ("% delays", 9, "give a delay: % delays 1.5s"),
    ("% delays 1s 0s", 13, "a delay is greater than zero: write 1.5s"),
    ("% delays 2/3", 10, #"unknown unit "/3" in "2/3": units are ms, s and m"#),
    ("% wdith 80", 3, #"unknown setting "wdith"; did you mean "width"?"#),
    (
      "% colour on", 3,
      #"unknown setting "colour"; settings are app, start, seed, choices, latency, delays, width and options"#
    ),
    ("% app", 6, "give a name: % app onboarding"),
    ("% app two words", 11, #"nothing can follow "two"; remove "words""#),
    ("% start", 8, "give a name: % start signed-out"),
    ("% seed", 7, "give a number: % seed 7"),
    (
      "% seed 18446744073709551616", 8,
      #"""
      "18446744073709551616" is not a seed: write a whole number from 0 to 18446744073709551615
      """#
    ),
    (
      "% seed +1", 8,
      #""+1" is not a seed: write a whole number from 0 to 18446744073709551615"#
    ),
    ("% width", 8, "give a number: % width 80"),
    ("% width 19", 9, #""19" is not a width: write a whole number from 20 to 1000"#),
    ("% width 1001", 9, #""1001" is not a width: write a whole number from 20 to 1000"#),
    ("% width wide", 9, #""wide" is not a width: write a whole number from 20 to 1000"#),
    ("% options ", 10, "give an option: % options --strict"),
  ]

  private static let checkCases: [Case] = [
    ("?", 2, "give a check: ? screen credentials"),
    ("? scren credentials", 3, #"unknown check "scren"; did you mean "screen"?"#),
    ("? dpeth 3", 3, #"unknown check "dpeth"; did you mean "depth"?"#),
    ("? notext x", 3, #"unknown check "notext"; did you mean "no text"?"#),
    (
      "? visible next", 3,
      #"""
      unknown check "visible"; checks are screen, text, no text, note, enabled, disabled, depth, \#
      effects and NAME is "VALUE"
      """#
    ),
    ("? screen", 9, "give an id: ? screen credentials"),
    ("? screen a b", 12, #"nothing can follow "a"; remove "b""#),
    ("? text", 7, "give the words: ? text Welcome back"),
    ("? no", 5, "give the words: ? no text Welcome back"),
    ("? no text ", 10, "give the words: ? no text Welcome back"),
    ("? no note x", 6, #"only "text" can follow "no": ? no text Welcome back"#),
    ("? note", 7, "give the words: ? note Wrong password"),
    ("? enabled", 10, "give a name: ? enabled next"),
    ("? enabled next back", 16, #"nothing can follow "next"; remove "back""#),
    ("? disabled", 11, "give a name: ? disabled next"),
    ("? depth", 8, "give a number: ? depth 1"),
    ("? depth x", 9, #""x" is not a depth: write a whole number, 1 or more"#),
    ("? depth 0", 9, #""0" is not a depth: write a whole number, 1 or more"#),
    ("? depth 1.0", 9, #""1.0" is not a depth: write a whole number, 1 or more"#),
    ("? depth 1 2", 11, #"nothing can follow "1"; remove "2""#),
    ("? effects", 10, "give a number: ? effects 0"),
    ("? effects -1", 11, #""-1" is not a number of effects: write a whole number, 0 or more"#),
    (
      "? effects 99999999999999999999", 11,
      #""99999999999999999999" is not a number of effects: write a whole number, 0 or more"#
    ),
  ]

  private static let fieldCases: [Case] =
    [
      ("? email is ada", 12, #"write the value in quotes: ? email is "ada""#),
      ("? email is a b\"", 12, #"write the value in quotes: ? email is "a b\"""#),
      ("? email is", 11, #"write the value in quotes: ? email is "VALUE""#),
      ("? email is \"ada", 16, "email \(unclosed)"),
      ("? email is \"", 13, "email \(unclosed)"),
      (#"? email is "ada\""#, 18, "email \(unclosed)"),
      (#"? email is "ada\"#, 16, "email \(unclosed)"),
      (#"? email is "a" b"#, 15, "email \(textAfter)"),
      (#"? text is "a" or "b""#, 14, "text \(textAfter)"),
      (
        #"? email is "a\q""#, 14,
        #"email has a malformed value: within quotes, \ stands only in \" \\ \n \t and \u{…}"#
      ),
    ]
    + [#"\u"#, #"\u{}"#, #"\u{D800}"#, #"\u{110000}"#, #"\u{41"#, #"\u{4g}"#].map {
      (
        "? email is \"é\($0)\"", 14,
        #"""
        email has a malformed value: \u{…} takes the hexadecimal number of a Unicode scalar, as in \#
        \u{E9}
        """#
      )
    }

  private static let unclosed =
    #"has a malformed value: it begins with " and does not end with one"#
  private static let textAfter =
    #"""
    has a malformed value: there is text after its closing "; write a " within quotes as \"
    """#

  private static let timeCases: [Case] = [
    ("@", 2, "give a time: @ 1.5s, @ idle or @ restart"),
    ("@ idel", 3, #"unknown time "idel"; did you mean "idle"?"#),
    ("@ soon", 3, #"unknown time "soon"; times are 200ms, 1.5s, 2m, idle and restart"#),
    ("@ idle now", 8, #"nothing can follow "idle"; remove "now""#),
    ("@ 1s 2s", 6, #"nothing can follow "1s"; remove "2s""#),
    ("@ -1s", 3, #"time cannot go back: "-1s""#),
    ("@ 5", 3, #""5" has no unit: write 5s, 5ms or 5m"#),
    ("@ 1.5 s", 3, #""1.5" has no unit: write 1.5s, 1.5ms or 1.5m"#),
    ("@ 5h", 3, #"unknown unit "h" in "5h": units are ms, s and m"#),
    (
      "@ 1234567890s", 3,
      #""1234567890s" has too many digits: write at most 9 before the point and 9 after it"#
    ),
  ]
}
