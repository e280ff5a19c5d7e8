import CairnDump

/// Bounds of a search.
///
///     try model.explore(checking: properties, within: Bounds(depth: 20, time: .seconds(10)))
///
/// A search that reaches a bound reports it: a property that it did not refute is inconclusive.
public struct Bounds: Equatable, Sendable {
  /// The maximum number of steps from the initial state; with 0, only the initial state is checked.
  public var depth: Int?
  /// The maximum number of states.
  public var states: Int
  /// The maximum time. A search that reaches it has different numbers in each run.
  public var time: Duration?

  /// Ten million states by default. The number of states is at most that of 32 bits.
  public init(depth: Int? = nil, states: Int = 10_000_000, time: Duration? = nil) {
    self.depth = depth
    self.states = min(max(1, states), IndexTable.maximum)
    self.time = time
  }
}

/// The bound that ended a search.
public enum Limit: Equatable, Sendable, CustomStringConvertible {
  case depth(Int)
  case states(Int)
  case time(Duration)
  /// The caller ended the search.
  case interrupted

  public var description: String {
    switch self {
    case .depth(let depth): "the depth of \(depth) was reached"
    case .states(let count): "the number of \(counted(count, "state")) was reached"
    case .time(let time): "the time of \(time.notation) was over"
    case .interrupted: "it was interrupted"
    }
  }
}
