import Cairn
import CairnModel

/// A lock with three dials, each turned a step at a time, around and around. Every setting can be
/// reached: there are 100 · 100 · 500 of them.
struct Dials: Reducer {
  struct State: Hashable {
    var first: UInt16 = 0
    var second: UInt16 = 0
    var third: UInt16 = 0
  }

  enum Dial: CaseIterable {
    case first, second, third
  }

  func reduce(into state: inout State, action: Dial) -> Effect<Dial> {
    switch action {
    case .first: state.first = (state.first + 1) % 100
    case .second: state.second = (state.second + 1) % 100
    case .third: state.third = (state.third + 1) % 500
    }
    return .none
  }

  static let count = 100 * 100 * 500

  static let model = Model(State(), reducer: Dials()) { _ in
    Dial.allCases
  }
}
