import Cairn
import CairnApp
import CairnExplorer
import CairnModel

extension Benchmark {
  /// Exploring an app through its screens, and proving its properties. The floor is the bare model:
  /// the same reducer and a list of actions.
  static var explorerApp: Benchmark {
    Benchmark(
      name: "explorer-app", parameters: [20_001], rate: "states",
      budget: Budget(nanoseconds: 20_001 * 10_000)
    ) { states in
      let dials = (0..<4).map { Locker.Action.dialTurned($0) }
      let model = Model(Locker.State(), reducer: Locker.Reducing()) { state in
        guard let id = state.inside.ids.last else { return dials + [.flapToggled, .open] }
        return [.inside(.element(id: id, action: .back))]
      }
      return Workload { operations in
        for _ in 0..<operations {
          sink = required { try model.explore(checking: [.noDeadEnd()]) }.states
        }
      } subject: { operations in
        for _ in 0..<operations {
          let exploration = Locker.explored()
          guard exploration.isProved, exploration.states == states else {
            fatalError("\(exploration)")
          }
          sink = exploration.states
        }
      }
    }
  }
}

/// A locker with four dials of ten digits, a flap, and a stack with the screen behind the door: two
/// screens, 20,001 states.
struct Locker: SearchedApp {
  struct State: Hashable {
    var dials = [0, 0, 0, 0]
    var isFlapOpen = false
    var inside: StackState<Inside.State> = []
  }

  enum Action: CasePathable {
    case dialTurned(Int)
    case flapToggled
    case open
    case inside(StackAction<Inside.Action>)
  }

  struct Reducing: Reducer {
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .dialTurned(let dial): state.dials[dial] = (state.dials[dial] + 1) % 10
        case .flapToggled: state.isFlapOpen.toggle()
        case .open:
          if state.isFlapOpen, state.dials == [1, 2, 3, 4] { state.inside.push(Inside.State()) }
        case .inside: break
        }
        return .none
      }
      .forEach(\.inside, .inside) { Inside() }
    }
  }

  struct Inside: Reducer {
    struct State: Hashable {}
    enum Action { case back }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .back: .dismiss
      }
    }
  }

  static let properties: [AppProperty<State>] =
    .standard() + [.reachable(screen: "inside"), .backUndoes("open")]
  let state = State()
  let reducer = Reducing()

  init(_ launch: Launch) {}

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    for (number, digit) in state.dials.enumerated() {
      ListRow("dial-\(number + 1)", "\(digit)", .dialTurned(number))
    }
    Toggle("flap", "the flap is open", isOn: state.isFlapOpen, .flapToggled)
    Button("open", disabledBecause: state.isFlapOpen ? nil : "the flap is shut", .open)
  }

  func screens(of state: State) -> [Screen<Action>] {
    [Screen("locker", "Locker") { return elements(of: state) }]
      + .screens(of: state.inside, .inside) { _ in
        Screen("inside", "Inside") { Button("back", .back) }
      }
  }
}

extension Quantity {
  /// A search through an app whose requests overlap.
  static var explorerRequests: Quantity {
    Quantity(name: "explorer-requests", unit: "seconds for five requests") { _ in
      RequestsApp.explored().elapsed / .seconds(1)
    }
  }
}

/// Up to five requests at once. Each takes a second and counts its answer.
struct RequestsApp: SearchedApp {
  struct State: Hashable {
    var started = 0
    var ok = 0
    var down = 0
  }

  enum Action: Sendable { case load, loaded, failed }

  let state = State()
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    reducer = Reduce { [clock = launch.clock, choices = launch.choices] state, action in
      switch action {
      case .load:
        guard state.started < 5 else { return .none }
        state.started += 1
        return .run(name: "load") { send in
          try await clock.sleep(for: .seconds(1))
          await send(choices.choose("load", ["ok": true, "down": false]) ? .loaded : .failed)
        }
      case .loaded: state.ok += 1
      case .failed: state.down += 1
      }
      return .none
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Text("\(state.ok) ok, \(state.down) down")
    Button("load", disabledBecause: state.started < 5 ? nil : "enough", .load)
  }
}

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
