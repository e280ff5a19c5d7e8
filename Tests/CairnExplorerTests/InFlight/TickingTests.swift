import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import Testing

/// A clock that ticks for ever.
@Suite struct TickingTests {
  @Test func `the search of a clock whose ticks start each other ends`() throws {
    let exploration = try AppModel<Metronome>().explore()
    #expect(exploration.isProved, "\(exploration)")
    // Four beats, each running or stopped.
    #expect(exploration.states == 8)
  }

  @Test func `a restart finds a stopped metronome`() throws {
    var model = AppModel<Metronome>()
    model.restarts = true
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.states == 8)
  }

  @Test func `a reading that is not irrelevant makes each tick a new state`() throws {
    let exploration = try AppModel<Metronome>(start: "counting").explore(
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
