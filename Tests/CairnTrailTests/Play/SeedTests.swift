import CairnTrail
import Testing

/// The seed of a trail decides the choices that the rules leave open.
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
          choice 1 of the trail is option 4 of 7, and the app now chooses among 2: wake: \
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
