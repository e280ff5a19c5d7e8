import CairnTrail
import Testing

/// Lines that advance time or restart the app: `@`, and the end of a trail.
struct TimeTests {
  @Test func `time passes only by lines of the trail, and effects use it`() throws {
    #expect(
      try played(
        """
        > entry x
        > save
        ? effects 1
        ? text Saving…
        @ 999ms
        ? text Saving…
        @ 1ms
        ? no text Saving…
        ? note Saved: x
        ? effects 0
        """) == nil)
  }

  @Test(arguments: ["> tick\n> entry x\n> save", "> entry x\n> save\n> tick"])
  func `idle fires every timer that is due, in whichever order they were started`(
    inputs: String
  ) throws {
    #expect(try played("\(inputs)\n@ idle\n? note Saved\n? text Ticks: 1") == nil)
  }

  @Test(arguments: ["", "> tick\n"])
  func `idle names the effects that do not finish, even beside a clock that ticks for ever`(
    ticking: String
  ) throws {
    let number = ticking.isEmpty ? 1 : 2
    let failure = try #require(try played("\(ticking)> wait\n> entry x\n> save\n@ idle"))
    #expect(
      failure.hasPrefix(
        """
        diary.trail:\(number + 3): failed: @ idle
          effects are in flight, and do not end as time passes:
            "waiting" (effect \(number), started by action \(number): .wait)
          "waiting" (effect \(number), started by action \(number): wait) is blocked: nothing in \
        the simulation will resume it.
          Likely causes:
            - it awaits an unstructured or detached task, the main actor, another executor, \
        `Task.sleep`, real I/O or a callback of another thread
            - it awaits a continuation or a stream that nobody resumes
          Suggestion: give the feature the clock of the launch and stand-ins for other services, or \
        play the trail with --real-time.
          cancel them in the app, or mark effects that last as long as their screen as `.background`
          after:
        \(ticking.isEmpty ? "" : "    > tick\n")\
            > wait
            > entry x
            > save
          on the screen:
            | Diary
        """))
  }

  @Test func `a restart keeps only saved values`() throws {
    #expect(
      try played(
        """
        > entry kept
        > save
        @ idle
        > entry lost
        > pin 1234
        > read
        @ restart
        ? screen diary
        ? entry is "kept"
        ? pin is ""
        ? no text Saved
        """) == nil)
  }

  @Test func `a failure shows the inputs, times and restarts that led there`() throws {
    #expect(
      try played(
        "# x\n> pin 12\n? depth 1\n@ idle\n! save\n@ 1.5s\n@ restart\n> entry x\n? depth 2") == """
          diary.trail:9: failed: ? depth 2
            expected: 2
            actual:   1
            after:
              > pin ••
              @ idle
              @ 1.5s
              @ restart
              > entry x
          \(onDiary(entry: "x"))
          """)
  }

  @Test func `a restart starts the app again, and time continues`() throws {
    #expect(
      try played(
        """
        % start ticking
        @ 2.5s
        ? text Ticks: 2
        @ restart
        ? no text Ticks
        @ 1s
        ? text Ticks: 1
        """) == nil)
  }

  @Test func `a restart ends the effects in flight`() throws {
    #expect(
      try played("> wait\n> tick\n> entry x\n> save\n@ restart\n? effects 0\n@ 5s\n? entry is \"\"")
        == nil)
    #expect(try played("> tick\n@ restart\n@ 5s\n? no text Ticks") == nil)
    #expect(try played("> entry x\n> save\n@ restart\n@ 5s\n@ restart\n? entry is \"\"") == nil)
  }

  @Test func `an effect in flight at the end fails the trail`() throws {
    #expect(
      try played("> entry x\n> save\n# the end\n\n") == """
        diary.trail:3: failed: the end of the trail
          effects are in flight at the end of the trail:
            "saving" (effect 1, started by action 2: .save)
          add the line "@ idle" to let them finish
          after:
            > entry x
            > save
        \(onDiary(entry: "x", remarks: ["  … Saving…"]))
        """)
    #expect(try played("> entry x\n> save\n@ idle") == nil)
    #expect(try played("> tick") == nil)
  }
}

struct SeedTests {
  /// Two effects of one input, which write in either order.
  private let race = "> entry a\n> race\n@ idle\n? note first: left"

  @Test func `without a seed the order is first in, first out`() throws {
    #expect(try played(race) == nil)
  }

  @Test func `a seed shuffles, and equal seeds have equal results`() throws {
    let results = try (0..<20).map { seed in try played("% seed \(seed)\n" + race) == nil }
    #expect(Set(results) == [true, false])
    #expect(try (0..<20).map { seed in try played("% seed \(seed)\n" + race) == nil } == results)
    // A seed from outside replaces the trail's own.
    #expect(try (0..<20).map { try played("% seed 99\n" + race, seed: $0) == nil } == results)
  }

  @Test func `a failure has the seed`() throws {
    let failure = try #require(try played("% seed 7\n? depth 2"))
    #expect(
      failure.hasPrefix(
        """
        diary.trail:2: failed: ? depth 2
          expected: 2
          actual:   1
          under the seed 7
          on the screen:
            | Diary
        """))
  }

  @Test func `choices take options in order, and the first one after them`() throws {
    // With either order of the first two jobs, one of the effects writes first.
    let results = try ["1/2", "2/2"].map { try played("% choices \($0)\n" + race) == nil }
    #expect(Set(results) == [true, false])
    let seeded = try played("% choices 2/2\n" + race, seed: 7)
    #expect(try seeded == played(race, seed: 7), "a seed from outside replaces choices")
  }

  @Test func `a choice that does not fit is explained`() throws {
    let failure = try #require(try played("% choices 4/7\n" + race))
    #expect(
      failure.contains(
        """
          choice 1 of the trail is 4/7, and the app now chooses among 2: wake: \
        effect 1 | effect 2
          the app has changed since the trail was written; remove "% choices", or find a trail again
        """), "\(failure)")
  }

  @Test func `a trail has a seed or choices, not both`() {
    for text in [
      "% seed 7\n% choices 1/2", "% choices 1/2\n% seed 7", "% seed 7\n% delays 1s",
      "% delays 1s\n% seed 7",
    ] {
      let error = #expect(throws: TrailSyntaxErrors.self) { try Trail.parse(text, file: "a.trail") }
      #expect(error?.description.contains("is set on line 1, and ") == true)
    }
  }
}
