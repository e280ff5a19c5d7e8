/// Upper bounds on the differences between the times of events. Event 0 is the first.
protocol TimeBounds {
  /// One event.
  init()

  var count: Int { get }
  /// Whether a solution exists.
  var isPossible: Bool { get }

  /// The maximum time of an event after the first; `nil` without a bound. O(1).
  func latest(_ event: Int) -> Bound?

  /// The maximum time of the first event after another one; `nil` without a bound. O(1).
  func first(after event: Int) -> Bound?

  /// Adds an unconstrained event, and returns its number.
  mutating func add() -> Int

  /// Adds a bound on the time of `event` after `other`.
  mutating func require(_ event: Int, after other: Int, _ bound: Bound)

  /// The times that a path is replayed at.
  var chosen: [Duration] { get }
}

extension TimeBounds {
  /// Fixes the time of `event` after the first.
  mutating func require(_ event: Int, at time: Duration) {
    require(event, after: 0, .upTo(time))
    require(0, after: event, .upTo(.zero - time))
  }

  var chosen: [Duration] { solution }

  /// A solution: each time as early as possible after the first, given the times before it; halfway
  /// through its range if it has no earliest time. O(n) if each has an earliest time; otherwise 2n
  /// bounds are added.
  var solution: [Duration] {
    if hasEarliest { return (0..<count).map(earliest) }
    var solved = self
    return (0..<count).map { event in
      let time = solved.earliest(event)
      solved.require(event, at: time)
      return time
    }
  }

  /// Whether each event has an earliest time.
  var hasEarliest: Bool { (0..<count).allSatisfy { first(after: $0)?.isStrict != true } }

  private func earliest(_ event: Int) -> Duration {
    guard let least = first(after: event) else { return .zero }
    let earliest = .zero - least.duration
    guard least.isStrict else { return earliest }
    guard let latest = latest(event) else { return earliest + .seconds(1) }
    return earliest + (latest.duration - earliest) / 2
  }
}

/// An upper bound on a duration: `duration`, or anything less than it.
struct Bound: Hashable, Comparable {
  let duration: Duration
  let isStrict: Bool

  static func upTo(_ duration: Duration) -> Bound { Bound(duration: duration, isStrict: false) }

  static func lessThan(_ duration: Duration) -> Bound { Bound(duration: duration, isStrict: true) }

  /// Whether it is tighter.
  static func < (left: Bound, right: Bound) -> Bool {
    left.duration == right.duration
      ? left.isStrict && !right.isStrict : left.duration < right.duration
  }

  static func + (left: Bound, right: Bound) -> Bound {
    Bound(
      duration: left.duration + right.duration, isStrict: left.isStrict || right.isStrict)
  }
}

/// Upper bounds on the differences between the times of some events, and all that follows from them.
///
/// This is the difference bound matrix of timed automata (Dill, *Timing assumptions and verification
/// of finite-state concurrent systems*, 1989) in canonical form: every bound that follows from others
/// is stored, so that matrices with the same solutions are equal.
struct DifferenceBounds: TimeBounds {
  private(set) var count: Int
  /// For each event and each other: the maximum difference of their times; `nil` without a bound.
  private var bounds: [Bound?]
  private(set) var isPossible = true

  init() { (count, bounds) = (1, [.upTo(.zero)]) }

  /// The maximum time of `event` after `other`. O(1).
  subscript(event: Int, after other: Int) -> Bound? { bounds[event * count + other] }

  func latest(_ event: Int) -> Bound? { self[event, after: 0] }

  func first(after event: Int) -> Bound? { self[0, after: event] }

  /// The bounds of these events alone. O(n²).
  func restricted(to events: [Int]) -> DifferenceBounds {
    var restricted = self
    restricted.count = events.count
    restricted.bounds = events.flatMap { event in events.map { self[event, after: $0] } }
    return restricted
  }

  /// Adds an unconstrained event. O(n²).
  mutating func add() -> Int {
    var wider: [Bound?] = []
    wider.reserveCapacity((count + 1) * (count + 1))
    for event in 0..<count {
      wider += bounds[event * count..<(event + 1) * count]
      wider.append(nil)
    }
    wider += Array(repeating: nil, count: count)
    wider.append(.upTo(.zero))
    bounds = wider
    count += 1
    return count - 1
  }

  /// Adds a bound on the time of `event` after `other`. O(n²).
  mutating func require(_ event: Int, after other: Int, _ bound: Bound) {
    if let known = self[event, after: other], known <= bound { return }
    // Every path that becomes shorter uses the new bound once.
    let rest = (0..<count).compactMap { last in self[other, after: last].map { (last, $0) } }
    for one in 0..<count {
      guard let before = self[one, after: event] else { continue }
      for (last, after) in rest {
        let sum = before + bound + after
        if let known = self[one, after: last], known <= sum { continue }
        bounds[one * count + last] = sum
      }
    }
    if let own = self[event, after: event], own < .upTo(.zero) { isPossible = false }
  }
}

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
