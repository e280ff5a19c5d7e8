import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail

extension AppExploration {
  /// The graph of the search: screens or states, and the steps between them.
  ///
  ///     print(exploration.graph(by: .screen).text(as: .mermaid))
  ///
  /// By screen, a node is the id of a screen, and node 0 is the screen of the start. An edge is the
  /// name of an input, `@ event` and the name of an event, `@ time` or `@ restart`. Steps that stay on their screen are omitted, and each
  /// name connects two screens at most once. Consecutive edges are *not* always a path.
  ///
  /// By state, a node is the id of its screen and a number, and an edge is the typed line, or the time
  /// that passes. The id is `(unknown)` if the search ended before it computed the screens of the state. The
  /// values of secure fields are printed as bullets in both.
  ///
  /// - Complexity: O(steps).
  public func graph(by nodes: GraphNodes) -> StateGraph {
    switch nodes {
    case .screen:
      let names = map.graph.steps.values.map(\.nameInGraph)
      return graph(map.graph.screens.values, names, skipsLoops: true) {
        Int(map.graph.locations[$0].screen)
      }
    case .state:
      let names = map.graph.steps.values.map { $0.lineInGraph(hiding: secureFields) }
      let states = map.graph.locations.indices.map { index in
        "\(hasScreens(at: index) ? map.graph.screen(at: index) : "(unknown)") \(index)"
      }
      return graph(states, names, skipsLoops: false) { $0 }
    }
  }

  private func graph(
    _ nodes: [String], _ names: [String], skipsLoops: Bool, _ node: (Int) -> Int
  ) -> StateGraph {
    var edges = NumberedValues<StateGraph.Edge>()
    for index in 0..<map.graph.expanded {
      for edge in map.graph.edges(of: index) {
        let (from, to) = (node(index), node(Int(edge.target)))
        // A node without a screen was not visited.
        if skipsLoops, from == to || max(from, to) >= nodes.count { continue }
        let edge = StateGraph.Edge(from: from, action: names[Int(edge.step)], to: to)
        _ = edges.number(of: edge)
      }
    }
    return StateGraph(nodes: nodes, edges: edges.values, isComplete: gap == nil)
  }
}

extension AppStep {
  var isTime: Bool {
    if case .time = self { true } else { false }
  }

  var nameInGraph: String {
    switch self {
    case .input(let line): String(line.prefix { $0 != " " })
    case .time: "@ time"
    case .event(let line): "@ event " + line.prefix { $0 != " " }
    case .idle, .restart: text
    }
  }

  /// The step as in a trail; an input without its mark.
  func lineInGraph(hiding secureFields: Set<String>) -> String {
    guard case .input(let line) = self else { return text }
    guard secureFields.contains(nameInGraph) else { return line }
    let value = line.dropFirst(nameInGraph.count + 1)
    // An empty value clears the field and reveals nothing.
    return value == "\"\"" ? line : "\(nameInGraph) \(Secret(String(value)).bullets)"
  }
}

/// The meaning of a node in the graph of an app.
public enum GraphNodes: String, CaseIterable, Sendable {
  /// All states that show the same screen: the flow chart that a person would draw.
  case screen
  /// One state.
  case state
}

// The states and the steps of a search, by number, for a page that shows them.
extension AppExploration {
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
    Arrow(
      step: Int(edge.step), target: Int(edge.target),
      choices: map.nondeterminism[edge.nondeterminism].choices.compactMap(\.words),
      isCovered: edge.isCovered)
  }

  package func trail(to index: Int) -> [String] {
    let (heading, steps) = lines(along: map.edges(to: index))
    return heading + steps.joined().map(\.text)
  }

  /// The heading of a trail along edges, of which the first is that of a start, and the lines of each further edge.
  func lines(along edges: [AppGraph.Edge]) -> (heading: [String], steps: [[AppStep]]) {
    let (steps, choices, delays) = map.run(along: edges)
    let heading = setting.heading(
      choices: choices, delays: delays, answersLater: coverage.tried.contains(.delays))
    return (heading, steps)
  }
}
