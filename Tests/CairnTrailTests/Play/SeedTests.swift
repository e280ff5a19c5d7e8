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
}
