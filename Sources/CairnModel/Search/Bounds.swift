import CairnDump

/// How far a search goes at most.
///
///     try model.explore(checking: properties, within: Bounds(depth: 20, time: .seconds(10)))
///
/// A search that meets a bound says so: what it did not refute is not proved.
public struct Bounds: Equatable, Sendable {
  /// How many steps away from the initial state; with less than one, only that is looked at.
  public var depth: Int?
  /// How many states are kept.
  public var states: Int
  /// How long it takes. Where this bound is met, the numbers differ from run to run.
  public var time: Duration?

  /// Ten million states, unless something else is asked for; the greatest number is that of 32 bits.
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
  /// Whoever waited for it wanted no more.
  case interrupted

  public var description: String {
    switch self {
    case .depth(let depth): "the depth of \(depth) was reached"
    case .states(let count): "the number of \(count.counted("state")) was reached"
    case .time(let time): "the time of \(time.notation) was over"
    case .interrupted: "it was interrupted"
    }
  }
}
