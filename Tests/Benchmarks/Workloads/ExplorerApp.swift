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
      Workload { operations in
        for _ in 0..<operations { sink = modelled() }
      } subject: { operations in
        for _ in 0..<operations { sink = explored(states) }
      }
    }
  }

  private static func modelled() -> Int {
    let dials = (0..<4).map { Locker.Action.dialTurned($0) }
    let model = Model(Locker.State(), reducer: Locker()) { state in
      guard let id = state.inside.ids.last else { return dials + [.flapToggled, .open] }
      return [.inside(.element(id: id, action: .back))]
    }
    do {
      return try model.explore(checking: [.noDeadEnd()]).states
    } catch {
      fatalError("\(error)")
    }
  }

  private static func explored(_ states: Int) -> Int {
    do {
      let exploration = try AppModel<LockerApp>.bare().explore()
      guard exploration.isProved, exploration.states == states else { fatalError("\(exploration)") }
      return exploration.states
    } catch {
      fatalError("\(error)")
    }
  }
}

/// A locker with four dials of ten digits, a flap, and a stack with the screen behind the door: two
/// screens, 20,001 states.
struct Locker: Reducer {
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

  struct Inside: Reducer {
    struct State: Hashable {}

    enum Action {
      case back
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .back: .dismiss
      }
    }
  }
}

struct LockerApp: App {
  static let name = "locker"
  static let summary = "Opens with the right digits."
  static let properties: [AppProperty<Locker.State>] =
    .standard() + [.reachable(screen: "inside"), .backUndoes("open")]
  let state = Locker.State()
  let reducer = Locker()

  init(_ launch: Launch) {}

  func screens(of state: Locker.State) -> [Screen<Locker.Action>] {
    let locker = Screen<Locker.Action>("locker", "Locker") {
      for (number, digit) in state.dials.enumerated() {
        ListRow("dial-\(number + 1)", "\(digit)", .dialTurned(number))
      }
      Toggle("flap", "the flap is open", isOn: state.isFlapOpen, .flapToggled)
      Button("open", disabledBecause: state.isFlapOpen ? nil : "the flap is shut", .open)
    }
    return [locker]
      + state.inside.ids.map { id in
        Screen("inside", "Inside") { Button("back", .inside(.element(id: id, action: .back))) }
      }
  }
}

extension AppModel {
  /// A search without restarts, disabled inputs, delays and its check.
  static func bare(start: String? = nil, options: [String] = []) -> AppModel {
    var model = AppModel(start: start, options: options)
    model.without = Set(SearchPart.allCases)
    // The check replays each path from its start: its time grows with the square of the depth.
    model.check = .none
    return model
  }
}
