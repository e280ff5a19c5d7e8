import CairnApp
import CairnTrail
import Testing

/// Lines that check: `?` and `|`.
struct PlayedCheckTests {
  @Test(arguments: [
    "screen diary", "text Edition 0, by nobody", "text entry (empty)", "no text edition",
    "entry is \"\"", "pin is \"\"", "urgent is \"off\"", "enabled entry", "enabled wait",
    "disabled save", "disabled hurry", "depth 1", "effects 0",
  ])
  func `a check that passes`(check: String) throws {
    #expect(try played("? \(check)") == nil)
  }

  @Test(arguments: [
    ("screen page", "expected: page\n  actual:   diary"),
    ("text edition", "the screen does not show this text"),
    ("no text by  nobody", "the screen shows this text"),
    ("note Saved", "there is no note on the screen"),
    ("entry is \"x\"", "expected: \"x\"\n  actual:   \"\""),
    ("urgent is \"on\"", "expected: \"on\"\n  actual:   \"off\""),
    ("save is \"x\"", "save is a button and has no value"),
    ("enabled save", "save is disabled: the entry is empty"),
    ("enabled hurry", "hurry is disabled"),
    ("disabled wait", "wait is enabled"),
    ("enabled sav", #"there is no "sav" here; did you mean "save"?"#),
    ("disabled sav", #"there is no "sav" here; did you mean "save"?"#),
    ("depth 2", "expected: 2\n  actual:   1"),
    ("effects 1", "expected: 1\n  actual:   0"),
  ])
  func `a check that fails`(check: String, problem: String) throws {
    #expect(
      try played("? \(check)") == """
        diary.trail:1: failed: ? \(check)
          \(problem)
        \(onDiary())
        """)
  }

  @Test func `a note is looked for in notes alone`() throws {
    let saved = "> entry Dear   diary\n> save\n@ idle\n"
    #expect(try played(saved + "? note Saved: Dear diary\n? text i Saved") == nil)
    #expect(
      try played(saved + "? note Edition") == """
        diary.trail:4: failed: ? note Edition
          no note shows this text; there is: Saved: Dear   diary
          after:
            > entry Dear   diary
            > save
            @ idle
        \(onDiary(entry: "Dear   diary", remarks: ["  i Saved: Dear   diary"]))
        """)
  }

  @Test func `depth counts the live screens, and checks look at the one on top`() throws {
    #expect(
      try played(
        """
        > entry Dear diary
        > read
        ? depth 2
        ? screen page
        ? text Dear diary
        ? no text Edition
        > back
        ? depth 1
        """) == nil)
    #expect(
      try played("> read\n? depth 1") == """
        diary.trail:2: failed: ? depth 1
          expected: 1
          actual:   2
          after:
            > read
          on the screen:
            | Page
            |
            |   back
        """)
  }

  @Test func `effects in flight are counted without background ones, and named`() throws {
    #expect(try played("> tick\n> wait\n? effects 1\n@ restart") == nil)
    #expect(
      try played("> tick\n> wait\n> entry x\n> save\n? effects 0") == """
        diary.trail:5: failed: ? effects 0
          expected: 0
          actual:   2
            "waiting" (effect 2, started by action 2: .wait)
            "saving" (effect 3, started by action 4: .save)
          after:
            > tick
            > wait
            > entry x
            > save
        \(onDiary(entry: "x", remarks: ["  … Saving…"]))
        """)
  }

  @Test func `another screen is shown with the difference, in the width that the trail sets`()
    throws
  {
    let words = "Dear diary, today I walked along the river."
    #expect(
      try played("% width 20\n> entry \(words)\n> read\n| Page")
        == """
        diary.trail:4: failed: | Page
          the screen is not as expected (- expected, + actual):
              Page
            +
            +   Dear diary, today
            +   I walked along the
            +   river.
            +
            +   back
          after:
            > entry \(words)
            > read
          on the screen:
            | Page
            |
            |   Dear diary, today
            |   I walked along the
            |   river.
            |
            |   back
        """)
  }
}

struct PhaseTests {
  @Test func `the failed phase is reported in full, each earlier phase as one line`() throws {
    #expect(
      try played(
        """
        % app diary
        # Writing.
        # It is not saved yet.

        > entry x
        ? entry is "x"
        # Reading,   twice.
        > read
        # Failing.
        > back
        > pin 1
        ? depth 2
        > tick
        """) == """
          diary.trail:12: failed: ? depth 2
            expected: 2
            actual:   1
            before:
              diary.trail:2: Writing., 2 lines
              diary.trail:7: Reading, twice., 1 line
            after:
              > back
              > pin •
          \(onDiary(entry: "x", pin: "•"))
          """)
    // Lines before the first comment are a phase, too.
    #expect(
      try played("> entry x\n# Then\n? depth 2") == """
        diary.trail:3: failed: ? depth 2
          expected: 2
          actual:   1
          before:
            diary.trail:1: the beginning, 1 line
        \(onDiary(entry: "x"))
        """)
  }
}

struct TrailRuntimeIssueTests {
  private func torn(by effect: String) -> String {
    """
      The effect "failing" (\(effect)) threw Torn().
      Likely causes:
        - its operation calls something that throws, and the effect has no `catch:`
      Suggestion: give the effect a `catch:` that sends an action, or handle the error in it.
    """
  }

  @Test func `a runtime issue fails its line`() throws {
    #expect(
      try played("> urgent\n> urgent\n> fail\n? depth 9") == """
        diary.trail:3: failed: > fail
        \(torn(by: "effect 1, started by action 3: fail"))
          after:
            > urgent
            > urgent
        \(onDiary())
        """)
  }

  @Test(arguments: ["", "% width 80\n", "# only this"])
  func `a runtime issue at the start fails any trail`(text: String) throws {
    #expect(
      try played("% start torn\n\(text)") == """
        diary.trail:1: failed: the start of the app
        \(torn(by: "effect 1, started by action 1: fail"))
        \(onDiary())
        """)
  }
}
