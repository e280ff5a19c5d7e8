import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

@testable import CairnExplorer

/// Orders of work that cannot matter are tried once, and no outcome is lost.
@Suite struct OrderReductionTests {
  /// Four equal requests. Their replies are counted.
  private enum Requests: Question {
    static let buttons = ["load"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["load"]
      return .merge((0..<4).map { _ in world.note("loaded") })
    }
  }

  @Test func `four equal requests have few orders`() throws {
    var model = AppModel<Probe<Requests>>.bare()
    let exploration = try model.explore(checking: [])
    // Before and after each reply, and with all replies waiting at the same instant.
    #expect(exploration.states == 3)
    #expect(exploration.transitions == 2)
    model.reductions.skipsCommutingOrders = false
    #expect(try model.explore(checking: []).states == 3)
  }

  /// Three requests, each with two answers.
  private enum Answers: Question {
    static let buttons = ["a", "b", "c"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed.insert(button)
      return .run(name: button) { [clock = world.clock, choices = world.choices] send in
        try await clock.sleep(for: .seconds(1))
        let answer = choices.choose(button, ["ok": "ok", "down": "down"])
        await send(.note("\(button) \(answer)"))
      }
    }
  }

  @Test func `requests that overlap reply in every order, with every answer`() throws {
    let logs = ["a ok b down", "b down a ok", "a ok c ok b ok", "c down b ok a ok"]
    let found = try AppModel<Probe<Answers>>.bare().explore(
      checking: logs.map { log in .reachable(log) { $0.noted.joined(separator: " ") == log } })
    #expect(found.isProved, "\(found)")
  }

  /// Seeds of apps whose orders without reductions are few enough for a test.
  private static let seeds = [
    2, 4, 8, 22, 23, 24, 25, 27, 30, 32, 35, 36, 37, 38, 41, 55, 56, 59, 64, 78, 81, 113, 118, 124,
    128, 131, 132, 139, 148, 152, 153, 161, 163, 175, 177, 194, 201, 205, 206, 209, 211, 213, 222,
    223, 224, 232, 234, 239, 240, 248, 249, 259, 272, 275, 277, 281, 285, 289, 293, 297, 298, 305,
    306, 309, 315, 317, 321, 369, 371, 373, 374, 375, 389, 394, 400, 404, 408, 413, 424, 426, 452,
    489, 505, 508, 514, 534, 535, 539, 568, 578, 590, 593, 605, 611, 615, 616, 621, 627, 647, 661,
    673, 685, 691, 701, 704, 706, 711, 713, 717, 720, 722, 728, 734, 744, 746, 754, 765, 789, 796,
    799, 802, 813, 815, 818, 819, 836, 842, 854, 864, 868, 872, 906, 909, 920, 926, 937, 944, 946,
    947, 949, 959, 962, 969, 984, 985, 987, 992, 997, 999, 1004, 1015, 1032, 1033, 1036, 1043, 1053,
    1057, 1062, 1075, 1077, 1103, 1110, 1167, 1177, 1181, 1192, 1196, 1199, 1210, 1216, 1233, 1235,
    1237, 1238, 1259, 1279, 1291, 1301, 1309, 1324, 1332, 1342, 1370, 1372, 1381, 1390, 1397, 1412,
    1418, 1423, 1428, 1444, 1445, 1450, 1459, 1461, 1466, 1469, 1480, 1498,
  ]

  @Test(.gate, arguments: seeds.counted)
  func `a random app has the same states and verdicts with and without reductions`(
    seed: Int
  ) throws {
    var model = AppModel<Scramble>.bare(options: ["--seed=\(seed)"])
    model.reductions = OrderReductions(
      visitsSituationsOnce: false, skipsCommutingOrders: false, forks: false)
    let expected = try model.explore(checking: Scramble.reachable)
    for (visitsOnce, skips) in [(true, true), (true, false), (false, true)] {
      model.reductions = OrderReductions(
        visitsSituationsOnce: visitsOnce, skipsCommutingOrders: skips)
      let found = try model.explore(checking: Scramble.reachable)
      // The turns of several tasks of one effect are part of a state, also where they cannot matter.
      #expect(
        Scramble.hasChildren(seed)
          ? found.states <= expected.states : found.states == expected.states,
        "seed \(seed): \(found.states) instead of \(expected.states)")
      for (verdict, other) in zip(found.verdicts, expected.verdicts) {
        #expect(verdict.result == other.result, "seed \(seed): \(verdict) instead of \(other)")
        #expect(length(verdict.trail) == length(other.trail), "seed \(seed): \(verdict.property)")
      }
    }
  }

  /// The number of steps of a trail.
  private func length(_ trail: String?) -> Int? {
    trail?.split(separator: "\n").count { $0.hasPrefix("> ") || $0.hasPrefix("@ ") }
  }
}

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
