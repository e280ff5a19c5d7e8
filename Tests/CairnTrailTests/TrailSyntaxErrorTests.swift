import CairnTrail
import TestSupport
import Testing

/// The messages of syntax errors, word for word. `FormatPageTests` has those of the page.
struct TrailSyntaxErrorTests {
  @Test(arguments: lineCases + inputCases + settingCases + checkCases + fieldCases + timeCases)
  func `a syntax error has a location and a suggestion`(
    source: String, column: Int, message: String
  ) {
    let error = #expect(throws: TrailSyntaxErrors.self) {
      try Trail.parse("\n\(source)\n", file: "a.trail")
    }
    #expect(
      error?.errors.map { "\($0.file):\($0.line):\($0.column): \($0.message) in \($0.source)" }
        == ["a.trail:2:\(column): \(message) in \(source)"])
  }

  private typealias Case = (source: String, column: Int, message: String)

  private static let marks = "write \"> \" before an input, or begin with one of ! | ? @ % #"

  private static let lineCases: [Case] = [
    ("\u{202E}x", 1, #"a line cannot begin with "\u{202E}"; \#(marks)"#),
    ("  ", 1, "the line contains only spaces; make it empty"),
    ("#!/usr/bin/env", 2, "write a space after \"#\""),
    (">\tnext", 2, #"write a space after ">""#),
    ("@1s", 2, #"write a space after "@""#),
    ("?  depth 3", 3, #"write only one space after "?""#),
    ("@ \tidle", 3, #"write only one space after "@""#),
    ("# a\0", 4, #"a trail cannot contain the control character \u{0}; remove it"#),
    ("> é\u{85}", 4, #"a trail cannot contain the control character \u{85}; remove it"#),
  ]

  private static let inputCases: [Case] = [
    (">", 2, "give an input, as it is typed: next"),
    ("!  ", 3, "give an input, as it is typed: next"),
    (">  :goto 3", 4, #"a trail has no colon commands; remove ":goto""#),
    ("! :", 3, #"a trail has no colon commands; remove ":""#),
  ]

  private static let noChoice =
    #"is not a choice: write 2/3 for the second of three options, or an answer as "save: fails""#
  private static let noSeed = "is not a seed: write a whole number from 0 to \(UInt64.max)"
  private static let noNumber = "is not a number of effects: write a whole number, 0 or more"

  private static let settingCases: [Case] = [
    ("%", 2, "give a setting: % app onboarding"),
    ("% ap x", 3, #"unknown setting "ap"; did you mean "app"?"#),
    ("% choices", 10, "give a choice: % choices 2/3"),
    ("% choices 1/2 0/2", 15, #""0/2" \#(noChoice)"#),
    ("% choices 2", 11, #""2" \#(noChoice)"#),
    (#"% choices "a b"c 1/2"#, 11, #"""a b"c" \#(noChoice)"#),
    (#"% choices 1/2:x"#, 11, #""1/2:x" \#(noChoice)"#),
    (#"% choices 1/2 "save: f"#, 15, #"""save: f" \#(noChoice)"#),
    ("% delays", 9, "give a delay: % delays 1.5s"),
    ("% delays 1s 0s", 13, "a delay is greater than zero: write 1.5s"),
    ("% delays 2/3", 10, #"unknown unit "/3" in "2/3": units are ms, s and m"#),
    (
      "% colour on", 3,
      #"unknown setting "colour"; settings are app, start, seed, choices, latency, delays, width and options"#
    ),
    ("% app two words", 11, #"nothing can follow "two"; remove "words""#),
    ("% start", 8, "give a name: % start signed-out"),
    ("% seed", 7, "give a number: % seed 7"),
    ("% seed 18446744073709551616", 8, #""18446744073709551616" \#(noSeed)"#),
    ("% seed +1", 8, #""+1" \#(noSeed)"#),
    ("% width", 8, "give a number: % width 80"),
    ("% width 19", 9, #""19" is not a width: write a whole number from 20 to 1000"#),
    ("% width 1001", 9, #""1001" is not a width: write a whole number from 20 to 1000"#),
    ("% width wide", 9, #""wide" is not a width: write a whole number from 20 to 1000"#),
    ("% options ", 10, "give an option: % options --strict"),
  ]

  private static let checkCases: [Case] = [
    ("?", 2, "give a check: ? screen credentials"),
    ("? dpeth 3", 3, #"unknown check "dpeth"; did you mean "depth"?"#),
    ("? notext x", 3, #"unknown check "notext"; did you mean "no text"?"#),
    (
      "? visible next", 3,
      #"""
      unknown check "visible"; checks are screen, text, no text, no loop, note, enabled, disabled, depth, \#
      effects and NAME is "VALUE"
      """#
    ),
    ("? screen", 9, "give an id: ? screen credentials"),
    ("? screen a b", 12, #"nothing can follow "a"; remove "b""#),
    ("? text", 7, "give the words: ? text Welcome back"),
    ("? no", 5, "give the words: ? no text Welcome back"),
    ("? no loop x", 11, #"nothing can follow "loop"; remove "x""#),
    ("? note", 7, "give the words: ? note Wrong password"),
    ("? enabled", 10, "give a name: ? enabled next"),
    ("? disabled", 11, "give a name: ? disabled next"),
    ("? depth x", 9, #""x" is not a depth: write a whole number, 1 or more"#),
    ("? depth 0", 9, #""0" is not a depth: write a whole number, 1 or more"#),
    ("? depth 1 2", 11, #"nothing can follow "1"; remove "2""#),
    ("? effects", 10, "give a number: ? effects 0"),
    ("? effects -1", 11, #""-1" \#(noNumber)"#),
    ("? effects 99999999999999999999", 11, #""99999999999999999999" \#(noNumber)"#),
  ]

  private static let fieldCases: [Case] =
    [
      ("? email is a b\"", 12, #"write the value in quotes: ? email is "a b\"""#),
      ("? email is", 11, #"write the value in quotes: ? email is "VALUE""#),
      ("? email is \"", 13, "email \(unclosed)"),
      (#"? email is "ada\""#, 18, "email \(unclosed)"),
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
    ("@ event", 8, "give an event of the app, as an input is typed: @ event expired"),
    ("@ event :quit", 9, #"a trail has no colon commands; remove ":quit""#),
    ("@ evnt", 3, #"unknown time "evnt"; did you mean "event"?"#),
    ("@ idle now", 8, #"nothing can follow "idle"; remove "now""#),
    ("@ 1s 2s", 6, #"nothing can follow "1s"; remove "2s""#),
    ("@ 1.5 s", 3, #""1.5" has no unit: write 1.5s, 1.5ms or 1.5m"#),
  ]
}

/// The printed form of the errors of a file.
struct TrailErrorReportTests {
  @Test func `all errors of a file are reported at once, in its order`() {
    #expect(
      report(of: "% seed x\r\n% seed 2\r\n> \r\nnext\r\n% app a\r\n@ 5\r\n| ok\r\n? depth") == """
        onboarding.trail:1:8: "x" is not a seed: write a whole number from 0 to \(UInt64.max)
          % seed x
                 ^
        onboarding.trail:2:3: "seed" is already set on line 1; remove one of them
          % seed 2
            ^
        onboarding.trail:3:3: give an input, as it is typed: next
          >\u{20}
            ^
        onboarding.trail:4:1: a line cannot begin with "n"; write "> " before an input, or begin \
        with one of ! | ? @ % #
          next
          ^
        onboarding.trail:5:3: settings come first; move this line above line 3
          % app a
            ^
        onboarding.trail:6:3: "5" has no unit: write 5s, 5ms or 5m
          @ 5
            ^
        onboarding.trail:8:8: give a number: ? depth 1
          ? depth
                 ^
        """)
  }

  @Test(arguments: [
    ("% app a\n# x\n% app b", 3, #""app" is already set on line 1; remove one of them"#),
    ("% seed 1\n% seed 2", 2, #""seed" is already set on line 1; remove one of them"#),
    ("# x\n> x\n> y\n% seed 1", 4, "settings come first; move this line above line 2"),
    ("! x\n% options -v", 2, "settings come first; move this line above line 1"),
    ("@ idle\n% options -v", 2, "settings come first; move this line above line 1"),
  ])
  func `a setting stands once and before any other line`(text: String, line: Int, message: String) {
    let report = report(of: text)
    #expect(report?.hasPrefix("onboarding.trail:\(line):3: \(message)\n") == true)
  }

  @Test func `bytes that are not UTF-8 are an error, a replacement character is none`() throws {
    let bytes = Array("\u{FEFF}> ok\n> é".utf8) + [0xFF, 0xC3] + Array("x\n>\n".utf8)
    let error = #expect(throws: TrailSyntaxErrors.self) {
      try Trail.parse(bytes: bytes, file: "onboarding.trail")
    }
    #expect(
      error?.description == """
        onboarding.trail:2:4: the byte 0xFF is not UTF-8; save the file as UTF-8
          > é\u{FFFD}\u{FFFD}x
             ^
        onboarding.trail:3:2: give an input, as it is typed: next
          >
           ^
        """)
    #expect(try Trail.parse("> \u{FFFD}", file: "a.trail").lines.count == 1)
  }

  @Test func `the caret stands below escapes and wide characters`() {
    #expect(
      report(of: "? 名\t👩‍👩‍👧é is x") == """
        onboarding.trail:1:3: unknown check "名"; checks are screen, text, no text, no loop, note, enabled, \
        disabled, depth, effects and NAME is "VALUE"
          ? 名\\t👩‍👩‍👧é is x
            ^
        """)
    #expect(
      report(of: "? 名👩‍👩‍👧é\tis x") == """
        onboarding.trail:1:10: write the value in quotes: ? 名👩‍👩‍👧é is "x"
          ? 名👩‍👩‍👧é\\tis x
                      ^
        """)
  }

  @Test func `a long line is cut around the column`() {
    let long = String(repeating: "abcdefghij", count: 20)
    #expect(
      report(of: "> \(long)\0\(long)") == """
        onboarding.trail:1:203: a trail cannot contain the control character \\u{0}; remove it
          …cdefghijabcdefghijabcdefghijabcdefghij\\u{0}abcdefghijabcdefghijabcdefghijabcdefg…
                                                 ^
        """)
    #expect(
      report(of: "? email is \"\(long)") == """
        onboarding.trail:1:213: email has a malformed value: it begins with " and does not end with \
        one
          …efghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij
                                                                                       ^
        """)
  }

  @Test(arguments: [(100, nil), (101, "1"), (1_100, "1,000")])
  func `the first hundred errors are kept, and the others are counted`(
    count: Int, omitted: String?
  ) throws {
    let error = #expect(throws: TrailSyntaxErrors.self) {
      try Trail.parse(String(repeating: "x\n", count: count), file: "onboarding.trail")
    }
    #expect(error?.errors.count == 100)
    #expect(error?.omittedCount == count - 100)
    let end = omitted.map { "\nonboarding.trail: and \($0) more" } ?? "\n  x\n  ^"
    #expect(error?.description.hasSuffix(end) == true)
  }

  @Test(.gate) func `a trail has at most a million steps and comments`() throws {
    let steps = String(repeating: "#\n", count: 1_000_000)
    #expect(try Trail.parse(steps, file: "long.trail").lines.count == 1_000_000)
    let error = #expect(throws: TrailSyntaxErrors.self) {
      try Trail.parse(steps + "> next\n> next\n", file: "long.trail")
    }
    #expect(error?.errors.count == 2)
    #expect(
      error?.errors.first?.description == """
        long.trail:1000001:1: a trail has at most 1,000,000 steps and comments; split it before this line
          > next
          ^
        """)
  }

  private func report(of text: String) -> String? {
    #expect(throws: TrailSyntaxErrors.self) {
      try Trail.parse(text, file: "onboarding.trail")
    }?.description
  }
}
