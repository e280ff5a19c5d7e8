import Cairn
import CairnModel

/// Philosophers around a table, with a fork between neighbors; eating requires both forks.
struct Philosophers: Reducer {
  struct State: Hashable {
    /// The holder of each fork; fork `n` is at the left of philosopher `n`.
    var holders: [Int?]
  }

  enum Action: Hashable {
    case take(fork: Int, by: Int)
    /// Eats, and puts both forks back.
    case finish(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .take(let fork, by: let philosopher):
      state.holders[fork] = philosopher
    case .finish(let philosopher):
      for fork in state.holders.indices where state.holders[fork] == philosopher {
        state.holders[fork] = nil
      }
    }
    return .none
  }

  /// - Parameter isOrdered: whether all take the fork of the lower number first, and not the left
  ///   one.
  static func model(of count: Int, isOrdered: Bool) -> Model<State, Action> {
    Model(State(holders: Array(repeating: nil, count: count)), reducer: Philosophers()) { state in
      (0..<count).compactMap { philosopher in
        let both = [philosopher, (philosopher + 1) % count]
        for fork in isOrdered ? both.sorted() : both where state.holders[fork] != philosopher {
          return state.holders[fork] == nil ? .take(fork: fork, by: philosopher) : nil
        }
        return .finish(philosopher)
      }
    }
  }
}
