import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Testing

/// A clock that ticks for ever.
@Suite struct TickingTests {
  @Test func `the search of a clock whose ticks start each other ends`() throws {
    let exploration = try AppModel<Metronome>.bare().explore()
    #expect(exploration.isProved, "\(exploration)")
    // Four beats, each running or stopped.
    #expect(exploration.states == 8)
  }

  @Test func `a restart finds a stopped metronome`() throws {
    var model = AppModel<Metronome>.bare()
    model.without.remove(.restarts)
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.states == 8)
  }

  @Test func `a reading that is not irrelevant makes each tick a new state`() throws {
    let exploration = try AppModel<Metronome>.bare(start: "counting").explore(
      within: Bounds(states: 100))
    #expect(exploration.limit == .states(100))
  }
}

/// Beats four to the bar while it runs. Its state has a reading of the clock.
private struct Metronome: App {
  static let name = "metronome"
  static let summary = "Beats."
  static let starts = ["running", "counting"]
  static let properties: [AppProperty<State>] =
    .standard() + [
      .never("a beat of another bar") { $0.beat > 3 },
      .reachable("the last beat") { $0.beat == 3 },
    ]
  static let canonicalState: (@Sendable (State) -> State)? = { state in
    var state = state
    if !state.counts { state.reading = .zero }
    return state
  }

  struct State: Hashable {
    var isRunning = false
    var beat = 0
    var reading = Duration.zero
    var counts = false
  }

  enum Action: Sendable {
    case start
    case stop
    case tick
    case read(Duration)
    case next
  }

  let state: State
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    state = State(counts: launch.world == .simulated(start: "counting"))
    let clock = launch.clock
    let elapsed = clock.stopwatch()
    reducer = Reduce { state, action in
      switch action {
      case .start:
        state.isRunning = true
        return .run { await $0(.read(elapsed())) }
      case .stop:
        state.isRunning = false
        return .cancel(id: "tick")
      case .tick:
        state.beat = (state.beat + 1) % 4
        return .run { await $0(.read(elapsed())) }
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

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("metronome", "Metronome") {
        Text("\(state.beat + 1)")
        Button("start", disabledBecause: state.isRunning ? "it runs" : nil, .start)
        Button("stop", disabledBecause: state.isRunning ? nil : "it is stopped", .stop)
      }
    ]
  }
}

/// Effects after a restart do not depend on the time before it.
@Suite struct RestartTests {
  /// Takes a second to start, then shows a switch.
  private struct Lamp: App {
    enum State: Hashable { case starting, off, on }
    enum Action: Sendable { case started, loaded, flip }

    static let name = "lamp"
    static let summary = "Takes a second to start."

    let state = State.starting
    let reducer: Reduce<State, Action>
    let firstAction: Action? = .started

    init(_ launch: Launch) {
      let clock = launch.clock
      reducer = Reduce { state, action in
        switch action {
        case .started:
          return .run(name: "load") { send in
            try await clock.sleep(for: .seconds(1))
            await send(.loaded)
          }
        case .loaded:
          state = .off
          return .none
        case .flip:
          if state != .starting { state = state == .on ? .off : .on }
          return .none
        }
      }
    }

    func screens(of state: State) -> [Screen<Action>] {
      [
        Screen("lamp", "Lamp") {
          Button("flip", disabledBecause: state == .starting ? "it starts" : nil, .flip)
        }
      ]
    }
  }

  @Test func `a restart leads to the same node from every node`() throws {
    var model = AppModel<Lamp>.bare()
    model.without.remove(.restarts)
    let exploration = try model.explore()
    #expect(exploration.states == 3)
    #expect(exploration.isProved, "\(exploration)")
  }
}

/// A trail that was found with effects in flight replays to the same finding.
@Suite struct FoundTrailTests {
  /// Asks a second later for an answer that may never come.
  private enum Late: Question {
    static let buttons = ["ask"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["ask"]
      return .run(name: "ask") { send in
        try await world.clock.sleep(for: .seconds(1))
        let answer = try await world.choices.answer(
          "answer", ["never": Answer<String>.never, "yes": .success("yes")])
        await send(.note(answer))
      }
    }
  }

  @Test func `a passing trail continues until effects end that might not`() throws {
    let exploration = try AppModel<Probe<Late>>.bare().explore(
      checking: [.reachable("asking") { $0.pressed == ["ask"] }])
    #expect(exploration.steps(of: "reachable: asking") == ["> ask", "@ 1s"])
    #expect(try exploration.playedTrail(of: "reachable: asking") == nil)
  }

  /// Waits for five seconds, then times out.
  private enum TimeOut: Question {
    static let buttons = ["ask"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["ask"]
      return .run(name: "ask") { send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = try? await world.choices.answer("", ["": Answer<String>.never]) }
          group.addTask { try? await world.clock.sleep(for: .seconds(5)) }
          await group.next()
          group.cancelAll()
        }
        await send(.note("nothing came"))
      }
    }
  }

  @Test func `a passing trail waits for a time-out`() throws {
    let exploration = try AppModel<Probe<TimeOut>>.bare().explore(
      checking: [.reachable("asking") { $0.pressed == ["ask"] }])
    #expect(exploration.steps(of: "reachable: asking") == ["> ask", "@ idle"])
    #expect(try exploration.playedTrail(of: "reachable: asking") == nil)
  }

  /// Sixty frames a second: no whole number of nanoseconds.
  private enum Film: Question {
    static let buttons = ["start"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      state.pressed = ["start"]
      return .run(name: "film") { send in
        for frame in 1...3 {
          try await world.clock.sleep(for: .seconds(1) / 60)
          await send(.note("\(frame)"))
        }
      }
    }
  }

  @Test func `a trail waits for a timer between two nanoseconds`() throws {
    let exploration = try AppModel<Probe<Film>>.bare().explore(
      checking: [.reachable("the end") { $0.noted == ["1", "2", "3"] }])
    let wait = "@ 0.016666667s"
    #expect(exploration.steps(of: "reachable: the end") == ["> start", wait, wait, wait])
    #expect(try exploration.playedTrail(of: "reachable: the end") == nil)
  }
}
