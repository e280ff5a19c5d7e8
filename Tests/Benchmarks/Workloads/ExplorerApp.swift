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
