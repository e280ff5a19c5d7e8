/// Finds the strongly connected parts of graphs (Tarjan, *Depth-first search and linear graph algorithms*, 1972),
/// without recursion.
package struct ConnectedParts {
  /// When each node was found, from 1; 0 before, and the maximum once its part is known.
  private var found: [Int]
  /// The least of these that the subtree of each node leads to.
  private var low: [Int]

  /// - Parameter count: the number of nodes.
  package init(count: Int) {
    found = [Int](repeating: 0, count: count)
    low = found
  }

  /// The parts of the nodes that these lead to, each after all parts that it leads to.
  ///
  /// - Parameters:
  ///   - nodes: all nodes that were in an earlier result and can be reached.
  ///   - edges: the numbers of the edges of a node.
  ///   - target: the node to which an edge of a node leads; `nil` for an edge that does not count.
  package mutating func parts(
    from nodes: some Sequence<Int>, edges: (Int) -> Range<Int>,
    target: (_ node: Int, _ edge: Int) -> Int?
  ) -> [ArraySlice<Int>] {
    for node in nodes { found[node] = 0 }
    var (stack, ordered, ends, count) = ([Int](), [Int](), [0], 0)
    // Without recursion: a path can be as long as the graph.
    var calls: [(node: Int, rest: Range<Int>)] = []
    func call(_ node: Int) {
      count += 1
      (found[node], low[node]) = (count, count)
      stack.append(node)
      calls.append((node, edges(node)))
    }
    for root in nodes where found[root] == 0 {
      call(root)
      while let (node, rest) = calls.last {
        if let edge = rest.first {
          calls[calls.count - 1].rest = edge + 1..<rest.upperBound
          guard let next = target(node, edge) else { continue }
          if found[next] == 0 {
            call(next)
          } else {
            low[node] = min(low[node], found[next])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last?.node { low[caller] = min(low[caller], low[node]) }
        guard low[node] == found[node] else { continue }
        while let member = stack.popLast() {
          found[member] = .max
          ordered.append(member)
          if member == node { break }
        }
        ends.append(ordered.count)
      }
    }
    return zip(ends, ends.dropFirst()).map { ordered[$0..<$1] }
  }
}
