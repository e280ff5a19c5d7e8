import Cairn
import CairnApp
import TestSupport

/// An app with a random effect for each action, of the app or of its child. An action of the app presents the child
/// again after a dismissal. Its state contains the list of the reduced actions.
struct RandomApp: App, Reducer {
  struct State: Hashable {
    var reduced: [Int] = []
    var child: RandomChild.State? = RandomChild.State()

    /// An action of the child, or of the table if the child is absent.
    func childAction(_ number: Int) -> Action {
      child == nil ? .reduce(number) : .child(.reduce(number))
    }

    var text: String {
      let numbers = reduced.map(String.init).joined()
      return "Reduced: \(numbers), child: \(child.map { "\($0.count)" } ?? "none")"
    }
  }

  enum Action: Codable, Sendable {
    case reduce(Int)
    case child(RandomChild.Action)
  }

  static let count = 6
  /// No action returns an effect any more after so many.
  static let longest = 20

  static let name = "random"
  static let summary = "Returns random effects."
  static let options = [AppOption("--table", value: "SEED", help: "the table of effects")]
  static let properties: [AppProperty<State>] = []

  let state = State()
  let effects: [RandomWork]
  let clock: any Clock<Duration>
  var reducer: RandomApp { self }

  init(_ launch: Launch) throws(UsageError) {
    guard let seed = launch.options["--table"].flatMap(UInt64.init) else {
      throw UsageError("--table needs a seed")
    }
    self.init(seed: seed, clock: launch.clock)
  }

  init(seed: UInt64, clock: any Clock<Duration>) {
    var random = SeededChoice(seed: seed)
    effects = (0..<Self.count).map { _ in RandomWork(&random, Self.count, withTime: true) }
    self.clock = clock
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("table", "Table") {
        Text(state.text)
        for number in 0..<Self.count {
          Button("a\(number)", .reduce(number))
          Button("b\(number)", state.childAction(number))
        }
      }
    ]
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .reduce(let number):
        state.reduced.append(number)
        if state.child == nil { state.child = .init() }
        guard state.reduced.count < Self.longest else { return .none }
        return effects[number].effect(clock, unit: .seconds(1), dismisses: false) { .reduce($0) }
      case .child(.reduce(let number)):
        state.reduced.append(number)
        return .none
      }
    }
    .ifLet(
      \.child, CasePath(Action.child) { if case .child(let action) = $0 { action } else { nil } }
    ) { RandomChild(effects: effects, clock: clock) }
  }
}

struct RandomChild: Reducer {
  struct State: Hashable { var count = 0 }
  enum Action: Codable, Sendable { case reduce(Int) }

  let effects: [RandomWork]
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .reduce(let number) = action else { return .none }
    state.count += 1
    guard state.count < RandomApp.longest else { return .none }
    return effects[number].effect(clock, unit: .seconds(1)) { .reduce($0) }
  }
}
