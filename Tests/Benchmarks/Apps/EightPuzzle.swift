import Cairn
import CairnModel

/// Eight tiles and a gap on a board of three by three. A move is one of the gap.
struct EightPuzzle: Reducer {
  struct State: Hashable {
    /// Four bits a cell, the first one lowest; the gap is 0.
    private(set) var cells: UInt64 = 0x0_8765_4321
    private(set) var gap = UInt8(8)

    mutating func moveGap(by distance: Int8) {
      let cell = UInt8(Int8(gap) + distance)
      let tile = cells >> (4 * UInt64(cell)) & 0xF
      cells ^= tile << (4 * UInt64(cell)) | tile << (4 * UInt64(gap))
      gap = cell
    }
  }

  enum Move: Int8 {
    case up = -3
    case left = -1
    case right = 1
    case down = 3
  }

  func reduce(into state: inout State, action: Move) -> Effect<Move> {
    state.moveGap(by: action.rawValue)
    return .none
  }

  static let model = Model(State(), reducer: EightPuzzle()) {
    moves[Int($0.gap)]
  }

  /// What an ordinary breadth-first loop finds: positions, and moves between them.
  static func counted() -> (states: Int, transitions: Int) {
    var states = [State()]
    var known: Set = [State()]
    var transitions = 0
    var next = 0
    while next < states.count {
      let state = states[next]
      next += 1
      for move in moves[Int(state.gap)] {
        var state = state
        state.moveGap(by: move.rawValue)
        transitions += 1
        if known.insert(state).inserted { states.append(state) }
      }
    }
    return (states.count, transitions)
  }

  private static let moves: [[Move]] = [
    [.right, .down], [.left, .right, .down], [.left, .down],
    [.up, .right, .down], [.up, .left, .right, .down], [.up, .left, .down],
    [.up, .right], [.up, .left, .right], [.up, .left],
  ]
}
