import CairnTrail
import Testing

/// What the rules leave open is drawn from the seed of a trail.
struct SeedTests {
  /// Two effects of one input; which of them writes first is open.
  private let race = "> entry a\n> race\n@ idle\n? note first: left"

  @Test func `without a seed the order is first in, first out`() throws {
    #expect(try played(race) == nil)
  }

  @Test func `a seed shuffles, and the same seed always gives the same`() throws {
    let results = try (0..<20).map { seed in try played("% seed \(seed)\n" + race) == nil }
    #expect(Set(results) == [true, false])
    #expect(try (0..<20).map { seed in try played("% seed \(seed)\n" + race) == nil } == results)
    // Given from outside, it takes the place of the trail's own.
    #expect(try (0..<20).map { try played("% seed 99\n" + race, seed: $0) == nil } == results)
  }

  @Test func `a failure tells the seed`() throws {
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
}
