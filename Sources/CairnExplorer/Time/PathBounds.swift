/// Upper bounds on the differences between the times of the events of a path, and of what follows from them only
/// the differences to the first event.
///
/// These are shortest paths in the graph of the bounds, from the first event and to it (Bellman and Ford). A new
/// bound changes few of them on a path: it takes O(1) where it follows from the others, and at most
/// O(events × bounds).
struct PathBounds: TimeBounds {
  private struct Edge {
    let target: Int
    let bound: Bound
  }

  /// For each event: the events that are bounded after it.
  private var after: [[Edge]] = [[]]
  /// For each event: the events after which it is bounded.
  private var before: [[Edge]] = [[]]
  private var latest: [Bound?] = [.upTo(.zero)]
  private var first: [Bound?] = [.upTo(.zero)]
  /// Whether a solution exists. A cycle of bounds that is impossible only because one of them is strict counts if
  /// the first event is part of it.
  private(set) var isPossible = true

  var count: Int { latest.count }

  func latest(_ event: Int) -> Bound? { latest[event] }

  func first(after event: Int) -> Bound? { first[event] }

  mutating func add() -> Int {
    after.append([])
    before.append([])
    latest.append(nil)
    first.append(nil)
    return count - 1
  }

  mutating func require(_ event: Int, after other: Int, _ bound: Bound) {
    after[other].append(Edge(target: event, bound: bound))
    before[event].append(Edge(target: other, bound: bound))
    isPossible =
      isPossible
      && Self.shorten(&latest, from: other, to: event, by: bound, along: after)
      && Self.shorten(&first, from: event, to: other, by: bound, along: before)
      && hasTime(event)
  }

  /// A solution that a trail can write: in whole nanoseconds.
  ///
  /// On a long path, halves of ranges become shorter than a nanosecond. Then all strict bounds are made shorter by
  /// one margin, as large as possible, and each time is the earliest one.
  var chosen: [Duration] {
    let halved = solution
    guard halved.contains(where: { $0.attoseconds % 1_000_000_000 != 0 }) else { return halved }
    var margin = Duration.milliseconds(100)
    while margin >= .nanoseconds(1) {
      let narrowed = self.narrowed(by: margin)
      if narrowed.isPossible { return narrowed.solution }
      margin /= 10
    }
    return halved
  }

  private func narrowed(by margin: Duration) -> PathBounds {
    var narrowed = PathBounds()
    while narrowed.count < count { _ = narrowed.add() }
    for (other, edges) in after.enumerated() where narrowed.isPossible {
      for edge in edges {
        let bound = edge.bound
        narrowed.require(
          edge.target, after: other, bound.isStrict ? .upTo(bound.duration - margin) : bound)
      }
    }
    return narrowed
  }

  private func hasTime(_ event: Int) -> Bool {
    guard let latest = latest[event], let first = first[event] else { return true }
    return latest + first >= .upTo(.zero)
  }

  /// Shortens the distances that a new edge makes shorter; `false` if they become shorter without end.
  private static func shorten(
    _ distances: inout [Bound?], from start: Int, to end: Int, by bound: Bound,
    along edges: [[Edge]]
  ) -> Bool {
    func shorten(from event: Int, to target: Int, by bound: Bound) -> Bool {
      guard let distance = distances[event] else { return false }
      let sum = distance + bound
      if let known = distances[target], known <= sum { return false }
      distances[target] = sum
      return true
    }
    guard shorten(from: start, to: end, by: bound) else { return true }
    var changed: Set = [end]
    // Without a negative cycle, a shortest path visits no event twice.
    for _ in distances.indices {
      var next: Set<Int> = []
      for event in changed {
        for edge in edges[event] where shorten(from: event, to: edge.target, by: edge.bound) {
          next.insert(edge.target)
        }
      }
      if next.isEmpty { return true }
      changed = next
    }
    return false
  }
}
