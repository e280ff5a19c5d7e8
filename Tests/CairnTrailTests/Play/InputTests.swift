import CairnTrail
import Testing

/// Input lines: `>`, accepted, and `!`, refused.
struct InputTests {
  @Test func `inputs that are accepted change the app`() throws {
    #expect(
      try played(
        """
        > entry Dear diary
        ? entry is "Dear diary"
        > entry "  \\"Dear\\"\\n "
        ? entry is "  \\"Dear\\"\\n "
        >   urgent
        ? urgent is "on"
        > read
        > back
        ? screen diary
        """) == nil)
  }

  @Test(arguments: [
    ("save", "save is disabled: the entry is empty"),
    ("entry", #"entry needs a value: give a value, or "" to clear"#),
    ("wait now", "wait takes no value"),
    ("enrty", #"there is no "enrty" here; did you mean "entry"?"#),
    (#"entry "x"#, #"entry has a malformed value: it begins with " and does not end with one"#),
  ])
  func `an input that is refused fails its line`(input: String, reason: String) throws {
    #expect(
      try played("# x\n> urgent\n> urgent\n> \(input)\n? depth 9") == """
        diary.trail:4: failed: > \(input)
          refused: \(reason)
          after:
            > urgent
            > urgent
        \(onDiary())
        """)
  }

  @Test func `an event in an app without events fails its line`() throws {
    #expect(
      try played("@ event expired") == """
        diary.trail:1: failed: @ event expired
          refused: diary has no events from outside
        \(onDiary())
        """)
  }

  @Test(arguments: ["save", "entry", "pin", "wait now", "urgent on"])
  func `an input that the app refuses passes a line that expects the refusal`(input: String) throws
  {
    #expect(try played("! \(input)") == nil)
  }

  @Test func `an accepted input fails a line that expects a refusal, and is not sent`() throws {
    #expect(
      try played("! tick") == """
        diary.trail:1: failed: ! tick
          the line should be refused, but is accepted on the screen "diary"
        \(onDiary())
        """)
  }

  @Test(arguments: [
    ("tock", #"there is no "tock" here; did you mean "tick"?"#),
    (#"entry "x" y"#, ##"entry has a malformed value: \##(textAfterQuote)"##),
  ])
  func `a line that every app refuses does not count as refused by this one`(
    input: String, reason: String
  ) throws {
    let shown = input.hasPrefix("tock") ? "tock" : input
    #expect(
      try played("! \(input)") == """
        diary.trail:1: failed: ! \(shown)
          the line is refused, but not by the app: \(reason)
        \(onDiary())
        """)
  }

  @Test(arguments: [
    ("erase", "erase is disabled: the entry is empty"), ("hurry", "hurry is disabled"),
  ])
  func `a reducer that accepts an input that its screen refuses fails the line`(
    input: String, reason: String
  ) throws {
    #expect(
      try played("! \(input)") == """
        diary.trail:1: failed: ! \(input)
          the screen refuses the line (\(reason)), but the reducer does not: its action \
        changed the state or the effects
          guards belong to the reducer; the screen only mirrors them
        \(onDiary())
        """)
  }

  @Test func `an action that is to be refused and cancels an effect fails the line`() throws {
    #expect(try played("! stop") == nil)
    #expect(
      try played("> wait\n! stop") == """
        diary.trail:2: failed: ! stop
          the screen refuses the line (stop is disabled: nothing can be stopped), but the reducer \
        does not: its action changed the state or the effects
          guards belong to the reducer; the screen only mirrors them
          after:
            > wait
        \(onDiary())
        """)
  }

  private static let textAfterQuote =
    #"there is text after its closing "; write a " within quotes as \""#
}
