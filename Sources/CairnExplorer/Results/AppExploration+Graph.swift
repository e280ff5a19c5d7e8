import Cairn
import CairnApp
import CairnModel

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
  /// that passes. The values of secure fields are printed as bullets in both.
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
      let states = map.graph.locations.indices.map { "\(map.graph.screen(at: $0)) \($0)" }
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

  /// The first word of an input; `nil` for other steps.
  var inputName: String? {
    guard case .input(let line) = self else { return nil }
    return line.split(separator: " ", maxSplits: 1).first.map(String.init)
  }

  var nameInGraph: String {
    switch self {
    case .input(let line): inputName ?? line
    case .time: "@ time"
    case .event(let line): "@ event " + line.prefix { $0 != " " }
    case .idle, .restart: text
    }
  }

  /// The step as in a trail; an input without its mark.
  func lineInGraph(hiding secureFields: Set<String>) -> String {
    guard case .input(let line) = self else { return text }
    guard let name = inputName, secureFields.contains(name) else { return line }
    let value = line.dropFirst(name.count + 1)
    // An empty value clears the field and reveals nothing.
    return value == "\"\"" ? line : "\(name) \(Secret(String(value)).bullets)"
  }
}

/// The meaning of a node in the graph of an app.
public enum GraphNodes: String, CaseIterable, Sendable {
  /// All states that show the same screen: the flow chart that a person would draw.
  case screen
  /// One state.
  case state
}
