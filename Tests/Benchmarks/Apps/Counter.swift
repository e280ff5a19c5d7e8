import Cairn

/// The leaf that most workloads end at.
struct Counter: Reducer {
  struct State: Hashable {
    var count = 0
  }

  enum Action: Sendable {
    case add(Int)
    case reset
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let amount): state.count += amount
    case .reset: state.count = 0
    }
    return .none
  }

  /// The floor: the same reducer, called as a function.
  @inline(never)
  static func reduced(_ state: inout State, _ action: Action) {
    _ = Counter().reduce(into: &state, action: action)
  }
}
