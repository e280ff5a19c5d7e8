import Testing

/// Trails played by the built programs.
@Suite struct ReplayTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("% app counter\n> increment\n? text Count: 1\n! reset 1\n", to: "good.trail")
    try folder.write(
      "# Twice.\n> increment\n> increment\n? text Count: 3\n> reset\n", to: "failing.trail")
    try folder.write("? scren counter\n> increment\n?? x\n", to: "unparsable.trail")
    try folder.write("% app onboarding\n> next\n", to: "other.trail")
  }

  private let failure = """
    failing.trail:4: failed: ? text Count: 3
      the screen does not show this text
      after:
        > increment
        > increment
      on the screen:
        | Counter
        |
        |   Count: 2
        |
        |   increment
        |   decrement
        |   reset

    """

  private let unparsable = """
    unparsable.trail:1:3: unknown check "scren"; did you mean "screen"?
      ? scren counter
        ^
    unparsable.trail:3:2: write a space after "?"
      ?? x
       ^

    """

  private let otherApp = """
    other.trail:1:7: this trail is for "onboarding", and this program is "counter"
      % app onboarding
            ^

    """

  @Test func `a failing trail is reported in full, and the others are played`() throws {
    try folder.run(.counter, "replay", "failing.trail", "good.trail", "./good.trail").expect(
      failure + "good.trail: passed\n./good.trail: passed\n2 passed, 1 failed\n", status: 1)
  }

  @Test func `what cannot be played is reported, and its status 2 takes precedence over 1`() throws
  {
    try folder.run(
      .counter, "replay", "other.trail", "failing.trail", "none.trail", "unparsable.trail",
      "good.trail", ""
    ).expect(
      failure + "good.trail: passed\n1 passed, 1 failed, 4 not played\n",
      errors: "none.trail: cannot be read: No such file or directory\n" + unparsable
        + ": cannot be read: No such file or directory\n" + otherApp, status: 2)
    try folder.run(.counter, "replay", "failing.trail", "other.trail")
      .expect(failure + "0 passed, 1 failed, 1 not played\n", errors: otherApp, status: 2)
  }

  @Test(arguments: ["", "# nothing\n", "% app counter\n"])
  func `a trail without steps has checked nothing, and fails`(text: String) throws {
    try folder.write(text, to: "a.trail")
    try folder.run(.counter, "replay", "a.trail").expect(
      "0 passed, 0 failed, 1 not played\n",
      errors: "a.trail: the trail has no steps, and nothing was checked\n", status: 2)
  }

  @Test func `a trail can come from a pipe`() throws {
    try folder.run(
      "/bin/sh", ["-c", #"cat good.trail | "$0" replay /dev/stdin"#, Program.counter.path]
    ).expect("/dev/stdin: passed\n1 passed, 0 failed\n")
  }

  @Test func `the name of a file is escaped in the output`() throws {
    try folder.write("? text Count: 1\n", to: "\u{1B}c.trail")
    try folder.write("?\n", to: "\u{1B}d.trail")
    let run = try folder.run(
      .counter, "replay", "\u{1B}c.trail", "\u{1B}d.trail", "\u{1B}e.trail")
    #expect(run.output.hasPrefix("\\u{1B}c.trail:1: failed: ? text Count: 1\n"))
    #expect(run.errors.hasPrefix("\\u{1B}d.trail:1:"))
    #expect(
      run.errors.hasSuffix("\\u{1B}e.trail: cannot be read: No such file or directory\n"))
    #expect(run.status == 2)
  }

  @Test func `an app's own options apply to every trail, and nothing is written to disk`() throws {
    try folder.write(
      "% app onboarding\n> next\n> accept\n> next\n> email foo\n> password x\n! next\n",
      to: "strict.trail")
    let names = folder.names
    try folder.run(.onboarding, "replay", "strict.trail", "--strict").expect(
      "strict.trail: passed\n1 passed, 0 failed\n")
    let run = try folder.run(.onboarding, "replay", "strict.trail")
    #expect(run.output.hasPrefix("strict.trail:7: failed: ! next\n"))
    #expect(run.status == 1 && folder.names == names)
  }
}
