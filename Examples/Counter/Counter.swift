import Cairn
import CairnApp
import CairnTerminal

struct Counter: Reducer {
  struct State: Hashable {
    var count = 0
  }

  enum Action: Codable {
    case increment
    case decrement
    case reset
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
    case .decrement where state.count > 0:
      state.count -= 1
    case .decrement:
      break  // refused: there are no negative counts
    case .reset:
      state.count = 0
    }
    return .none
  }
}

@main struct CounterApp: App {
  static let name = "counter"
  static let summary = "Counts up and down; the smallest whole app."
  let state = Counter.State()
  let reducer = Counter()

  init(_ launch: Launch) {}

  func screens(of state: Counter.State) -> [Screen<Counter.Action>] {
    [
      Screen("counter", "Counter") {
        Text("Count: \(state.count)")
        Button("increment", .increment)
        Button(
          "decrement", disabledBecause: state.count > 0 ? nil : "the count is zero", .decrement)
        Button("reset", .reset)
      }
    ]
  }
}
