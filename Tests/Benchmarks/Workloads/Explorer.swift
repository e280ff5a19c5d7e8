import CAllocations
import Cairn
import CairnModel

extension Benchmark {
  /// Visiting all positions of the 8-puzzle. The floor is a loop written for this puzzle.
  static var explorer: Benchmark {
    Benchmark(
      name: "explorer", parameters: [181_440], rate: "states", budget: Budget(ratio: 1.5)
    ) { _ in
      Workload { operations in
        for _ in 0..<operations { sink = EightPuzzle.counted().transitions }
      } subject: { operations in
        for _ in 0..<operations { sink = EightPuzzle.explored().transitions }
      }
    }
  }
}

extension Benchmark {
  /// The same on two cores. The floor is one core.
  static var explorerCores: Benchmark {
    Benchmark(
      name: "explorer-cores", parameters: [181_440], rate: "states",
      budget: Budget(ratio: 1 / 1.6)
    ) { _ in
      Workload { operations in
        for _ in 0..<operations { sink = EightPuzzle.explored().transitions }
      } subject: { operations in
        for _ in 0..<operations { sink = EightPuzzle.explored(cores: 2).transitions }
      }
    }
  }
}

extension Quantity {
  /// The memory of a visited state: its value, and the data to find a path to it.
  static var explorer: Quantity {
    let stride = MemoryLayout<EightPuzzle.State>.stride
    return Quantity(
      name: "memory-explorer", unit: "bytes a state, \(stride) of them its own",
      limit: Double(2 * stride + 32)
    ) { _ in
      guard allocations_are_counted() else { return nil }
      let before = bytes_in_use()
      let exploration = EightPuzzle.explored()
      let bytes = bytes_in_use() - before
      return Double(bytes) / Double(exploration.states)
    }
  }
}

extension EightPuzzle {
  fileprivate static func explored(cores: Int = 1) -> Exploration<State, Move> {
    do {
      return try model.explore(cores: cores)
    } catch {
      fatalError("\(error)")
    }
  }
}

/// Eight tiles and a gap on a board of three by three. A move moves the gap.
struct EightPuzzle: Reducer {
  struct State: Hashable {
    /// Four bits for each cell, the first cell in the lowest bits. The gap is 0.
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

  /// Counts positions, and the moves between them, with an ordinary breadth-first loop.
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
