import CairnModel

/// A graph with a start, whose vertices and edges have goals.
struct WalkGraph {
  struct Edge {
    let from: Int
    let to: Int
    /// The numbers of the goals that it reaches.
    let goals: [Int]
  }

  let start: Int
  let edges: [Edge]
  /// The goals of each vertex.
  let goals: [[Int]]
  private(set) var outgoing: [[Int]]

  init(start: Int, goals: [[Int]], edges: [Edge]) {
    (self.start, self.goals, self.edges) = (start, goals, edges)
    outgoing = [[Int]](repeating: [], count: goals.count)
    for (index, edge) in edges.enumerated() { outgoing[edge.from].append(index) }
  }
}

/// Few walks from the start of a graph that together reach all goals that can be reached.
///
/// The strongly connected components of a graph are the vertices of an acyclic one, and so are its other edges. If
/// each goal is in one of these, the number of walks is minimal (``PathCover``). If several can serve for a goal, the
/// walks are chosen greedily, and the lower bound may be lower.
struct WalkCover {
  /// The numbers of the edges of each walk.
  private(set) var walks: [[Int]] = []
  /// Finds the lower bound: the time can grow with the square of the number of goals.
  private var bound: () -> Int = { 0 }

  /// No set of walks is smaller. Computed at each read.
  var lowerBound: Int { bound() }

  init(of graph: WalkGraph) {
    let pieces = Pieces(of: graph)
    // The pieces that can serve for each goal.
    var servers: [Int: [Int]] = [:]
    for (piece, goals) in pieces.goals.enumerated() {
      for goal in goals { servers[goal, default: []].append(piece) }
    }
    guard !servers.isEmpty else { return }
    let groups = Set(servers.values).sorted { $0.lexicographicallyPrecedes($1) }
    let paths: [[Int]]
    if groups.allSatisfy({ $0.count == 1 }) {
      let cover = PathCover(pieces.successors, visiting: groups.map { $0[0] }.sorted())
      paths = cover.paths
      bound = { cover.lowerBound }
    } else {
      paths = Self.paths(through: pieces, servers)
      bound = { Self.lowerBound(of: groups, in: pieces) }
    }
    var walker = Walker(graph, pieces)
    for path in paths {
      let walk = walker.walk(along: path)
      if !walk.isEmpty { walks.append(walk) }
    }
    // The start alone has all goals.
    if walks.isEmpty { walks = [[]] }
  }

  /// Paths that reach all goals. Each has most of the goals that no path before has; a goal of few pieces counts more.
  private static func paths(through pieces: Pieces, _ servers: [Int: [Int]]) -> [[Int]] {
    var open = servers.mapValues { 1 / Double($0.count) }
    var paths: [[Int]] = []
    while !open.isEmpty {
      let path = PathCover.heaviest(pieces.successors) { piece in
        pieces.goals[piece].sorted().compactMap { open[$0] }
      }
      for goal in path.flatMap({ pieces.goals[$0] }) { open[goal] = nil }
      paths.append(path)
    }
    return paths
  }

  /// A group can follow another on a walk if one of its pieces is reachable from one of the other's. Of groups that
  /// cannot follow each other, even through others, each needs a walk.
  private static func lowerBound(of groups: [[Int]], in pieces: Pieces) -> Int {
    var groupsOf: [Int: [Int]] = [:]
    for (group, members) in groups.enumerated() {
      for piece in members { groupsOf[piece, default: []].append(group) }
    }
    var edges: [WalkGraph.Edge] = []
    var comparable = [Set<Int>](repeating: [], count: groups.count)
    for (group, members) in groups.enumerated() {
      var seen = [Bool](repeating: false, count: pieces.successors.count)
      var open = members
      var following: Set<Int> = []
      for piece in members { seen[piece] = true }
      while let piece = open.popLast() {
        following.formUnion(groupsOf[piece] ?? [])
        for next in pieces.successors[piece] where !seen[next] {
          seen[next] = true
          open.append(next)
        }
      }
      // The time grows with the square of the number of groups.
      for other in following where other != group && groups.count <= PathCover.exactLimit {
        comparable[group].insert(other)
        comparable[other].insert(group)
      }
      edges += following.filter { $0 != group }.sorted()
        .map { WalkGraph.Edge(from: group, to: $0, goals: []) }
    }
    // A walk may begin with any group.
    edges += groups.indices.map { WalkGraph.Edge(from: groups.count, to: $0, goals: []) }
    let follows = WalkGraph(
      start: groups.count, goals: groups.indices.map { [$0] } + [[]], edges: edges)
    let condensed = Pieces(of: follows)
    let visited = condensed.goals.indices.filter { !condensed.goals[$0].isEmpty }
    guard groups.count <= PathCover.exactLimit else {
      return PathCover(condensed.successors, visiting: visited).lowerBound
    }
    // Groups of which no two are on one walk, although others may lead from one to another.
    var apart: Set<Int> = []
    for group in groups.indices.sorted(by: {
      (comparable[$0].count, $0) < (comparable[$1].count, $1)
    }) where comparable[group].isDisjoint(with: apart) {
      apart.insert(group)
    }
    return max(apart.count, PathCover(condensed.successors, visiting: visited).lowerBound)
  }
}

/// The strongly connected components of a graph, as far as it is reachable, and the edges between them that have
/// goals, in topological order.
private struct Pieces {
  /// The edge that each piece is; `nil` for a component.
  private(set) var edges: [Int?] = []
  private(set) var goals: [Set<Int>] = []
  private(set) var successors: [[Int]] = []
  /// The piece of each vertex; -1 if it is not reachable.
  private(set) var piece: [Int]

  init(of graph: WalkGraph) {
    var connected = ConnectedParts(count: graph.goals.count)
    let components = connected.parts(from: [graph.start]) {
      graph.outgoing[$0].indices
    } target: {
      graph.edges[graph.outgoing[$0][$1]].to
    }
    .reversed()
    piece = [Int](repeating: -1, count: graph.goals.count)
    // An edge with goals comes after the component in which it begins.
    var crossing: [(edge: Int, piece: Int)] = []
    for component in components {
      let number = edges.count
      edges.append(nil)
      var own: Set<Int> = []
      for vertex in component {
        piece[vertex] = number
        own.formUnion(graph.goals[vertex])
      }
      goals.append(own)
      for vertex in component {
        for index in graph.outgoing[vertex] {
          let edge = graph.edges[index]
          if piece[edge.to] == number {
            goals[number].formUnion(edge.goals)
          } else if !edge.goals.isEmpty {
            crossing.append((index, edges.count))
            edges.append(index)
            goals.append(Set(edge.goals))
          }
        }
      }
    }
    var found = [Set<Int>](repeating: [], count: edges.count)
    for (index, number) in crossing {
      found[piece[graph.edges[index].from]].insert(number)
      found[number].insert(piece[graph.edges[index].to])
    }
    for edge in graph.edges where piece[edge.from] >= 0 && piece[edge.from] != piece[edge.to] {
      if edge.goals.isEmpty { found[piece[edge.from]].insert(piece[edge.to]) }
    }
    successors = found.map { $0.sorted() }
  }
}

/// Makes walks of paths through the pieces. Each goes to the nearest goal that no walk has reached.
private struct Walker {
  private let graph: WalkGraph
  private let pieces: Pieces
  private var reached: Set<Int> = []
  /// The edge by which the current search came to each vertex, and the number of that search.
  private var arrival: [Int]
  private var search: [Int]
  private var count = 0

  init(_ graph: WalkGraph, _ pieces: Pieces) {
    (self.graph, self.pieces) = (graph, pieces)
    arrival = [Int](repeating: -1, count: graph.goals.count)
    search = [Int](repeating: 0, count: graph.goals.count)
  }

  mutating func walk(along path: [Int]) -> [Int] {
    var (walk, vertex) = ([Int](), graph.start)
    reached.formUnion(graph.goals[vertex])
    for piece in path where !pieces.goals[piece].isSubset(of: reached) {
      if let edge = pieces.edges[piece] {
        guard let way = way(from: vertex, to: .vertex(graph.edges[edge].from)) else { continue }
        take(way + [edge], &walk, &vertex)
      } else {
        while let way = way(from: vertex, to: .goal(in: piece)) { take(way, &walk, &vertex) }
      }
    }
    return walk
  }

  private mutating func take(_ way: [Int], _ walk: inout [Int], _ vertex: inout Int) {
    for edge in way {
      vertex = graph.edges[edge].to
      reached.formUnion(graph.edges[edge].goals)
      reached.formUnion(graph.goals[vertex])
    }
    walk += way
  }

  private enum Target {
    case vertex(Int)
    /// A goal of a component that no walk has reached.
    case goal(in: Int)
  }

  private func isEnd(_ vertex: Int, _ target: Target) -> Bool {
    switch target {
    case .vertex(let end): vertex == end
    case .goal(in: let piece):
      pieces.piece[vertex] == piece && !reached.isSuperset(of: graph.goals[vertex])
    }
  }

  private func isLast(_ edge: WalkGraph.Edge, _ target: Target) -> Bool {
    guard case .goal(in: let piece) = target else { return false }
    return pieces.piece[edge.from] == piece && pieces.piece[edge.to] == piece
      && !reached.isSuperset(of: edge.goals)
  }

  /// A shortest way.
  private mutating func way(from start: Int, to target: Target) -> [Int]? {
    if isEnd(start, target) { return [] }
    count += 1
    search[start] = count
    arrival[start] = -1
    var (open, position) = ([start], 0)
    while position < open.count {
      let vertex = open[position]
      position += 1
      for index in graph.outgoing[vertex] {
        let edge = graph.edges[index]
        let isNew = search[edge.to] != count
        if isLast(edge, target) || isNew && isEnd(edge.to, target) {
          var (way, before) = ([index], arrival[vertex])
          while before >= 0 {
            way.append(before)
            before = arrival[graph.edges[before].from]
          }
          return way.reversed()
        }
        guard isNew else { continue }
        search[edge.to] = count
        arrival[edge.to] = index
        open.append(edge.to)
      }
    }
    return nil
  }
}
