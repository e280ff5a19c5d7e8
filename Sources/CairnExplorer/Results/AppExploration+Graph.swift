import Cairn
import CairnApp
import CairnModel

extension AppExploration {
  /// The ways through the app: its screens, or its states, and the steps between them.
  ///
  ///     print(exploration.graph(by: .screen).text(as: .mermaid))
  ///
  /// By screen, a node is the id of a screen, the first that is shown first, and an edge is the name
  /// of an input, `@ time` or `@ restart`; steps that stay on their screen are left out, and of those
  /// of one name from a screen to another there is one. That one can go *on* from there by another
  /// edge is not said: it may have come from another state.
  ///
  /// By state, a node is the id of its screen and its own number, and an edge is what is typed, or
  /// the time that passes. What is typed into a secure field is bullets in either.
  ///
  /// - Complexity: the number of steps that were tried.
  public func graph(by nodes: GraphNodes) -> StateGraph {
    switch nodes {
    case .screen:
      let names = map.graph.steps.values.map(\.nameInGraph)
      return graph(map.graph.screens.values, names, skipsLoops: true) {
        Int(map.graph.places[$0].screen)
      }
    case .state:
      let names = map.graph.steps.values.map { $0.lineInGraph(hiding: secureFields) }
      let states = map.graph.places.enumerated().map { index, place in
        "\(map.graph.screens[place.screen]) \(index)"
      }
      return graph(states, names, skipsLoops: false) { $0 }
    }
  }

  private func graph(
    _ nodes: [String], _ names: [String], skipsLoops: Bool, _ node: (Int) -> Int
  ) -> StateGraph {
    var edges: [StateGraph.Edge] = []
    var seen: Set<StateGraph.Edge> = []
    for index in 0..<map.graph.expanded {
      for edge in map.graph[edgesOf: index].map({ map.graph.edges[$0] }) {
        let (from, to) = (node(index), node(Int(edge.target)))
        if skipsLoops, from == to { continue }
        let edge = StateGraph.Edge(from: from, action: names[Int(edge.step)], to: to)
        if seen.insert(edge).inserted { edges.append(edge) }
      }
    }
    return StateGraph(nodes: nodes, edges: edges, isComplete: limit == nil)
  }
}

extension AppStep {
  fileprivate var nameInGraph: String {
    switch self {
    case .input(let line): inputName ?? line
    case .time: "@ time"
    case .idle, .restart: text
    }
  }

  /// The step as it stands in a trail, inputs without their mark.
  fileprivate func lineInGraph(hiding secureFields: Set<String>) -> String {
    guard case .input(let line) = self else { return text }
    guard let name = inputName, secureFields.contains(name) else { return line }
    let value = line.dropFirst(name.count + 1)
    // An empty one clears the field, and tells nothing.
    return value == "\"\"" ? line : "\(name) \(Secret(String(value)).bullets)"
  }
}

/// What a node of an app's graph stands for.
public enum GraphNodes: String, CaseIterable, Sendable {
  /// All states that show the same screen: the flow chart that a person would draw.
  case screen
  /// One state.
  case state
}
