import Cairn
import CairnExplorer

/// Eight tiles and a gap on a board of three by three. A move is one of the gap.
struct EightPuzzle: Reducer {
  struct State: Hashable {
    /// Four bits a cell, the first one lowest; the gap is 0.
    private(set) var cells: UInt64 = 0x0_8765_4321
    private(set) var gap = UInt8(8)

    mutating func moveGap(to cell: UInt8) {
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
    state.moveGap(to: UInt8(Int8(state.gap) + action.rawValue))
    return .none
  }

  /// From the solved position.
  static let model = Model(State(), reducer: EightPuzzle()) {
    moves[Int($0.gap)]
  }

  private static let moves: [[Move]] = [
    [.right, .down], [.left, .right, .down], [.left, .down],
    [.up, .right, .down], [.up, .left, .right, .down], [.up, .left, .down],
    [.up, .right], [.up, .left, .right], [.up, .left],
  ]
}
