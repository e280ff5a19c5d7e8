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
