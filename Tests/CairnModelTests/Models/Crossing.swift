import Cairn
import CairnModel

/// A farmer takes a wolf, a goat and a cabbage across a river, at most one of them at a time.
struct Crossing: Reducer {
  struct State: Hashable {
    /// Everyone on the far bank.
    var across: Set<Passenger> = []
    var farmerIsAcross = false

    /// Whether no one is eaten.
    var isSafe: Bool {
      let alone = farmerIsAcross ? Set(Passenger.allCases).subtracting(across) : across
      return !alone.contains(.goat) || alone == [.goat]
    }
  }

  enum Passenger: CaseIterable {
    case wolf, goat, cabbage
  }

  enum Action: Hashable {
    case cross(with: Passenger?)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .cross(with: let passenger):
      state.farmerIsAcross.toggle()
      if let passenger { state.across.formSymmetricDifference([passenger]) }
      return .none
    }
  }

  /// The model without crossings after which someone is eaten.
  static let model = Model(State(), reducer: Crossing()) { state in
    let beside = Passenger.allCases.filter {
      state.across.contains($0) == state.farmerIsAcross
    }
    return ([nil] + beside).map(Action.cross).filter { action in
      var next = state
      _ = Crossing().reduce(into: &next, action: action)
      return next.isSafe
    }
  }
}
