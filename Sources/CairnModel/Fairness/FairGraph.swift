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

  private func steps(from node: Int, in part: Int, _ parts: [Int]) -> [Int] {
    self[edgesOf: node].filter {
      parts[Int(targets[$0])] == part && !isRare($0) && !isLeftOut($0)
    }
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
  /// The edges of a shortest fair loop from there; empty if the run ends or violates the claim.
  package let loop: [Int]

  package var edges: [Int] { stem + loop }
}

extension FairGraph {
  /// A fair run from one of the first nodes on which a claim stays open or is violated: with the shortest stem, of
  /// equal ones that without a loop. `nil` if there is none.
  ///
  /// The claim is open at some nodes of some paths. A run is a counterexample if it passes such a node, and
  /// then for ever nodes at which the claim is not fulfilled. They are nodes of a strongly connected part of the graph;
  /// from the part, nodes are removed whose events each step of the part keeps, until there is none.
  ///
  /// - Parameters:
  ///   - onlyAtStart: whether the claim can begin at the first nodes only.
  ///   - withLoops: whether a run can be a loop.
  ///   - isAtRest: whether a run can end at a node.
  /// - Complexity: O(edges × events), for each removal.
  package func openRun(
    _ marks: [ClaimMarks], from first: [Int], onlyAtStart: Bool, withLoops: Bool = true,
    isAtRest: (Int) -> Bool
  ) -> OpenRun? {
    let paths = OpenPaths(self, marks, from: first, onlyAtStart: onlyAtStart)
    let parts = fairParts(of: withLoops ? paths.open : [])
    guard
      let end = paths.open.first(where: {
        isAtRest($0) || marks[$0].contains(.breaks) || parts[$0] > 0
      })
    else { return nil }
    let (start, stem) = paths.path(to: end)
    let hasEnd = isAtRest(end) || marks[end].contains(.breaks)
    return OpenRun(start: start, stem: stem, loop: hasEnd ? [] : loop(at: end, parts))
  }

  /// The number of the fair part that each node belongs to, from 1; 0 for other nodes.
  private func fairParts(of nodes: [Int]) -> [Int] {
    var parts = [Int](repeating: 0, count: events.count)
    var connected = ConnectedParts(count: events.count)
    var (open, last, fair) = ([(nodes, number: 1)], 1, Set<Int>())
    for node in nodes { parts[node] = 1 }
    while let (nodes, number) = open.popLast() {
      let found = connected.parts(from: nodes) { node in
        steps(from: node, in: number, parts).map { Int(targets[$0]) }
      }
      for part in found {
        last += 1
        for node in part { parts[node] = last }
        guard part.count > 1 || !steps(from: part[0], in: last, parts).isEmpty else { continue }
        let stuck = keepers(in: part, parts)
        if stuck.isEmpty {
          fair.insert(last)
          continue
        }
        for node in stuck { parts[node] = 0 }
        let rest = part.filter { parts[$0] == last }
        if !rest.isEmpty { open.append((rest, number: last)) }
      }
    }
    return parts.map { fair.contains($0) ? $0 : 0 }
  }

  /// The nodes of a part with an event that every path in the part keeps.
  private func keepers(in part: [Int], _ parts: [Int]) -> [Int] {
    let number = parts[part[0]]
    // The events of the part, numbered.
    var offsets = [Int: Int](minimumCapacity: part.count)
    var count = 0
    for node in part {
      offsets[node] = count
      count += events[node]
    }
    guard count > 0 else { return [] }
    var ends = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var keeping: [(from: UInt32, to: UInt32)] = []
    for node in part where events[node] > 0 {
      let own = offsets[node, default: 0]
      for edge in steps(from: node, in: number, parts) {
        let kept = keepings[Int(self.kept[edge])]
        let target = offsets[Int(targets[edge]), default: 0]
        for index in 0..<events[node] where !kept.contains(index) && !ends[own + index] {
          ends[own + index] = true
          open.append(own + index)
        }
        for (index, source) in kept.enumerated() {
          if let source { keeping.append((UInt32(own + source), UInt32(target + index))) }
        }
      }
    }
    let sources = Predecessors(of: keeping, states: count)
    while let event = open.popLast() {
      for source in sources[event].map(Int.init) where !ends[source] {
        ends[source] = true
        open.append(source)
      }
    }
    return part.filter { node in
      let own = offsets[node, default: 0]
      return (own..<own + events[node]).contains { !ends[$0] }
    }
  }

  /// A shortest path from a node to itself in its part, on which all its events happen or end.
  private func loop(at node: Int, _ parts: [Int]) -> [Int] {
    struct Place: Hashable {
      let node: Int
      /// The events of the first node that were kept so far.
      let kept: [Int]
    }
    let first = Place(node: node, kept: Array(0..<events[node]))
    var arrivals: [Place: (edge: Int, from: Place)] = [:]
    var open = [first]
    var next = 0
    while next < open.count {
      let place = open[next]
      next += 1
      for edge in steps(from: place.node, in: parts[node], parts) {
        let target = Int(targets[edge])
        let events = keepings[Int(self.kept[edge])]
        let kept = events.indices.filter { index in
          events[index].map(place.kept.contains) ?? false
        }
        let other = Place(node: target, kept: kept)
        let isBack = target == node && kept.isEmpty
        guard isBack || arrivals[other] == nil && other != first else { continue }
        if isBack {
          var (path, last) = ([edge], place)
          while last != first, let arrival = arrivals[last] {
            path.append(arrival.edge)
            last = arrival.from
          }
          return path.reversed()
        }
        arrivals[other] = (edge, place)
        open.append(other)
      }
    }
    return []
  }
}

/// The shortest paths to all nodes, apart for those at which a claim is open.
private struct OpenPaths {
  /// The nodes at which the claim is open, nearest first.
  private(set) var open: [Int] = []
  /// By twice the number of the node, plus one if the claim is open: the last edge and its source; a start is its
  /// own source.
  private var arrivals: [(edge: Int, source: Int)?]

  init(_ graph: FairGraph, _ marks: [ClaimMarks], from first: [Int], onlyAtStart: Bool) {
    arrivals = Array(repeating: nil, count: graph.events.count * 2)
    var queue: [Int] = []
    func place(_ node: Int, wasOpen: Bool, canBegin: Bool) -> Int {
      let isOpen =
        !marks[node].contains(.ends) && (wasOpen || canBegin && marks[node].contains(.begins))
      return node * 2 + (isOpen ? 1 : 0)
    }
    for node in first {
      let start = place(node, wasOpen: false, canBegin: true)
      guard arrivals[start] == nil else { continue }
      arrivals[start] = (-1, start)
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
        guard arrivals[target] == nil else { continue }
        arrivals[target] = (edge, source)
        queue.append(target)
      }
    }
  }

  /// The start and the edges of a shortest path to a node at which the claim is open.
  func path(to node: Int) -> (start: Int, edges: [Int]) {
    var (edges, place) = ([Int](), node * 2 + 1)
    while let (edge, source) = arrivals[place], source != place {
      edges.append(edge)
      place = source
    }
    return (place / 2, edges.reversed())
  }
}
