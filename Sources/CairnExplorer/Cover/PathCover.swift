/// The fewest paths through an acyclic graph that visit certain vertices. Paths may share vertices.
struct PathCover {
  /// The vertices to visit, path by path. Each is reachable from the one before.
  let paths: [[Int]]
  /// No cover has fewer paths. It is ``paths``' number, unless there are too many vertices to visit.
  let lowerBound: Int

  /// The number of vertices up to which the number of paths is minimal. The time grows with its square.
  static let exactLimit = 6_000

  /// - Parameters:
  ///   - successors: the edges, by vertex; each leads to a higher number.
  ///   - required: the vertices to visit, in ascending order.
  ///
  /// By Dilworth's theorem, the number of paths is that of the vertices less a maximum matching of vertices with
  /// later ones on the same path.
  init(_ successors: [[Int]], visiting required: [Int]) {
    guard required.count <= Self.exactLimit else {
      (paths, lowerBound) = Self.greedy(successors, visiting: required)
      return
    }
    var row = [Int?](repeating: nil, count: successors.count)
    for (index, vertex) in required.enumerated() { row[vertex] = index }
    let words = (required.count + 63) / 64
    // The required vertices that are reachable from each vertex.
    var reachable = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: words), count: successors.count)
    for vertex in successors.indices.reversed() {
      for next in successors[vertex] {
        for word in 0..<words { reachable[vertex][word] |= reachable[next][word] }
        if let index = row[next] { reachable[vertex][index / 64] |= 1 << UInt64(index % 64) }
      }
    }
    var matching = Matching(required.map { reachable[$0] })
    for index in required.indices { matching.match(index) }
    let isFirst = required.indices.filter { matching.partner[$0] == nil }
    var next = [Int?](repeating: nil, count: required.count)
    for (later, earlier) in matching.partner.enumerated() {
      if let earlier { next[earlier] = later }
    }
    paths = isFirst.map { first in
      sequence(first: first) { next[$0] }.map { required[$0] }
    }
    lowerBound = paths.count
  }

  /// Paths that each take the next vertex at hand. Vertices at the same distance from the first ones are on
  /// different paths, which is the lower bound.
  private static func greedy(
    _ successors: [[Int]], visiting required: [Int]
  ) -> (paths: [[Int]], lowerBound: Int) {
    let isRequired = Set(required)
    var level = [Int](repeating: 0, count: successors.count)
    var width: [Int: Int] = [:]
    for vertex in successors.indices {
      let own = isRequired.contains(vertex) ? 1 : 0
      if own == 1 { width[level[vertex], default: 0] += 1 }
      for next in successors[vertex] { level[next] = max(level[next], level[vertex] + own) }
    }
    var (open, paths) = (isRequired, [[Int]]())
    while !open.isEmpty {
      let path = heaviest(successors) { open.contains($0) ? [1] : [] }
      paths.append(path.filter { open.remove($0) != nil })
    }
    return (paths, width.values.max() ?? 0)
  }

  /// The path with the most weight through an acyclic graph. Of several, one with the first start.
  ///
  /// - Parameter weights: those of a vertex, which are summed up in order.
  static func heaviest(_ successors: [[Int]], _ weights: (Int) -> [Double]) -> [Int] {
    var best = [(weight: Double, next: Int?)](repeating: (0, nil), count: successors.count)
    var first = 0
    for vertex in successors.indices.reversed() {
      for next in successors[vertex] where best[next].weight > best[vertex].weight {
        best[vertex] = (best[next].weight, next)
      }
      for weight in weights(vertex) { best[vertex].weight += weight }
      if best[vertex].weight >= best[first].weight { first = vertex }
    }
    return Array(sequence(first: first) { best[$0].next })
  }
}

/// A maximum matching of rows with columns, by augmenting paths.
private struct Matching {
  /// The columns that each row can have, as bits.
  private let columns: [[UInt64]]
  /// The row of each column.
  private(set) var partner: [Int?]
  /// The columns that the current search has not seen.
  private var unseen: [UInt64] = []

  init(_ columns: [[UInt64]]) {
    self.columns = columns
    partner = [Int?](repeating: nil, count: columns.count)
  }

  /// Gives a row a column, if a maximum matching of the rows so far and this one has one for it.
  mutating func match(_ row: Int) {
    unseen = [UInt64](repeating: .max, count: columns.first?.count ?? 0)
    // Without recursion: a path can be as long as the graph.
    var path: [(row: Int, column: Int)] = []
    var row = row
    while true {
      if let column = nextColumn(of: row) {
        unseen[column / 64] &= ~(1 << UInt64(column % 64))
        path.append((row, column))
        guard let other = partner[column] else { break }
        row = other
      } else {
        // The row keeps its column; the row before tries another one.
        guard let last = path.popLast() else { return }
        row = last.row
      }
    }
    for (row, column) in path { partner[column] = row }
  }

  /// A free column if there is one.
  private func nextColumn(of row: Int) -> Int? {
    var first: Int?
    for (index, word) in columns[row].enumerated() {
      var bits = word & unseen[index]
      while bits != 0 {
        let column = index * 64 + bits.trailingZeroBitCount
        if partner[column] == nil { return column }
        first = first ?? column
        bits &= bits - 1
      }
    }
    return first
  }
}
