/// Upper bounds on the differences between the times of events.
///
/// This is the difference bound matrix of timed automata (Dill, *Timing assumptions and verification
/// of finite-state concurrent systems*, 1989) in canonical form: every bound that follows from others
/// is stored, so that matrices with the same solutions are equal.
struct DifferenceBounds {
  private(set) var count = 1
  /// For each event and each other: the maximum difference of their times; `nil` without a bound.
  private var bounds: [Bound?] = [.upTo(.zero)]
  /// Whether a solution exists.
  private(set) var isPossible = true

  /// The maximum time of `event` after `other`. O(1).
  subscript(event: Int, after other: Int) -> Bound? { bounds[event * count + other] }

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

  /// Fixes the time of `event` after `other`. O(n²).
  mutating func require(_ event: Int, exactly duration: Duration, after other: Int) {
    require(event, after: other, .upTo(duration))
    require(other, after: event, .upTo(.zero - duration))
  }

  /// A solution: each time as early as possible after the first, given the times before it; halfway
  /// through its range if it has no earliest time. O(n) if each has an earliest time, otherwise O(n³).
  var chosen: [Duration] {
    if hasEarliest { return (0..<count).map(earliest) }
    var solved = self
    return (0..<count).map { event in
      let duration = solved.earliest(event)
      solved.require(event, exactly: duration, after: 0)
      return duration
    }
  }

  /// Whether each event has an earliest time.
  var hasEarliest: Bool { (0..<count).allSatisfy { self[0, after: $0]?.isStrict != true } }

  private func earliest(_ event: Int) -> Duration {
    guard let least = self[0, after: event] else { return .zero }
    let earliest = .zero - least.duration
    guard least.isStrict else { return earliest }
    guard let latest = self[event, after: 0] else { return earliest + .seconds(1) }
    return earliest + (latest.duration - earliest) / 2
  }
}

/// An upper bound on a duration: `duration`, or anything less than it.
@usableFromInline
struct Bound: Hashable, Comparable {
  let duration: Duration
  let isStrict: Bool

  static func upTo(_ duration: Duration) -> Bound { Bound(duration: duration, isStrict: false) }

  static func lessThan(_ duration: Duration) -> Bound { Bound(duration: duration, isStrict: true) }

  /// Whether it is tighter.
  @usableFromInline
  static func < (left: Bound, right: Bound) -> Bool {
    left.duration == right.duration
      ? left.isStrict && !right.isStrict : left.duration < right.duration
  }

  static func + (left: Bound, right: Bound) -> Bound {
    Bound(
      duration: left.duration + right.duration, isStrict: left.isStrict || right.isStrict)
  }
}
