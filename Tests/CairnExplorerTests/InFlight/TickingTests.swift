import Cairn
import CairnApp
import CairnExplorer
import CairnModel
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

/// Readings of the clock that stay in the state.
@Suite struct ReadingTests {
  @Test func `a step that reads the clock is tried at its earliest time and at two later ones`()
    throws
  {
    let exploration = try AppModel<Laps>.bare().explore()
    #expect(exploration.refuted == ["always a lap at the beginning or the end"], "\(exploration)")
    #expect(try exploration.playedTrail(of: "always a lap at the beginning or the end") != nil)
  }
}

/// Three seconds, within and after which a lap can be taken. Two seconds follow the lap.
private struct Laps: App {
  static let name = "laps"
  static let summary = "Takes one lap."
  static let properties: [AppProperty<State>] =
    [
      .noRuntimeIssue, .settles,
      // A wait of one second before the lap would change the order of the timers, and the reading.
      .always("a lap at the beginning or the end") { [nil, .zero, .seconds(3)].contains($0.lap) },
      .reachable("a lap at the end") { $0.lap == .seconds(3) },
      .reachable("the timer of the lap first") { $0.isLapOver && !$0.isOver },
      .reachable("both timers") { $0.isLapOver && $0.isOver },
    ]

  struct State: Hashable {
    var isOver = false
    var lap: Duration?
    var isLapOver = false
  }

  enum Action: Sendable {
    case started
    case over
    case lap
    case read(Duration)
    case lapOver
  }

  let state = State()
  let firstAction: Action? = .started
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let clock = launch.clock
    let elapsed = clock.stopwatch()
    reducer = Reduce { state, action in
      switch action {
      case .started:
        return .run { send in
          try await clock.sleep(for: .seconds(3))
          await send(.over)
        }
      case .over:
        state.isOver = true
        return .none
      case .lap:
        guard state.lap == nil else { return .none }
        return .run { await $0(.read(elapsed())) }
      case .read(let reading):
        state.lap = reading
        return .run { send in
          try await clock.sleep(for: .seconds(2))
          await send(.lapOver)
        }
      case .lapOver:
        state.isLapOver = true
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("laps", "Laps") {
        Button("lap", disabledBecause: state.lap == nil ? nil : "it is taken", .lap)
      }
    ]
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
