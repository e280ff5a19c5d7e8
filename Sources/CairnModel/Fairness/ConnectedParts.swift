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
  /// - Parameter nodes: all nodes that were in an earlier result and can be reached.
  package mutating func parts(from nodes: [Int], _ successors: (Int) -> [Int]) -> [[Int]] {
    for node in nodes { found[node] = 0 }
    var (stack, result, count) = ([Int](), [[Int]](), 0)
    for root in nodes where found[root] == 0 {
      var calls = [(node: root, rest: successors(root)[...])]
      while let node = calls.last?.node {
        if found[node] == 0 {
          count += 1
          (found[node], low[node]) = (count, count)
          stack.append(node)
        }
        if let next = calls[calls.count - 1].rest.popFirst() {
          if found[next] == 0 {
            calls.append((next, successors(next)[...]))
          } else {
            low[node] = min(low[node], found[next])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last?.node { low[caller] = min(low[caller], low[node]) }
        guard low[node] == found[node], let begin = stack.lastIndex(of: node) else { continue }
        result.append(stack[begin...].reversed())
        for node in stack[begin...] { found[node] = .max }
        stack.removeSubrange(begin...)
      }
    }
    return result
  }
}
