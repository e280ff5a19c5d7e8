import CairnApp
import CairnModel
import CairnSimulation

/// All nodes and steps that a search has found.
@usableFromInline
struct AppMap<State: Hashable & SendableMetatype> {
  @usableFromInline var space: StateSpace<SearchNode<State>>
  @usableFromInline var graph = AppGraph()
  /// The step by which each node was found; the step of a start leads from itself.
  @usableFromInline var arrivals: [AppGraph.Edge] = []
  @usableFromInline var memories = NumberedValues<WorldMemory.Snapshot>()
  @usableFromInline var inFlight = NumberedValues(InFlightKey())
  @usableFromInline var nondeterminism = NumberedValues(Nondeterminism())
  /// The time at which nodes without effects in flight were reached, where it is not zero.
  @usableFromInline var times: [Int: Duration] = [:]

  @inlinable
  init(canonicalState: (@Sendable (State) -> State)?) {
    guard let canonicalState else {
      space = StateSpace(canonicalState: nil)
      return
    }
    space = StateSpace { node in
      SearchNode(
        state: canonicalState(node.state), memory: node.memory,
        inFlight: node.inFlight)
    }
  }

  @inlinable
  func isStart(_ index: Int) -> Bool { Int(space.parents[index]) == index }

  /// A shortest path to `index`, inclusive.
  @inlinable
  func path(to index: Int) -> [Int] {
    var path = [index]
    while let last = path.last, !isStart(last) { path.append(Int(space.parents[last])) }
    return path.reversed()
  }

  /// The size in bytes, without the memory that states refer to.
  @inlinable
  var bytes: Int {
    space.bytes + graph.bytes + arrivals.capacity * MemoryLayout<AppGraph.Edge>.stride
  }
}

extension AppMap {
  /// The path to a node from the last node on it without effects in flight.
  func prefix(to index: Int) -> RunPrefix<State> {
    var prefix = RunPrefix<State>()
    var time = Duration.zero
    for position in path(to: index) {
      let arrival = arrivals[position]
      let step = isStart(position) ? nil : graph.steps[arrival.step]
      prefix.take(step, nondeterminism[arrival.nondeterminism])
      time = times[position] ?? time
      let node = space.states[position]
      guard node.isIdle else { continue }
      prefix = RunPrefix(
        start: RunStart(
          state: node.state, memory: memories[node.memory], time: time))
    }
    return prefix
  }

  /// Whether the effects in flight end as time passes.
  enum Ending {
    case isOver, always, never
    /// They may never end; by these steps they do.
    case ifSo([AppGraph.Edge])
  }

  func ending(from index: Int) -> Ending {
    guard inFlight[space.states[index].inFlight].isWaiting else { return .isOver }
    var paths = [(end: index, edges: [AppGraph.Edge]())]
    var seen: Set = [index]
    var (mayWait, shortest) = (false, [AppGraph.Edge]?.none)
    while let path = paths.popLast() {
      let edges = graph.edges[graph[edgesOf: path.end]].filter { graph.steps[$0.step].isTime }
      // Beyond a bound they may end.
      if edges.isEmpty, path.end < graph.expanded { mayWait = true }
      for edge in edges where seen.insert(Int(edge.target)).inserted {
        let next = (end: Int(edge.target), edges: path.edges + [edge])
        if inFlight[space.states[next.end].inFlight].isWaiting {
          paths.insert(next, at: 0)
        } else {
          shortest = shortest ?? next.edges
        }
      }
    }
    guard mayWait else { return .always }
    return shortest.map { .ifSo($0) } ?? .never
  }

  /// The steps of a path from a start, with the waits between them.
  func timedSteps(from start: AppGraph.Edge, along edges: [AppGraph.Edge]) -> [AppStep] {
    var prefix = RunPrefix<State>()
    prefix.take(nil, nondeterminism[start.nondeterminism])
    var steps: [AppStep] = []
    for edge in edges {
      prefix.take(graph.steps[edge.step], nondeterminism[edge.nondeterminism])
      guard space.states[Int(edge.target)].isIdle else { continue }
      steps += prefix.timedSteps
      prefix = RunPrefix()
    }
    return steps + prefix.timedSteps
  }
}

/// A node of the search: the state of the app, and the numbers of the memory of stand-ins and of the
/// effects in flight.
@usableFromInline
struct SearchNode<State: Hashable & SendableMetatype>: Hashable {
  @usableFromInline let state: State
  @usableFromInline let memory: UInt32
  /// Zero without effects in flight.
  @usableFromInline let inFlight: UInt32

  @inlinable
  init(state: State, memory: UInt32, inFlight: UInt32) {
    self.state = state
    self.memory = memory
    self.inFlight = inFlight
  }

  @inlinable
  var isIdle: Bool { inFlight == 0 }

  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.inFlight == right.inFlight && left.memory == right.memory && left.state == right.state
  }

  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(state)
    hasher.combine(memory)
    hasher.combine(inFlight)
  }
}

/// Distinct values, numbered in the order in which they were added.
@usableFromInline
struct NumberedValues<Value: Hashable> {
  @usableFromInline var values: [Value] = []
  @usableFromInline var numbers: [Value: UInt32] = [:]

  @inlinable
  init(_ values: Value...) {
    for value in values { _ = number(of: value) }
  }

  @inlinable
  subscript(number: UInt32) -> Value { values[Int(number)] }

  @inlinable
  mutating func number(of value: Value) -> UInt32 {
    if let number = numbers[value] { return number }
    let number = UInt32(values.count)
    values.append(value)
    numbers[value] = number
    return number
  }
}
