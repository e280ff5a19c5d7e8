import Cairn
import CairnModel

/// Peterson's algorithm: mutual exclusion of two processes with shared memory.
struct Peterson: Reducer {
  struct State: Hashable {
    var places: [Place] = [.outside, .outside]
    var wants = [false, false]
    var turn = 0

    var bothAreInside: Bool { places == [.inside, .inside] }
  }

  enum Place {
    case outside, announced, waiting, inside
  }

  /// The process that takes its next step.
  enum Action: Int, CaseIterable {
    case left, right
  }

  /// Whether a process announces itself only after it has set the turn: a bug.
  var isBroken = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let me = action.rawValue
    let other = 1 - me
    switch state.places[me] {
    case .outside:
      if isBroken { state.turn = other } else { state.wants[me] = true }
      state.places[me] = .announced
    case .announced:
      if isBroken { state.wants[me] = true } else { state.turn = other }
      state.places[me] = .waiting
    case .waiting:
      if !state.wants[other] || state.turn == me { state.places[me] = .inside }
    case .inside:
      state.wants[me] = false
      state.places[me] = .outside
    }
    return .none
  }

  static func model(isBroken: Bool) -> Model<State, Action> {
    Model(State(), reducer: Peterson(isBroken: isBroken)) { _ in
      Action.allCases
    }
  }
}
