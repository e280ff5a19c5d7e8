import Cairn
import CairnApp
import CairnModel
import CairnSimulation
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
    var model = AppModel<Probe<Requests>>()
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
    let found = try AppModel<Probe<Answers>>().explore(
      checking: logs.map { log in .reachable(log) { $0.noted.joined(separator: " ") == log } })
    #expect(found.isProved, "\(found)")
  }

  /// Seeds of apps whose orders without reductions are few enough for a test.
  private static let seeds = [
    2, 4, 8, 23, 25, 27, 36, 56, 59, 64, 78, 128, 161, 163, 175, 177, 201, 211, 213, 222, 234, 249,
    275, 277, 285, 293, 297, 305, 306, 309, 315, 317, 321, 369, 375, 394,
  ]

  @Test(arguments: seeds)
  func `a random app has the same states and verdicts with and without reductions`(
    seed: Int
  ) throws {
    var model = AppModel<Scramble>(options: ["--seed=\(seed)"])
    model.reductions = OrderReductions(visitsSituationsOnce: false, skipsCommutingOrders: false)
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
