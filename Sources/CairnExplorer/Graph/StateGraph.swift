import CairnDump

/// States and the steps between them, as text: what a drawing or another tool is made from.
///
///     let graph = exploration.graph()
///     print(graph.text(as: .dot))
///
/// Node 0 is the initial one. Nodes and edges are in the order in which they were found; the same
/// search has the same graph.
public struct StateGraph: Codable, Equatable, Sendable {
  public struct Edge: Codable, Hashable, Sendable {
    public let from: Int
    public let action: String
    public let to: Int
  }

  /// What each node is called.
  public let nodes: [String]
  public let edges: [Edge]
  /// Whether no bound kept the search from its end. If one did, some nodes lack their edges.
  public let isComplete: Bool
}

extension Exploration {
  /// All states and steps, a node for each state.
  ///
  /// The steps are gone once more. Names may be anything; what they hold is made safe for the
  /// format when it is printed.
  public func graph(
    state: ((State) -> String)? = nil, action: ((Action) -> String)? = nil
  ) -> StateGraph {
    let name = state ?? { dumpedOnOneLine($0) }
    return graph(of: Array(allStates.indices), names: allStates.map(name), action)
  }

  /// The same with one node for all states of which `group` is the same: by screen, by phase.
  ///
  ///     exploration.graph(by: { $0.isOpen ? "open" : "shut" })
  ///
  /// There is an edge where there is a step from some state of the one to some of the other; that
  /// one can go *on* from there by another edge is not said.
  public func graph(
    by group: (State) -> String, action: ((Action) -> String)? = nil
  ) -> StateGraph {
    var names: [String] = []
    var nodes: [String: Int] = [:]
    let nodeOfState = allStates.map { state in
      let name = group(state)
      if let node = nodes[name] { return node }
      nodes[name] = names.count
      names.append(name)
      return names.count - 1
    }
    return graph(of: nodeOfState, names: names, action)
  }

  private func graph(
    of nodeOfState: [Int], names: [String], _ action: ((Action) -> String)?
  ) -> StateGraph {
    let name = action ?? { dumpedOnOneLine($0) }
    var edges: [StateGraph.Edge] = []
    var seen: Set<StateGraph.Edge> = []
    var search = search
    // The steps were gone before, without an error.
    try? search.forEachStep { from, action, to in
      let edge = StateGraph.Edge(
        from: nodeOfState[from], action: name(action), to: nodeOfState[to])
      if seen.insert(edge).inserted { edges.append(edge) }
    }
    return StateGraph(nodes: names, edges: edges, isComplete: limit == nil)
  }
}
