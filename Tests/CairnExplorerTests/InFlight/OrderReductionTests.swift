import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

@testable import CairnExplorer
@testable import searches

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
}
