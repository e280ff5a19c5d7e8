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
  func timedSteps(from start: AppGraph.Edge, along edges: [AppGraph.Edge]) -> [StepName] {
    var prefix = RunPrefix<State>()
    prefix.take(nil, circumstances[start.circumstances])
    var steps: [StepName] = []
    for edge in edges {
      prefix.take(graph.steps[edge.step], circumstances[edge.circumstances])
      guard space.states[Int(edge.target)].isAtRest else { continue }
      steps += prefix.timedSteps
      prefix = RunPrefix()
    }
    return steps + prefix.timedSteps
  }
}
