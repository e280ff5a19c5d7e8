/// The reason why not every outcome of a step is known.
@usableFromInline
enum UnknownReason: CustomStringConvertible {
  /// The result depends on a time that no trial has: the app uses an earlier reading of the clock.
  case otherTimes
  /// The screens depend on the clock, the memory of stand-ins or a choice.
  case otherScreens
  /// The app reached another state when the same steps were repeated.
  case otherState
  /// The work of the step does not end, although no time passes.
  case endless
  /// Two effects with the same input acted differently.
  case otherBehavior
  /// Two effects that differ in a function alone are one effect.
  case functions

  @usableFromInline var description: String {
    switch self {
    case .otherTimes: "its result depends on a time that was not tried"
    case .otherScreens:
      "its screens depend on more than the state: they read the clock or memory, or make a choice"
    case .otherState: "the app reached another state when the same steps were repeated"
    case .endless: "its work does not end, although no time passes"
    case .otherBehavior: "two effects with the same input acted differently"
    case .functions:
      "an action contains a function, and nothing compares functions; make it Equatable"
    }
  }
}

/// The steps of which not every outcome is known: the first one of each node.
///
/// A verdict that such a step could change is inconclusive (Bruns and Godefroid, *Model checking partial state
/// spaces with 3-valued temporal logics*, 1999). A counterexample without it stands.
@usableFromInline
struct UnknownSteps {
  struct Entry {
    let index: Int
    let step: UInt32?
    let reason: UnknownReason
  }

  /// In the order in which they were found.
  private(set) var entries: [Entry] = []
  /// The number of steps, all of each node.
  private(set) var insertions = 0
  private var nodes: Set<Int> = []
  /// Whether effects that count as one may act differently. Then nodes with effects in flight may, too.
  private var isAnywhere = false

  /// Whether the app reached another state when the same steps were repeated.
  @usableFromInline var hasOtherState: Bool { entries.contains { $0.reason == .otherState } }

  /// Whether anything may be reachable from a node by one step.
  func contains(_ index: Int, isIdle: Bool) -> Bool {
    isAnywhere && !isIdle || nodes.contains(index)
  }

  @usableFromInline
  mutating func insert(_ reason: UnknownReason, of step: UInt32?, at index: Int) {
    insertions += 1
    isAnywhere = isAnywhere || reason == .otherBehavior || reason == .functions
    if nodes.insert(index).inserted {
      entries.append(Entry(index: index, step: step, reason: reason))
    }
  }
}
