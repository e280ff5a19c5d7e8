import CAllocations
import Cairn
import CairnApp
import CairnExplorer
import CairnModel

/// The result of work that must not fail.
func required<Result>(_ work: () throws -> Result) -> Result {
  do { return try work() } catch { fatalError("\(error)") }
}

/// An app of one screen that is searched.
protocol SearchedApp: App {
  @ScreenBuilder<Root.Action>
  func elements(of state: Root.State) -> ScreenBuilder<Root.Action>.Elements
}

extension SearchedApp {
  static var name: String { "searched" }
  static var summary: String { "Is searched." }

  func screens(of state: Root.State) -> [Screen<Root.Action>] {
    [Screen("main", "Main") { return elements(of: state) }]
  }

  /// A complete search without restarts, disabled inputs, delays and its check.
  static func explored(options: [String] = []) -> AppExploration<Self> {
    var model = AppModel<Self>(options: options)
    model.without = Set(SearchPart.allCases)
    // The check replays each path from its start: its time grows with the square of the depth.
    model.check = .none
    let exploration = required { try model.explore() }
    guard exploration.limit == nil else { fatalError("\(exploration)") }
    return exploration
  }
}

extension Benchmark {
  /// Visiting all positions of the 8-puzzle. The floor is a loop written for this puzzle.
  static var explorer: Benchmark {
    puzzle("explorer", ratio: 1.5) {
      EightPuzzle.counted().transitions
    } subject: {
      EightPuzzle.explored().transitions
    }
  }

  /// The same on two cores. The floor is one core.
  static var explorerCores: Benchmark {
    puzzle("explorer-cores", ratio: 1 / 1.6) {
      EightPuzzle.explored().transitions
    } subject: {
      EightPuzzle.explored(cores: 2).transitions
    }
  }

  /// The same with a claim about runs. The floor is the search without one.
  static var explorerClaims: Benchmark {
    puzzle("explorer-claims", ratio: 2) {
      EightPuzzle.explored().transitions
    } subject: {
      EightPuzzle.explored(
        checking: .leadsTo("the gap at the end", "the gap at the begin") {
          $0.gap == 8
        } then: {
          $0.gap == 0
        }
      ).transitions
    }
  }

  private static func puzzle(
    _ name: String, ratio: Double, floor: @escaping @MainActor () -> Int,
    subject: @escaping @MainActor () -> Int
  ) -> Benchmark {
    Benchmark(name: name, parameters: [181_440], rate: "states", budget: Budget(ratio: ratio)) {
      _ in
      Workload { operations in
        for _ in 0..<operations { sink = floor() }
      } subject: { operations in
        for _ in 0..<operations { sink = subject() }
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
      return Double(bytes_in_use() - before) / Double(exploration.states)
    }
  }
}

extension EightPuzzle {
  fileprivate static func explored(
    checking properties: Property<State, Move>..., cores: Int = 1
  ) -> Exploration<State, Move> {
    required { try model.explore(checking: properties, cores: cores) }
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

  static let model = Model(State(), reducer: EightPuzzle()) { moves[Int($0.gap)] }

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

/// One search over five million states, on all cores.
extension Quantity {
  static var explorerLarge: [Quantity] {
    let stride = MemoryLayout<Dials.State>.stride
    return [
      Quantity(
        name: "explorer-large-states", unit: "states, no more and no fewer",
        exact: Double(Dials.count)
      ) { _ in Double(Large.search.states) },
      Quantity(
        name: "explorer-large-memory", unit: "bytes a state, \(stride) of them its own",
        limit: Double(2 * stride + 32)
      ) { _ in Large.search.bytes },
    ]
  }
}

@MainActor
private struct Large {
  let states: Int
  /// The memory of a state.
  let bytes: Double?

  /// The search runs once, for both quantities.
  static let search = Large()

  private init() {
    let before = bytes_in_use()
    let exploration = required { try Dials.model.explore() }
    let bytes = bytes_in_use() - before
    states = exploration.states
    self.bytes = allocations_are_counted() ? Double(bytes) / Double(exploration.states) : nil
  }
}

/// A lock with three dials. An action turns one dial by one step. All 100 · 100 · 500 settings are
/// reachable.
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

  static let model = Model(State(), reducer: Dials()) { _ in Dial.allCases }
}
