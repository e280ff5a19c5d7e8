import CairnTrail
import Testing

/// The printed form of the errors of a file.
struct TrailErrorReportTests {
  @Test func `an error prints its location, its message, the line and a caret`() {
    #expect(
      report(of: "> next\n\n? scren credentials\n") == """
        onboarding.trail:3:3: unknown check "scren"; did you mean "screen"?
          ? scren credentials
            ^
        """)
  }

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

  @Test(arguments: ["app a", "start a", "seed 1", "width 80"])
  func `a setting given twice is an error`(setting: String) {
    let name = setting.prefix { $0 != " " }
    #expect(
      report(of: "% \(setting)\n# x\n% \(setting)") == """
        onboarding.trail:3:3: "\(name)" is already set on line 1; remove one of them
          % \(setting)
            ^
        """)
  }

  @Test(arguments: ["> x", "! x", "|", "? depth 1", "@ idle"])
  func `a setting after any other line is an error`(line: String) {
    #expect(
      report(of: "# x\n\(line)\n> y\n% options -v") == """
        onboarding.trail:4:3: settings come first; move this line above line 2
          % options -v
            ^
        """)
  }

  @Test func `bytes that are not UTF-8 are an error of their line`() {
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
  }

  @Test func `a replacement character in the file is no error`() throws {
    #expect(try Trail.parse("> \u{FFFD}", file: "a.trail").lines.count == 1)
  }

  @Test func `the caret stands below escapes and wide characters`() {
    #expect(
      report(of: "? 名\t👩‍👩‍👧é is x") == """
        onboarding.trail:1:3: unknown check "名"; checks are screen, text, no text, note, enabled, \
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

  @Test func `invisible characters of the line are escaped`() {
    #expect(
      report(of: "> a\u{1B}[2J\u{7F}\u{9B}\u{2028}") == """
        onboarding.trail:1:4: a trail cannot contain the control character \\u{1B}; remove it
          > a\\u{1B}[2J\\u{7F}\\u{9B}\\u{2028}
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
      report(of: "? \(long)") == """
        onboarding.trail:1:3: unknown check "abcdefghijabcdefghijabcdefghijabcdefghi…"; checks \
        are screen, text, no text, note, enabled, disabled, depth, effects and NAME is "VALUE"
          ? abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcd…
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

  @Test func `a trail has at most a million steps`() throws {
    let steps = String(repeating: "#\n", count: 1_000_000)
    #expect(try Trail.parse(steps, file: "long.trail").lines.count == 1_000_000)
    let error = #expect(throws: TrailSyntaxErrors.self) {
      try Trail.parse(steps + "> next\n> next\n", file: "long.trail")
    }
    #expect(error?.errors.count == 2)
    #expect(
      error?.errors.first?.description == """
        long.trail:1000001:1: a trail has at most 1,000,000 steps; split it before this line
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
