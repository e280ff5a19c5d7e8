/// A graph of states and steps, and the events that come unless a step prevents them: the timers of an app, the
/// fair actions of a model.
///
/// A step keeps an event if the event neither happens in it nor ends with it. A run is fair if it keeps no event for
/// ever: weak fairness, for each event alone.
package struct FairGraph {
  /// The offset of the edges of each expanded node, and the end of the last ones.
  package var starts: [Int]
  package var targets: [UInt32] = []
  /// The number of events of each node.
  package var events: [Int]
  /// For each edge an index into ``keepings``.
  package var kept: [UInt32] = []
  /// For each event of the target, its index among those of the source; `nil` for an event that is new.
  package var keepings: [[Int?]] = []
  /// The edges that a run takes finitely often.
  package var isRare: (Int) -> Bool = { _ in false }
  /// The edges that do not count.
  package var isLeftOut: (Int) -> Bool = { _ in false }

  package init(starts: [Int] = [0], events: [Int] = []) {
    (self.starts, self.events) = (starts, events)
  }

  package subscript(edgesOf node: Int) -> Range<Int> {
    node + 1 < starts.count ? starts[node]..<starts[node + 1] : 0..<0
  }

  /// The target of an edge in a part; `nil` if it leads out of the part, or a loop cannot have it.
  private func target(of edge: Int, in part: Int, _ parts: [Int]) -> Int? {
    let target = Int(targets[edge])
    return parts[target] == part && !isRare(edge) && !isLeftOut(edge) ? target : nil
  }
}

/// What a claim about a run says of a node.
@usableFromInline
package struct ClaimMarks: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The claim is open from here on.
  package static let begins = ClaimMarks(rawValue: 1)
  /// An open claim is fulfilled.
  package static let ends = ClaimMarks(rawValue: 2)
  /// An open claim is violated.
  package static let breaks = ClaimMarks(rawValue: 4)
}

/// A fair run on which a claim stays open, or is violated.
package struct OpenRun {
  package let start: Int
  /// The edges of a shortest path to the end, to the violation, or to a node of a loop.
  package let stem: [Int]
  /// The edges of a fair loop from there; empty if the run ends or violates the claim.
  package let loop: [Int]

  package var edges: [Int] { stem + loop }
}

extension FairGraph {
  /// A fair run from one of the first nodes on which a claim stays open or is violated, with a shortest stem; without
  /// a loop if the run can end there. `nil` if there is none.
  ///
  /// The claim is open at some nodes of some paths. A run is a counterexample if it passes such a node, and
  /// then for ever nodes at which the claim is not fulfilled. They are nodes of a strongly connected part of the graph;
  /// from the part, nodes are removed whose events each step of the part keeps, until there is none.
  ///
  /// - Complexity: O(edges × events²) for each removal, and O(edges × events³) for the loop.
  package func openRun(
    _ marks: [ClaimMarks], from first: [Int], onlyAtStart: Bool, withLoops: Bool = true,
    isAtRest: (Int) -> Bool
  ) -> OpenRun? {
    let paths = OpenPaths(self, marks, from: first, onlyAtStart: onlyAtStart)
    let end = paths.open.firstIndex { isAtRest($0) || marks[$0].contains(.breaks) }
    let nearer = paths.open[..<(end ?? paths.open.count)]
    if withLoops, !nearer.isEmpty {
      let parts = fairParts(of: paths.open)
      if let node = nearer.first(where: { parts[$0] > 0 }) {
        let (start, stem) = paths.path(to: node)
        return OpenRun(start: start, stem: stem, loop: loop(at: node, parts))
      }
    }
    guard let end else { return nil }
    let (start, stem) = paths.path(to: paths.open[end])
    return OpenRun(start: start, stem: stem, loop: [])
  }

  /// The number of the fair part that each node belongs to, from 1; 0 for other nodes.
  package func fairParts(of nodes: [Int]) -> [Int] {
    var parts = [Int](repeating: 0, count: events.count)
    var offsets = parts
    var connected = ConnectedParts(count: events.count)
    // By the number of a part, whether it is fair.
    var (open, isFair) = ([(nodes, number: 1)], [false, false])
    for node in nodes { parts[node] = 1 }
    while let (nodes, number) = open.popLast() {
      let found = connected.parts(from: nodes) {
        self[edgesOf: $0]
      } target: {
        target(of: $1, in: number, parts)
      }
      for part in found {
        let last = isFair.count
        isFair.append(false)
        for node in part { parts[node] = last }
        let hasLoop =
          part.count > 1
          || self[edgesOf: part[part.startIndex]].contains {
            target(of: $0, in: last, parts) != nil
          }
        guard hasLoop else { continue }
        let stuck = keepers(in: part, last, parts, &offsets)
        if stuck.isEmpty {
          isFair[last] = true
          continue
        }
        for node in stuck { parts[node] = 0 }
        let rest = part.filter { parts[$0] == last }
        if !rest.isEmpty { open.append((rest, number: last)) }
      }
    }
    return parts.map { isFair[$0] ? $0 : 0 }
  }

  /// The nodes of a part with an event that every path in the part keeps.
  ///
  /// - Parameter offsets: for each node the number of its first event in the part.
  private func keepers(
    in part: ArraySlice<Int>, _ number: Int, _ parts: [Int], _ offsets: inout [Int]
  ) -> [Int] {
    var count = 0
    for node in part {
      offsets[node] = count
      count += events[node]
    }
    guard count > 0 else { return [] }
    var ends = [Bool](repeating: false, count: count)
    var keeping: [(from: UInt32, to: UInt32)] = []
    for node in part where events[node] > 0 {
      let own = offsets[node]
      for edge in self[edgesOf: node] {
        guard let next = target(of: edge, in: number, parts) else { continue }
        let kept = keepings[Int(self.kept[edge])]
        for index in 0..<events[node] where !kept.contains(index) { ends[own + index] = true }
        for (index, source) in kept.enumerated() {
          if let source { keeping.append((UInt32(own + source), UInt32(offsets[next] + index))) }
        }
      }
    }
    let canEnd = Predecessors(of: keeping, states: count).havePath { ends[$0] }
    return part.filter { node in
      let own = offsets[node]
      return (own..<own + events[node]).contains { !canEnd[$0] }
    }
  }

  /// A path from a node to itself in its part, on which all its events happen or end.
  ///
  /// The number of places can be exponential in the number of events. A path that is not found in 100,000 steps, or as
  /// many as the graph has, ends one event after the other, and need not be a shortest one.
  private func loop(at node: Int, _ parts: [Int]) -> [Int] {
    let first = Place(node: node, kept: Array(0..<events[node]))
    let limit = max(100_000, targets.count)
    let shortest = path(from: first, parts, limit: limit) { $0.node == node && $0.kept.isEmpty }
    if let shortest { return shortest }
    var (loop, place) = ([Int](), first)
    // Each event of a node of the part can end in it.
    while let event = place.kept.first,
      let path = path(from: Place(node: place.node, kept: [event]), parts, to: { $0.kept.isEmpty })
    {
      loop += path
      for edge in path { place = self.place(after: edge, from: place) }
    }
    guard place.node != node else { return loop }
    return loop + (path(from: place, parts) { $0.node == node } ?? [])
  }

  /// A node of a path, and the events of an earlier node that the path has kept.
  private struct Place: Hashable {
    let node: Int
    let kept: [Int]
  }

  private func place(after edge: Int, from place: Place) -> Place {
    let events = keepings[Int(kept[edge])]
    return Place(
      node: Int(targets[edge]),
      kept: events.indices.filter { events[$0].map(place.kept.contains) ?? false })
  }

  /// A shortest path in a part, of at least one edge, to a place that `isGoal` accepts.
  private func path(
    from first: Place, _ parts: [Int], limit: Int = .max, to isGoal: (Place) -> Bool
  ) -> [Int]? {
    var arrivals: [Place: (edge: Int, from: Place)] = [:]
    var open = [first]
    var (next, count) = (0, 0)
    while next < open.count {
      let place = open[next]
      next += 1
      for edge in self[edgesOf: place.node]
      where target(of: edge, in: parts[first.node], parts) != nil {
        count += 1
        if count > limit { return nil }
        let other = self.place(after: edge, from: place)
        if isGoal(other) {
          var (path, last) = ([edge], place)
          while last != first, let arrival = arrivals[last] {
            path.append(arrival.edge)
            last = arrival.from
          }
          return path.reversed()
        }
        guard arrivals[other] == nil, other != first else { continue }
        arrivals[other] = (edge, place)
        open.append(other)
      }
    }
    return nil
  }
}

/// The shortest paths to all nodes, apart for those at which a claim is open.
private struct OpenPaths {
  /// The nodes at which the claim is open, nearest first.
  private(set) var open: [Int] = []
  private struct Arrival {
    /// The last edge; any number at a start.
    var edge: UInt32 = 0
    /// The place before; itself at a start, and the maximum at a place that was not found.
    var source = UInt32.max
  }

  /// By twice the number of the node, plus one if the claim is open.
  private var arrivals: [Arrival]

  init(_ graph: FairGraph, _ marks: [ClaimMarks], from first: [Int], onlyAtStart: Bool) {
    arrivals = Array(repeating: Arrival(), count: graph.events.count * 2)
    var queue: [Int] = []
    func place(_ node: Int, wasOpen: Bool, canBegin: Bool) -> Int {
      let isOpen =
        !marks[node].contains(.ends) && (wasOpen || canBegin && marks[node].contains(.begins))
      return node * 2 + (isOpen ? 1 : 0)
    }
    for node in first {
      let start = place(node, wasOpen: false, canBegin: true)
      guard arrivals[start].source == .max else { continue }
      arrivals[start].source = UInt32(start)
      queue.append(start)
    }
    var next = 0
    while next < queue.count {
      let source = queue[next]
      next += 1
      let isOpen = source % 2 == 1
      if isOpen { open.append(source / 2) }
      if onlyAtStart, !isOpen { continue }
      for edge in graph[edgesOf: source / 2] where !graph.isLeftOut(edge) {
        let target = place(
          Int(graph.targets[edge]), wasOpen: isOpen, canBegin: !onlyAtStart)
        guard arrivals[target].source == .max else { continue }
        arrivals[target] = Arrival(edge: UInt32(edge), source: UInt32(source))
        queue.append(target)
      }
    }
  }

  /// The start and the edges of a shortest path to a node at which the claim is open.
  func path(to node: Int) -> (start: Int, edges: [Int]) {
    var (path, place) = ([Int](), node * 2 + 1)
    while arrivals[place].source != UInt32(place) {
      path.append(Int(arrivals[place].edge))
      place = Int(arrivals[place].source)
    }
    return (place / 2, path.reversed())
  }
}

/// Finds the strongly connected parts of graphs (Tarjan, *Depth-first search and linear graph algorithms*, 1972),
/// without recursion.
package struct ConnectedParts {
  /// When each node was found, from 1; 0 before, and the maximum once its part is known.
  private var found: [Int]
  /// The least of these that the subtree of each node leads to.
  private var low: [Int]

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
