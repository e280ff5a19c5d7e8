import CairnSimulation

/// Everything that a search has found of an app.
@usableFromInline
struct AppMap<State: Hashable & SendableMetatype> {
  @usableFromInline var space: StateSpace<Situation<State>>
  @usableFromInline var graph = AppGraph()
  /// The step by which each situation was found; those of starts lead from themselves.
  @usableFromInline var arrivals: [AppGraph.Edge] = []
  @usableFromInline var memories = NumberedValues<WorldMemory.Snapshot>()
  @usableFromInline var flights = NumberedValues(InFlightKey())
  @usableFromInline var circumstances = NumberedValues(Nondeterminism())
  /// When those at rest were reached that time passed before.
  @usableFromInline var times: [Int: Duration] = [:]

  @inlinable
  init(canonicalState: (@Sendable (State) -> State)?) {
    guard let canonicalState else {
      space = StateSpace(canonicalState: nil)
      return
    }
    space = StateSpace { situation in
      Situation(
        state: canonicalState(situation.state), memory: situation.memory,
        flight: situation.flight)
    }
  }

  @inlinable
  func isStart(_ index: Int) -> Bool { Int(space.parents[index]) == index }

  /// The situations on a shortest way to one, which is the last of them.
  @inlinable
  func way(to index: Int) -> [Int] {
    var way = [index]
    while let last = way.last, !isStart(last) { way.append(Int(space.parents[last])) }
    return way.reversed()
  }

  /// The bytes that this takes, without what states refer to.
  @inlinable
  var bytes: Int {
    space.bytes + graph.bytes + arrivals.capacity * MemoryLayout<AppGraph.Edge>.stride
  }
}
