import Cairn

/// Much to watch: a thousand numbers in an array.
struct Rows: Reducer {
  struct State: Equatable {
    var rows = Array(repeating: 0, count: 1_000)
    var other = 0
  }

  typealias Action = Watched.Action

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changeOther: state.other += 1
    case .changeWatched: state.rows[0] += 1
    }
    return .none
  }

  @inline(never)
  static func reduced(_ state: inout State, _ action: Action) {
    _ = Rows().reduce(into: &state, action: action)
  }
}

extension Rows.State {
  subscript(row index: Int) -> Int { rows[index] }

  /// The way to each number, in one step or in two.
  static func rowPaths(_ count: Int, steps: Int) -> [KeyPath<Self, Int>] {
    (0..<count).map { steps == 1 ? \.[row: $0] : \.rows[$0] }
  }
}
