import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

@Suite struct TickingTests {
  @Test(arguments: [false, true])
  func `the search of a clock whose ticks start each other ends, and a restart finds it stopped`(
    restarts: Bool
  ) throws {
    let exploration = try AppModel<Metronome>.bare(trying: restarts ? [.restarts] : []).explore()
    #expect(exploration.isProved, "\(exploration)")
    // Four beats, each running or stopped.
    #expect(exploration.states == 8)
  }
}

/// Beats four to the bar while it runs. Its state has a reading of the clock.
private struct Metronome: TestApp {
  static let properties: [AppProperty<State>] =
    .standard() + [
      .never("a beat of another bar") { $0.beat > 3 },
      .reachable("the last beat") { $0.beat == 3 },
    ]
  static let canonicalState: (@Sendable (State) -> State)? = { state in
    var state = state
    state.reading = .zero
    return state
  }

  struct State: Hashable {
    var isRunning = false
    var beat = 0
    var reading = Duration.zero
  }

  enum Action: Sendable {
    case start, stop, tick, next
    case read(Duration)
  }

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let clock = launch.clock
    let elapsed = clock.stopwatch()
    reducer = Reduce { state, action in
      switch action {
      case .start, .tick:
        if case .start = action {
          state.isRunning = true
        } else {
          state.beat = (state.beat + 1) % 4
        }
        return .run { await $0(.read(elapsed())) }
      case .stop:
        state.isRunning = false
        return .cancel(id: "tick")
      case .read(let reading):
        state.reading = reading
        return .send(.next)
      case .next:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
        .background
        .cancellable(id: "tick", cancelInFlight: true)
      }
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Text("\(state.beat + 1)")
    Button("start", disabledBecause: state.isRunning ? "it runs" : nil, .start)
    Button("stop", disabledBecause: state.isRunning ? nil : "it is stopped", .stop)
  }
}

/// Effects after a restart do not depend on the time before it.
@Suite struct RestartTests {
  @Test func `a restart leads to the same node from every node`() throws {
    // Takes a second to start, then has a switch.
    let question = Question("flip", first: "start") { button, state, world in
      switch button {
      case "start":
        state.pressed = ["flip"]
        return .later(.press("loaded"), "load", on: world.clock)
      case "loaded": state = ProbeState(noted: ["off"])
      default: state.noted = [state.noted == ["on"] ? "off" : "on"]
      }
      return .none
    }
    try question.asked(trying: [.restarts]) { model in
      let exploration = try model.explore()
      #expect(exploration.states == 3 && exploration.isProved, "\(exploration)")
    }
  }

  @Test func `a restart comes after the time of its node`() throws {
    let question = Question("stamp", first: "stamp") { button, state, world in
      guard button == "stamp" else {
        state.noted = [button]
        return .none
      }
      return .run(name: "stamp") { send in
        let time = (world.clock as? VirtualClock)?.now.offset ?? .zero
        await send(.press("\(time.components.seconds)"))
      }
    }
    try question.asked(trying: [.restarts]) { model in
      let property = AppProperty<ProbeState>.step("time goes on") { before, _, after in
        (Int(before.text) ?? 0) <= (Int(after.text) ?? 0)
      }
      let found = try model.explore(checking: [property], within: Bounds(states: 1_000))
      #expect(found.refuted.isEmpty, "\(found)")
      #expect(found.states > 2)
    }
  }
}

/// A trail that was found with effects in flight replays to the same finding.
@Suite struct FoundTrailTests {
  static let cases: [(name: String, steps: [String], notes: String, effect: Question.Press)] = [
    // Asks a second later for an answer that may never come: the trail continues until it may not.
    (
      "ask", ["> ask", "@ 1s"], "",
      { _, _, world in
        .run(name: "ask") { send in
          try await world.clock.sleep(for: .seconds(1))
          let answer = try await world.choices.answer(
            "answer", ["never": Answer<String>.never, "yes": .success("yes")])
          await send(.note(answer))
        }
      }
    ),
    // Waits for five seconds, then times out.
    (
      "wait", ["> wait", "@ idle"], "",
      { _, _, world in
        .run(name: "wait") { send in
          await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await world.choices.answer("", ["": Answer<String>.never]) }
            group.addTask { try? await world.clock.sleep(for: .seconds(5)) }
            await group.next()
            group.cancelAll()
          }
          await send(.note("nothing came"))
        }
      }
    ),
    // Sixty frames a second: no whole number of nanoseconds.
    (
      "film", ["> film", "@ 0.016666667s", "@ 0.016666667s", "@ 0.016666667s"], "1 2 3",
      { _, _, world in
        .run(name: "film") { send in
          for frame in 1...3 {
            try await world.clock.sleep(for: .seconds(1) / 60)
            await send(.note("\(frame)"))
          }
        }
      }
    ),
  ]

  @Test(arguments: cases.indices)
  func `a passing trail waits for effects that end, and for those that might not`(
    index: Int
  ) throws {
    let (name, steps, notes, effect) = Self.cases[index]
    let question = Question(name) { button, state, world in
      state.pressed = [button]
      return effect(button, &state, world)
    }
    try question.asked { model in
      let exploration = try model.explore(
        checking: [.reachable("the end") { $0.pressed == [name] && $0.text == notes }])
      #expect(exploration.steps(of: "reachable: the end") == steps)
      #expect(try exploration.playedTrail(of: "reachable: the end") == nil)
    }
  }
}
