import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import TestSupport
import Testing

@testable import CairnExplorer
@testable import searches

/// A search agrees with a plainer one; `swift run -c release searches` compares all apps.
@Suite struct RandomAppTests {
  @Test(arguments: Net.all) func `a random app has the same verdicts in both searches`(
    net: Net
  ) {
    for seed in net.seeds.prefix(1) {
      #expect(net.problem(seed) == nil, "\(net.name), seed \(seed)")
    }
  }
}

/// Orders of work that cannot matter are tried once, and no outcome is lost.
@Suite struct OrderReductionTests {
  @Test(.gate) func `four equal requests have few orders`() throws {
    let question = Question("load") { _, state, world in
      state.pressed = ["load"]
      return .merge((0..<4).map { _ in world.note("loaded") })
    }
    try question.asked { model in
      var model = model
      let exploration = try model.explore(checking: [])
      // Before and after each reply, and with all replies waiting at the same instant.
      #expect([exploration.states, exploration.transitions] == [3, 2])
      model.reductions.skipsCommutingOrders = false
      #expect(try model.explore(checking: []).states == 3)
    }
  }

  @Test(.gate) func `follow-ups that wait for their turn are told apart`() throws {
    // "warm" asks the same as "go": the search has met the effect before.
    let question = Question("warm go") { button, state, world in
      let ask = Effect<ProbeAction>.run(name: "ask", input: true) { _, send in
        await send(.press(world.choices.choose("answer", ["x": "x", "y": "y"])))
      }
      switch button {
      case "warm":
        state.pressed = ["warm"]
        return .merge(ask, .run(name: "other") { send in await send(.nothing) })
      case "go" where state.pressed == ["warm"]:
        state.pressed = ["warm", "go"]
        return .merge(ask, .run(name: "other") { send in await send(.note("other")) })
      case "x" where state.pressed.contains("go"), "y" where state.pressed.contains("go"):
        return .concatenate(.run(name: "first") { _ in }, .send(.note(button)))
      default:
        return .none
      }
    }
    try question.expectFound(["x other", "other x", "y other", "other y"])
  }

  @Test func `of equal effects of two actions each begins first`() throws {
    let question = Question("go") { button, state, _ in
      func effect(_ name: String) -> Effect<ProbeAction> {
        .run(name: name, input: name) { name, send in await send(.note(name)) }
      }
      guard button == "go" else { return .merge(effect("p"), effect("r")) }
      state.pressed = ["go"]
      return .merge(effect("p"), effect("q"), .send(.press("next")))
    }
    try question.expectFound(["p q p r", "p r p q"])
  }

  @Test func `effects begin as their actions merged them`() throws {
    let question = Question("go") { button, state, world in
      func effect(_ name: String) -> Effect<ProbeAction> {
        .run(name: name, input: name) { name, send in await send(.note(name)) }
      }
      switch button {
      case "go":
        state.pressed = ["go"]
        return .run(name: "toss") { send in
          await send(.press(world.choices.choose("toss", ["heads": "heads", "tails": "tails"])))
        }
      case "heads": return .merge(effect("a"), .send(.press("bc")))
      case "bc": return .merge(effect("b"), effect("c"))
      case "tails": return .merge(effect("a"), effect("b"), .send(.press("c")))
      default: return effect("c")
      }
    }
    try question.expectFound(["b c a", "c a b"])
  }

  @Test func `equal effects of two concatenations end in both orders`() throws {
    // One concatenation waits for "b", so that the order decides whether "next" comes before the other "a".
    let question = Question("go") { button, state, world in
      guard button != "go" else {
        state.pressed = ["go"]
        return .merge(.send(.press("begin")), .send(.press("begin")))
      }
      let b = Effect<ProbeAction>.run(name: "b") { send in
        let lasts = world.choices.choose("b", ["ends": false, "lasts": true])
        await send(.note(lasts ? "lasts" : "ends"))
        if lasts { try await world.clock.sleep(for: .seconds(10)) }
      }
      return .concatenate(.merge(world.note("a"), b), .send(.note("next")))
    }
    try question.expectFound([
      "lasts ends a a next", "lasts ends a next a", "ends lasts a a next", "ends lasts a next a",
    ])
  }

  @Test func `effects of the next process are told apart from those that end`() throws {
    // The first process prepares; the second listens, and cancels that while it gives a text; later ones do nothing.
    let question = Question("stop", first: "start") { _ in
      let texts = Guarded<AsyncStream<Void>.Continuation?>(nil)
      return { button, _, world in
        guard button == "start" else { return .cancel(id: "listen") }
        let (box, choices) = (world.box, world.choices)
        switch box.withLock({ $0 }) {
        case "empty":
          return .run(name: "prepare") { _ in
            box.withLock { $0 = "prepared" }
            let _: Bool = try await choices.answer("wait", ["never": .never])
          }
        case "prepared":
          let listen = Effect<ProbeAction>.run(name: "listen") { _ in
            let stream = AsyncStream { continuation in texts.withLock { $0 = continuation } }
            for await _ in stream { box.withLock { $0 = "heard" } }
          }
          return .merge(
            listen.cancellable(id: "listen"),
            .run(name: "stop") { send in
              box.withLock { $0 = "stopped" }
              await send(.press("stop"))
            },
            .run(name: "give") { _ in texts.withLock { _ = $0?.yield() } })
        default: return .none
        }
      }
    }
    try question.asked(trying: [.restarts]) { model in
      let property = AppProperty<ProbeState>.everyMoment("nothing is heard") { moment in
        moment.remembered(String.self) != ["heard"]
      }
      let found = try model.explore(checking: [property])
      #expect(found.steps(of: property.name) == ["@ restart"], "\(found)")
      #expect(try found.playedTrail(of: property.name, checking: [property]) != nil)
    }
  }
}

extension ProbeWorld {
  /// Presses in the background after a time in seconds.
  fileprivate func background(_ button: String, after time: Int) -> Effect<ProbeAction> {
    .run(name: button, input: time) { [clock] time, send in
      try await clock.sleep(for: .seconds(time))
      await send(.press(button))
    }
    .background
  }
}

/// A node whose times are all times of another node is left out, and no verdict changes.
@Suite struct CoveredTimesTests {
  private func model(_ options: String...) -> AppModel<Timers> { AppModel.bare(options: options) }

  @Test func `repetitions beside a longer timer are few states`() throws {
    var model = model("--table=repeated")
    let found = try model.explore(checking: [.settles, .everyInputHasEffect])
    #expect(found.isProved, "\(found)")
    // No timer, the first timer alone, and both timers.
    #expect(found.states == 3)
    model.reductions.coversTimes = false
    // The longer timer has 2.0, 1.7, … seconds left.
    #expect(try model.explore(checking: []).states > 9)
  }

  @Test func `a screen that is reachable from other times only has the shortest trail`() throws {
    let found = try model("--table=late").explore(checking: [.alwaysReachable(screen: "mode-6")])
    #expect(found.verdicts.map(\.result) == [.refuted])
    // Mode 3, after timer 2. Without its times, the first such node is mode 7, a step later.
    let steps = found.steps(of: found.verdicts[0].property).filter { !$0.hasPrefix("?") }
    #expect(steps.count == 3, "\(found)")
  }

  @Test func `a dead end at some times only is found`() throws {
    for stopsAtFirst in [false, true] {
      var model = model("--table=together")
      model.stopsAtFirst = stopsAtFirst
      let found = try model.explore(checking: [.noDeadEnd()])
      #expect(found.verdicts.first?.result == .refuted, "\(found)")
    }
  }

  @Test func `a dead end at some times is found beside an input that changes no state`() throws {
    // After "start" at once, each tick comes before the bell, and winds it up again.
    let question = Question("begin start on off") { button, state, world in
      let bell = world.background("bell", after: 3).cancellable(id: "bell", cancelInFlight: true)
      let beat = world.background("tick", after: 2)
      switch button {
      case "begin":
        state.pressed.insert(button)
        return bell
      case "start" where state.pressed.contains("begin"):
        state.pressed.insert(button)
        return beat
      case "tick": return .merge(bell, beat)
      case "bell": state.pressed.insert(button)
      case "on" where state.pressed.contains("start"):
        return .run(name: "lamp", input: 0) { [choices = world.choices] _, _ in
          let _: Bool = try await choices.answer("lamp", ["on": .never])
        }
        .background.cancellable(id: "lamp", cancelInFlight: true)
      case "off": return .cancel(id: "lamp")
      default: break
      }
      return .none
    }
    try question.expect(.refuted, of: .noDeadEnd { $0.pressed.contains("bell") })
  }

  @Test
  func `an interruption of the search that leaves out no times keeps the verdicts of the first`()
    throws
  {
    var most = 0
    let found = try model("--table=together").explore(
      checking: [.noDeadEnd(), .settles, .always("true") { _ in true }]
    ) { progress in
      defer { most = max(most, progress.states) }
      return progress.states >= most
    }
    #expect(found.verdicts[2].result == .proved, "\(found)")
    #expect(found.verdicts.contains { $0.result != .proved }, "\(found)")
    #expect(found.limit == nil && found.progressLimit == .interrupted)
  }

  @Test func `a search that leaves out no times has come further than the one before it`() throws {
    var model = model("--table=together")
    (model.notesProgress, model.check) = (true, .none)
    let begun = try model.explore(checking: [.noDeadEnd()], within: Bounds(depth: 2))
    let first = try #require(begun.searchProgress)
    model.progress = first
    // The interruption comes when the second search begins.
    var most = 0
    let found = try model.explore(checking: [.noDeadEnd()]) { progress in
      defer { most = max(most, progress.states) }
      return progress.states >= most
    }
    let second = try #require(found.searchProgress)
    #expect(second.nodes.count < first.nodes.count && second.isFurther(than: first))
    #expect(first.isFurther(than: nil) && !first.isFurther(than: first))
  }

  @Test func `a crash in the search that leaves out no times is kept`() throws {
    func explored(crashingAt crash: Int?, coversTimes: Bool = true) throws -> (
      AppExploration<Timers>, steps: Int
    ) {
      var (model, steps) = (model("--table=together"), 0)
      (model.reductions.coversTimes, model.check) = (coversTimes, .none)
      model.willStep = {
        steps += 1
        return steps != crash
      }
      return (try model.explore(checking: [.noDeadEnd()]), steps)
    }
    let all = try explored(crashingAt: nil).steps
    let second = try explored(crashingAt: nil, coversTimes: false).steps
    try #require(all > second)
    let (found, _) = try explored(crashingAt: all - second + 1)
    #expect(found.limit == .crash && found.refuted == ["no step crashes"], "\(found)")
  }

  @Test func `a step that reads the clock is tried at all times that differ`() throws {
    var model = model("--table=repeated", "--reads-clock")
    let states = try model.explore(checking: []).states
    model.reductions.coversTimes = false
    #expect(try model.explore(checking: []).states == states)
  }

  @Test func `a trail names the sleepers in the order in which they began to sleep on its path`()
    throws
  {
    // An effect that sleeps twice, and one that begins before or after the second sleep. They wake together
    // only in the latter case, and only then `b` comes between `a` and `c`.
    let question = Question("go b") { button, state, world in
      state.pressed.insert(button)
      return .run(name: button) { send in
        if button == "go" {
          try await world.clock.sleep(for: .seconds(1))
          try await world.choices.sleep(for: .milliseconds(900) ... .seconds(1))
          await send(.note("a"))
          await Task.yield()
          await send(.note("c"))
        } else {
          try await world.choices.sleep(for: .milliseconds(500) ... .milliseconds(600))
          await send(.note("b"))
        }
      }
    }
    try question.asked { model in
      let found = try model.explore(checking: [.reachable("b between") { $0.text == "a b c" }])
      #expect(try found.playedTrail(of: "reachable: b between") == nil)
      #expect(found.check.difference == nil, "\(found)")
    }
  }
}
