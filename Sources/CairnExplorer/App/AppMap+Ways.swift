extension AppMap {
  /// The way to a situation from the last one before it that is at rest.
  func prefix(to index: Int) -> AppPrefix<State> {
    var prefix = AppPrefix<State>()
    var time = Duration.zero
    for node in way(to: index) {
      let arrival = arrivals[node]
      let step = isStart(node) ? nil : graph.steps[arrival.step]
      prefix.take(step, circumstances[arrival.circumstances])
      time = times[node] ?? time
      let situation = space.states[node]
      guard situation.isAtRest else { continue }
      prefix = AppPrefix(
        beginning: AppBeginning(
          state: situation.state, memory: memories[situation.memory], time: time))
    }
    return prefix
  }

  /// Lines that a trail which ends in a situation needs there so as not to fail.
  func linesToEnd(at index: Int) -> [String] {
    let flight = flights[space.states[index].flight]
    guard flight.isWaiting else { return [] }
    return flight.canEnd
      ? ["@ idle"] : ["# What is under way here never ends, and fails a trail that does."]
  }

  /// The steps of a way, from a start on, with time between them where it needs that.
  func timedSteps(from start: AppGraph.Edge, along edges: [AppGraph.Edge]) -> [StepName] {
    var prefix = AppPrefix<State>()
    prefix.take(nil, circumstances[start.circumstances])
    var steps: [StepName] = []
    for edge in edges {
      prefix.take(graph.steps[edge.step], circumstances[edge.circumstances])
      guard space.states[Int(edge.target)].isAtRest else { continue }
      steps += prefix.timedSteps
      prefix = AppPrefix()
    }
    return steps + prefix.timedSteps
  }
}
