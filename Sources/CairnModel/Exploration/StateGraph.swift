import CairnDump
import Foundation

/// States and the steps between them, as text for drawings and other tools.
///
///     let graph = exploration.graph()
///     print(graph.text(as: .dot))
///
/// Node 0 is the first initial state. Nodes and edges are in the order in which they were found, so that
/// the same search has the same graph.
public struct StateGraph: Codable, Equatable, Sendable {
  /// A step from one node to another.
  public struct Edge: Codable, Hashable, Sendable {
    /// The index of the first node.
    public let from: Int
    /// The action, as text.
    public let action: String
    /// The index of the second node.
    public let to: Int

    package init(from: Int, action: String, to: Int) {
      self.from = from
      self.action = action
      self.to = to
    }
  }

  /// The names of the nodes.
  public let nodes: [String]
  /// The steps between the nodes.
  public let edges: [Edge]
  /// Whether the search visited every state and knows every step. If not, some nodes may lack edges.
  public let isComplete: Bool

  package init(nodes: [String], edges: [Edge], isComplete: Bool) {
    self.nodes = nodes
    self.edges = edges
    self.isComplete = isComplete
  }
}

extension Exploration {
  /// The graph of all states and steps, with a node for each state.
  ///
  /// Repeats all steps. Names can be any text; ``StateGraph/text(as:)`` escapes them.
  public func graph(
    state: ((State) -> String)? = nil, action: ((Action) -> String)? = nil
  ) -> StateGraph {
    let name = state ?? { dumpedOnOneLine($0) }
    return graph(of: Array(allStates.indices), names: allStates.map(name), action)
  }

  /// The graph with one node for all states that have the same `group`: by screen, by phase.
  ///
  ///     exploration.graph(by: { $0.isOpen ? "open" : "shut" })
  ///
  /// An edge connects two groups if a step leads from some state of one to some state of the other.
  /// Consecutive edges are *not* always a path.
  public func graph(
    by group: (State) -> String, action: ((Action) -> String)? = nil
  ) -> StateGraph {
    var names = NumberedValues<String>()
    let nodeOfState = allStates.map { Int(names.number(of: group($0))) }
    return graph(of: nodeOfState, names: names.values, action)
  }

  private func graph(
    of nodeOfState: [Int], names: [String], _ action: ((Action) -> String)?
  ) -> StateGraph {
    let name = action ?? { dumpedOnOneLine($0) }
    var edges = NumberedValues<StateGraph.Edge>()
    var isComplete = limit == nil
    var successors = search.successors
    for from in 0..<search.expanded {
      let state = search.space.states[from]
      for action in successors.actions(state) {
        // These steps did not throw before. A state beyond a bound, or that does not equal itself, has no index.
        guard let next = try? successors.state(after: action, in: state),
          let to = search.space.index(of: next)
        else {
          isComplete = false
          continue
        }
        let edge = StateGraph.Edge(
          from: nodeOfState[from], action: name(action), to: nodeOfState[to])
        _ = edges.number(of: edge)
      }
    }
    return StateGraph(nodes: names, edges: edges.values, isComplete: isComplete)
  }
}

/// The format of a graph.
public enum GraphFormat: String, CaseIterable, Sendable {
  /// A Mermaid flowchart, which many Markdown viewers render.
  case mermaid
  /// Graphviz.
  case dot
  /// `{"edges":[{"action":…,"from":…,"to":…}],"isComplete":…,"nodes":[…]}`.
  case json
  /// The Aldebaran format, which model-checking tools read: numbers and actions, without the names of
  /// nodes. Node 0 is its only initial state. Because the format has no escape for `"`, an action has `'`
  /// in its place, and `\u{…}` in place of characters that are not ASCII.
  case aut
}

extension StateGraph {
  /// The graph as text, which ends with a newline.
  public func text(as format: GraphFormat) -> String {
    let lines =
      switch format {
      case .mermaid: mermaid
      case .dot: dot
      case .json: [json]
      case .aut: aut
      }
    return lines.map { $0 + "\n" }.joined()
  }

  private var mermaid: [String] {
    ["flowchart TD"]
      + nodes.enumerated().map { "  s\($0)[\"\($1.inMermaid)\"]" }
      + edges.map { "  s\($0.from) -->|\"\($0.action.inMermaid)\"| s\($0.to)" }
  }

  private var dot: [String] {
    ["digraph states {"]
      + nodes.enumerated().map { "  \($0) [label=\"\($1.inDOT)\"];" }
      + edges.map { "  \($0.from) -> \($0.to) [label=\"\($0.action.inDOT)\"];" } + ["}"]
  }

  private var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and integers always encode.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self).jsonSafe } ?? ""
  }

  private var aut: [String] {
    ["des (0, \(edges.count), \(nodes.count))"]
      + edges.map { "(\($0.from), \"\($0.action.inAUT)\", \($0.to))" }
  }
}

extension String {
  /// The text with Mermaid's special characters as numeric entities.
  fileprivate var inMermaid: String {
    unicodeScalars.map { scalar in
      "\"#<>&`\\\n\r".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
    }
    .joined()
  }

  fileprivate var inDOT: String {
    // By scalars: a quotation mark and an accent behind it are one character.
    onOneLine.unicodeScalars.map { ["\\", "\""].contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  fileprivate var inAUT: String {
    onOneLine.unicodeScalars.map { scalar in
      guard scalar.isASCII, scalar.value >= 32 else {
        return "\\u{\(String(scalar.value, radix: 16))}"
      }
      return scalar == "\"" ? "'" : String(scalar)
    }
    .joined()
  }
}
