import Cairn
import CairnApp
import CairnExplorer
import CairnModel

extension Benchmark {
  /// Exploring an app in which effects are in flight at each of many steps. The floor is the bare model: the
  /// same states and a list of actions, which is linear in the steps.
  static var explorerDepth: Benchmark {
    Benchmark(
      name: "explorer-depth", parameters: [200], rate: "ticks",
      budget: Budget(nanoseconds: 1_604 * 500_000),
      growth: Growth(sizes: [50, 100, 200, 400], limit: 0.7, floor: 1)
    ) { ticks in
      let model = Model(
        TicksApp.State(),
        reducer: Reduce<TicksApp.State, TicksApp.Action> { state, action in
          TicksApp.count(&state, action)
          return .none
        }
      ) { $0.ticks < ticks ? [.poked, .tick] : [.poked] }
      return Workload { operations in
        for _ in 0..<operations { sink = required { try model.explore() }.states }
      } subject: { operations in
        for _ in 0..<operations {
          let exploration = TicksApp.explored(options: ["--ticks=\(ticks)"])
          guard exploration.isProved else { fatalError("\(exploration)") }
          sink = exploration.states
        }
      }
    }
  }
}

/// Two timers that are started again when they fire, so that one is always in flight, and a toggle.
struct TicksApp: SearchedApp {
  struct State: Hashable {
    var ticks = 0
    var isPoked = false
  }

  enum Action: Hashable {
    case started
    case poked
    case tick
  }

  static let options = [AppOption("--ticks", value: "N", help: "the number of ticks")]

  let state = State()
  let reducer: Reduce<State, Action>
  let firstAction: Action? = .started

  init(_ launch: Launch) {
    let most = launch.options["--ticks"].flatMap { Int($0) } ?? 0
    let clock = launch.clock
    @Sendable func timer(_ seconds: Int) -> Effect<Action> {
      .run(name: "timer") { send in
        try await clock.sleep(for: .seconds(seconds))
        await send(.tick)
      }
    }
    reducer = Reduce { state, action in
      Self.count(&state, action)
      switch action {
      case .started: return .merge(timer(2), timer(3))
      case .poked: return .none
      case .tick: return state.ticks < most ? timer(2) : .none
      }
    }
  }

  /// Changes the state, without timers.
  static func count(_ state: inout State, _ action: Action) {
    switch action {
    case .started: break
    case .poked: state.isPoked.toggle()
    case .tick: state.ticks += 1
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Text("\(state.ticks)")
    Button("poke", .poked)
  }
}
