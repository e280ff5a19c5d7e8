import Cairn
import CairnModel

/// A jug of three litres, one of five, and a tap.
struct Jugs: Reducer {
  struct State: Hashable {
    var small = 0
    var large = 0
  }

  enum Action: CaseIterable {
    case fillSmall, fillLarge, emptySmall, emptyLarge, pourIntoSmall, pourIntoLarge
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fillSmall: state.small = 3
    case .fillLarge: state.large = 5
    case .emptySmall: state.small = 0
    case .emptyLarge: state.large = 0
    case .pourIntoSmall:
      let poured = min(state.large, 3 - state.small)
      state.large -= poured
      state.small += poured
    case .pourIntoLarge:
      let poured = min(state.small, 5 - state.large)
      state.small -= poured
      state.large += poured
    }
    return .none
  }

  static let model = Model(State(), reducer: Jugs()) { _ in
    Action.allCases
  }
}
