import CairnApp
import CairnModel
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

extension AppMap {
  /// The way to a situation from the last one before it that is at rest.
  func prefix(to index: Int) -> RunPrefix<State> {
    var prefix = RunPrefix<State>()
    var time = Duration.zero
    for node in way(to: index) {
      let arrival = arrivals[node]
      let step = isStart(node) ? nil : graph.steps[arrival.step]
      prefix.take(step, circumstances[arrival.circumstances])
      time = times[node] ?? time
      let situation = space.states[node]
      guard situation.isAtRest else { continue }
      prefix = RunPrefix(
        beginning: RunStart(
          state: situation.state, memory: memories[situation.memory], time: time))
    }
    return prefix
  }

  /// How what is under way in a situation ends as time passes.
  enum Ending {
    case isOver, always, never
    /// It may never end; by these steps it does.
    case ifSo([AppGraph.Edge])
  }

  func ending(from index: Int) -> Ending {
    guard flights[space.states[index].flight].isWaiting else { return .isOver }
    var ways = [(end: index, edges: [AppGraph.Edge]())]
    var seen: Set = [index]
    var (mayWait, shortest) = (false, [AppGraph.Edge]?.none)
    while let way = ways.popLast() {
      let edges = graph.edges[graph[edgesOf: way.end]].filter { graph.steps[$0.step].isTime }
      // What lies beyond a bound may end.
      if edges.isEmpty, way.end < graph.expanded { mayWait = true }
      for edge in edges where seen.insert(Int(edge.target)).inserted {
        let next = (end: Int(edge.target), edges: way.edges + [edge])
        if flights[space.states[next.end].flight].isWaiting {
          ways.insert(next, at: 0)
        } else {
          shortest = shortest ?? next.edges
        }
      }
    }
    guard mayWait else { return .always }
    return shortest.map { .ifSo($0) } ?? .never
  }

  /// The steps of a way, from a start on, with time between them where it needs that.
  func timedSteps(from start: AppGraph.Edge, along edges: [AppGraph.Edge]) -> [AppStep] {
    var prefix = RunPrefix<State>()
    prefix.take(nil, circumstances[start.circumstances])
    var steps: [AppStep] = []
    for edge in edges {
      prefix.take(graph.steps[edge.step], circumstances[edge.circumstances])
      guard space.states[Int(edge.target)].isAtRest else { continue }
      steps += prefix.timedSteps
      prefix = RunPrefix()
    }
    return steps + prefix.timedSteps
  }
}
