import CairnSimulation

/// How things went that a step leaves open, and what it did with those who sleep.
@usableFromInline
struct Nondeterminism: Hashable {
  let draws: [Decision]
  let timing: Timing

  init(draws: [Decision] = [], timing: Timing) {
    self.draws = draws
    self.timing = timing
  }

  /// Those of a step that leaves nothing open.
  @usableFromInline
  init() {
    self.init(timing: Timing())
  }
}
