import Cairn
import CairnApp
import CairnModel
import CairnTrail
import TestSupport
import Testing

@testable import CairnExplorer

/// A node whose times are all times of another node is left out, and no verdict changes.
@Suite struct CoveredTimesTests {
  private func model(_ options: String...) -> AppModel<Timers> { AppModel.bare(options: options) }

  /// The number of steps of a trail.
  private func length(_ trail: String?) -> Int? {
    trail?.split(separator: "\n").count { $0.hasPrefix("> ") || $0.hasPrefix("@ ") }
  }

  @Test func `repetitions beside a longer timer are few states`() throws {
    var model = model("--table=repeated")
    let found = try model.explore(checking: [.settles, .everyInputHasEffect])
    #expect(found.isProved, "\(found)")
    // No timer, the first timer alone, and both timers, the second one started from either mode.
    #expect(found.states == 4)
    model.reductions.coversTimes = false
    // The longer timer has 2.0, 1.7, … seconds left.
    #expect(try model.explore(checking: []).states > 9)
  }

  @Test func `a screen that is reachable from other times only has the shortest trail`() throws {
    let found = try model("--table=late").explore(
      checking: [.alwaysReachable(screen: "mode-6")])
    let verdict = try #require(found.verdicts.first)
    #expect(verdict.result == .refuted)
    // Mode 3, after timer 2. Without its times, the first such node is mode 7, a step later.
    #expect(length(verdict.trail) == 3, "\(verdict.trail ?? "")")
  }

  @Test func `a dead end at some times only is found`() throws {
    let found = try model("--table=together").explore(checking: [.noDeadEnd()])
    #expect(found.verdicts.first?.result == .refuted, "\(found)")
  }

  @Test func `a step that reads the clock is tried at all times that differ`() throws {
    var model = model("--table=repeated", "--reads-clock")
    let states = try model.explore(checking: []).states
    model.reductions.coversTimes = false
    #expect(try model.explore(checking: []).states == states)
  }

  /// An effect that sleeps twice, and one that begins before or after the second sleep. They wake together
  /// only in the latter case, and only then `b` comes between `a` and `c`.
  private enum Twice: Question {
    static let buttons = ["go", "b"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed.insert(button)
      return .run(name: button) { [clock = world.clock, choices = world.choices] send in
        if button == "go" {
          try await clock.sleep(for: .seconds(1))
          try await choices.sleep(for: .milliseconds(900) ... .seconds(1))
          await send(.note("a"))
          await Task.yield()
          await send(.note("c"))
        } else {
          try await choices.sleep(for: .milliseconds(500) ... .milliseconds(600))
          await send(.note("b"))
        }
      }
    }
  }

  @Test func `a trail names the sleepers in the order in which they began to sleep on its path`()
    throws
  {
    let properties: [AppProperty<ProbeState>] = [
      .reachable("b between") { $0.noted == ["a", "b", "c"] }
    ]
    let model = AppModel<Probe<Twice>>.bare()
    let found = try model.explore(checking: properties)
    #expect(try found.playedTrail(of: "reachable: b between") == nil)
    #expect(found.check.difference == nil, "\(found)")
  }

  /// Seeds of tables with a node that is left out, and of tables whose verdicts depend on such a node.
  private static let seeds = [
    55, 65, 70, 138, 219, 229, 235, 277, 291,
    1, 3, 4, 5, 7, 8, 9, 11, 13, 17, 18, 19,
  ]

  @Test(.gate, arguments: seeds.counted)
  func `a random app has the same verdicts with and without covered times`(seed: Int) throws {
    var model = model("--seed=\(seed)")
    let found = try model.explore(checking: Timers.checked)
    model.reductions.coversTimes = false
    let expected = try model.explore(checking: Timers.checked)
    #expect(found.states <= expected.states)
    for (verdict, other) in zip(found.verdicts, expected.verdicts) {
      #expect(verdict.result == other.result, "\(verdict) instead of \(other)")
      if verdict.property != "\(AppProperty<Int>.settles)" {
        // The steps that repeat can be others.
        #expect(length(verdict.trail) == length(other.trail), "\(verdict.property)")
      }
      // The trail of a proof passes; an effect that never ends fails it.
      guard verdict.result == .proved, let trail = verdict.trail, !trail.contains("never end")
      else { continue }
      let failure = try TrailPlayer<Timers>.play(Trail.parse(trail, file: "found.trail"))
      #expect(failure == nil, "\(trail)")
    }
  }
}
