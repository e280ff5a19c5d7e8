import CairnApp
import CairnSimulation
import CairnTrail

// The states and the steps of a search, by number, for a page that shows them.
extension AppExploration {
  /// A step from one state to another.
  package struct Arrow {
    /// The index in ``AppExploration/steps``.
    package let step: Int
    package let target: Int
    /// What was chosen where the rules leave several options open: answers, and effects by name and input.
    package let choices: [String]
    /// Whether the step leads to some of the times of the target only.
    package let isCovered: Bool
  }

  package var steps: [AppStep] { map.graph.steps.values }

  /// A new app for the screens of states.
  package func launch() throws(UsageError) -> A { try setting.launch(in: Simulation()) }

  package func state(at index: Int) -> A.Root.State { map.space.states[index].state }

  /// Whether the search has computed the screens of a state. The app may crash in those of others.
  package func hasScreens(at index: Int) -> Bool {
    index < map.graph.locations.count && map.graph.locations[index].depth > 0
  }

  package func effects(at index: Int) -> [AppEffect] {
    inFlight[map.space.states[index].inFlight] ?? []
  }

  /// The state before, on a shortest path; `nil` for a start.
  package func parent(of index: Int) -> Int? { map.space.parent(of: index) }

  /// The states after the start of the app, and what was chosen there.
  package var starts: [(state: Int, choices: [String])] {
    map.space.starts.map { ($0, arrow(map.arrivals[$0]).choices) }
  }

  /// The steps from a state, in the order of the search. Of the state whose steps a bound has cut off, those that
  /// led to new states.
  package func arrows(from index: Int) -> [Arrow] {
    guard index == map.graph.expanded else {
      return map.graph.edges(of: index).map(arrow)
    }
    return map.arrivals.indices.filter { parent(of: $0) == index }.map { arrow(map.arrivals[$0]) }
  }

  private func arrow(_ edge: AppGraph.Edge) -> Arrow {
    let nondeterminism = map.nondeterminism[edge.nondeterminism]
    return Arrow(
      step: Int(edge.step), target: Int(edge.target),
      choices: nondeterminism.decisions.enumerated().map { position, decision in
        let (choice, index) = (decision.choice, decision.index)
        if case .answer(let answer) = DrawnChoice(decision) { return answer }
        let effect = position < nondeterminism.chosen.count ? nondeterminism.chosen[position] : nil
        return "\(choice.question): " + (effect?.text ?? choice.options[index].description)
      }, isCovered: edge.isCovered)
  }

  /// The lines of a shortest trail to a state.
  package func trail(to index: Int) -> [String] {
    let (heading, steps) = lines(along: map.edges(to: index))
    return heading + steps.joined().map(\.text)
  }

  /// The heading of a trail along edges, of which the first is that of a start, and the lines of each further edge.
  func lines(along edges: [AppGraph.Edge]) -> (heading: [String], steps: [[AppStep]]) {
    let (steps, decisions, delays) = map.run(along: edges)
    let heading = setting.heading(
      decisions: decisions, delays: delays, answersLater: coverage.tried.contains(.delays))
    return (heading, steps)
  }
}
