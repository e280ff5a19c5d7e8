import CairnExplorer
import CairnModel
import CairnTrail
import TestSupport
import Testing

@testable import dance

@Suite(.gate) struct ExploredTests {
  @Test(.timeLimit(.minutes(10)), arguments: DanceApp.starts)
  func `no property is refuted in the first states`(_ start: String) throws {
    var model = AppModel<DanceApp>(start: start, options: DanceApp.searchOptions)
    // With the times at which the clock is read, all states are too many for a test.
    model.without = [.delays]
    model.check = .none
    let exploration = try model.explore(within: Bounds(states: 150))
    #expect(exploration.verdicts.allSatisfy { $0.result != .refuted }, "\(exploration)")
  }
}

/// Planted flaws: each is refuted, with its shortest trail.
@Suite struct BrokenPlayerTests {
  @Test func `the player without a flaw is proved`() throws {
    let model = AppModel<BrokenPlayerApp>()
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }

  @Test(arguments: [
    (
      Flaw.keepsTicking, "every step: a second plays at most a second",
      ["> play", "> pause", "> play", "@ 1s"]
    ),
    (
      .sumsLengths, "always a share of at most 100 %",
      ["> play", "@ 1s", "@ 1s", "@ 1s", "> play", "@ 1s"]
    ),
    (.watchesSeeks, "every step: a seek watches nothing", ["> end"]),
    (
      .savesPausesOnly, "always only the last two seconds are not saved",
      ["> play", "@ 1s", "@ 1s", "@ 1s"]
    ),
    (.playsAtEnd, "never a video that plays at its end", ["> play", "> end"]),
  ])
  func `a flaw is refuted by its shortest trail`(
    flaw: Flaw, property: String, steps: [String]
  ) throws {
    let model = AppModel<BrokenPlayerApp>(options: ["--flaw=\(flaw.rawValue)"])
    // Some flaws have infinitely many states.
    let exploration = try model.explore(within: Bounds(states: 60))
    let verdict = try #require(exploration[property])
    #expect(verdict.result == .refuted)
    let trail = try #require(verdict.trail)
    let lines = trail.split(separator: "\n").map(String.init)
    #expect(lines.filter { !$0.hasPrefix("%") && !$0.hasPrefix("#") } == steps)
    #expect(
      try TrailPlayer<BrokenPlayerApp>.play(Trail.parse(trail, file: "found.trail")) != nil)
  }
}
