import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Testing

/// Answers and memory that a reducer receives without an effect. Every answer is tried, and nothing that the answer
/// decides is left out.
@Suite struct ReducerAnswerTests {
  @Test func `a choice of a reducer is tried while an effect is in flight`() throws {
    let question = Question("wait toss") { button, state, world in
      if button == "wait" {
        state.pressed = ["wait"]
        return world.note("done")
      }
      guard state.pressed == ["wait"], state.noted.isEmpty else { return .none }
      state.noted = [world.choices.choose("toss", ["heads": "heads", "tails": "tails"])]
      return .none
    }
    try question.expectFound(["heads", "tails", "heads done", "tails done"])
  }

  @Test func `a reducer reads the memory of its state, not that of the start`() throws {
    let question = Question("write read") { button, state, world in
      if button == "write" {
        state.pressed.insert("write")
        return .run(name: "write") { [clock = world.clock, box = world.box] send in
          try await clock.sleep(for: .seconds(1))
          box.withLock { $0 = "full" }
          await send(.note("written"))
        }
      }
      guard state.noted.count < 2 else { return .none }
      state.noted.append(world.box.withLock { $0 })
      return .none
    }
    let found = try question.found(
      among: ["empty empty", "empty written", "written empty", "written full", "full"])
    #expect(found == ["empty empty", "empty written", "written full"])
  }

  @Test func `follow-ups that end with the memory of their state are not endless`() throws {
    let question = Question("fill drain") { button, state, world in
      if button == "fill" {
        state.pressed = ["fill"]
        return .run(name: "fill") { [box = world.box] _ in box.withLock { $0 = "full" } }
      }
      guard state.pressed == ["fill"] else { return .none }
      return world.box.withLock { $0 } == "empty" ? .send(.press("drain")) : .none
    }
    try question.expect(.proved, of: .settles)
  }

  private static let refused = "refused means unchanged"

  /// Searches an app whose disabled button is not always refused, and plays the trail that shows it.
  ///
  /// - Parameter work: the effect that is in flight from the start.
  private func explored(
    besides work: (@Sendable (FlawedWorld) -> Effect<FlawedAction>)? = nil,
    _ press: @escaping @Sendable (inout FlawedState, FlawedWorld) -> Void
  ) throws -> (AppExploration<FlawedApp>, TrailFailure?) {
    let flaw = Flaw(
      "A disabled button is not always refused.", .always("small") { $0.count < 2 }, ["open"],
      firstAction: work == nil ? nil : .done("start"), refusal: { _, _ in "it is locked" },
      reduce: { state, action, world in
        if case .done = action { return work?(world) ?? .none }
        press(&state, world)
        return .none
      })
    return try FlawedApp.$flaw.withValue(flaw) {
      let exploration = try AppModel<FlawedApp>().explore()
      let isRefuted = exploration[Self.refused]?.result == .refuted
      return (exploration, isRefuted ? try exploration.playedTrail(of: Self.refused) : nil)
    }
  }

  @Test(arguments: [false, true]) func `a disabled input is refused with every answer`(
    isBusy: Bool
  ) throws {
    let work: @Sendable (FlawedWorld) -> Effect<FlawedAction> = { world in
      .run(name: "work") { _ in try await world.clock.sleep(for: .seconds(1)) }
    }
    let (exploration, failure) = try explored(besides: isBusy ? work : nil) { state, world in
      state.count = world.choices.choose("toss", ["heads": 0, "tails": 1])
    }
    #expect(exploration[Self.refused]?.result == .refuted && failure != nil, "\(exploration)")
  }

  @Test func `a disabled input is refused at later times, too`() throws {
    let (exploration, failure) = try explored { state, world in
      if world.elapsed() >= .seconds(60) { state.count = 1 }
    }
    #expect(exploration[Self.refused]?.result == .refuted && failure != nil, "\(exploration)")
    #expect(exploration.steps(of: Self.refused) == ["@ 86400s", "! open"])
  }

  @Test func `a disabled input that reads the clock beside effects decides no other property`()
    throws
  {
    let work: @Sendable (FlawedWorld) -> Effect<FlawedAction> = { _ in
      .run(name: "wait") { _ in
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        for await _ in ends {}
        end.finish()
      }
    }
    let (exploration, _) = try explored(besides: work) { state, world in
      if world.elapsed() >= .seconds(60) { state.count = 1 }
    }
    let gap =
      "unknown: > open on the screen flawed: its result depends on a time that was not tried"
    #expect(exploration.verdicts[0].result == .proved, "\(exploration)")
    #expect(exploration[Self.refused]?.result == .inconclusive(.unknown(gap)), "\(exploration)")
  }

  @Test func `a disabled input of a feature that is absent is refused`() throws {
    let closed = Flaw(
      "The button of a page that never opens is disabled.", .always("closed") { $0.page == nil },
      ["close"],
      elements: { _, _ in Button("load", disabledBecause: "the page is closed", .page(.load)) },
      reduce: { _, _, _ in .none })
    try FlawedApp.$flaw.withValue(closed) {
      let exploration = try AppModel<FlawedApp>().explore(
        checking: FlawedApp.properties + [.noRuntimeIssue])
      #expect(exploration[Self.refused]?.result == .proved, "\(exploration)")
      #expect(exploration.refuted.isEmpty, "\(exploration)")
    }
  }

  @Test func `an answer that the app has fixed at its launch is given once`() throws {
    let question = Question("toss") { world in
      world.choices.fix("toss", "bad")
      return { _, state, world in
        guard state.noted.count < 2 else { return .none }
        return .run(name: "toss") { send in
          await send(.note(world.choices.choose("toss", ["good": "good", "bad": "bad"])))
        }
      }
    }
    try question.asked(trying: [.disabled, .delays]) { model in
      let exploration = try model.explore(checking: [
        .reachable("bad good") { $0.text == "bad good" },
        .reachable("bad bad") { $0.text == "bad bad" },
        .reachable("a good first toss") { $0.noted.first == "good" },
      ])
      let results = exploration.verdicts.prefix(3).map(\.result)
      #expect(results == [.proved, .proved, .refuted], "\(exploration)")
    }
  }

  @Test func `an answer is fixed before and after it is given`() throws {
    let question = Question("go") { _, state, world in
      state.pressed = ["go"]
      return .merge(
        .run(name: "fix") { [clock = world.clock, choices = world.choices] _ in
          try await clock.sleep(for: .seconds(1))
          choices.fix("toss", "bad")
        },
        .run(name: "toss") { [clock = world.clock, choices = world.choices] send in
          try await clock.sleep(for: .seconds(1))
          await send(.note(choices.choose("toss", ["good": "good", "bad": "bad"])))
        })
    }
    try question.expectFound(["good", "bad"])
  }

  @Test func `an answer that an effect has fixed is given once`() throws {
    let question = Question("fix toss") { button, state, world in
      if button == "fix" {
        state.pressed = ["fix"]
        return .run(name: "fix") { [clock = world.clock, choices = world.choices] _ in
          choices.fix("toss", "bad")
          try await clock.sleep(for: .seconds(1))
        }
      }
      guard state.pressed == ["fix"], state.noted.count < 2 else { return .none }
      state.noted.append(world.choices.choose("toss", ["good": "good", "bad": "bad"]))
      return .none
    }
    try question.expectFound(["bad good", "bad bad"])
  }
}
