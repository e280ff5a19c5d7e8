/// DifferenceBounds of which is known how long after each other they are at most.
///
/// This is the difference bound matrix of timed automata (Dill, *Timing assumptions and verification
/// of finite-state concurrent systems*, 1989), kept closed: every bound that follows from others is
/// there, so two that admit the same are equal.
struct DifferenceBounds {
  private(set) var count = 1
  /// For each moment and each other, how long it is after the other at most; `nil` without a bound.
  private var bounds: [Bound?] = [.upTo(.zero)]
  /// Whether there are moments for all of that.
  private(set) var isPossible = true

  /// How long a moment is after another, at most. O(1).
  subscript(moment: Int, after other: Int) -> Bound? { bounds[moment * count + other] }

  /// One more moment, of which nothing is known. O(n²).
  mutating func add() -> Int {
    var wider: [Bound?] = []
    wider.reserveCapacity((count + 1) * (count + 1))
    for moment in 0..<count {
      wider += bounds[moment * count..<(moment + 1) * count]
      wider.append(nil)
    }
    wider += Array(repeating: nil, count: count)
    wider.append(.upTo(.zero))
    bounds = wider
    count += 1
    return count - 1
  }

  /// Learns how long a moment is after another at most. O(n²).
  mutating func require(_ moment: Int, after other: Int, _ bound: Bound) {
    if let known = self[moment, after: other], known <= bound { return }
    // Whatever is shorter now goes through this bound once.
    let rest = (0..<count).compactMap { last in self[other, after: last].map { (last, $0) } }
    for one in 0..<count {
      guard let before = self[one, after: moment] else { continue }
      for (last, after) in rest {
        let sum = before + bound + after
        if let known = self[one, after: last], known <= sum { continue }
        bounds[one * count + last] = sum
      }
    }
    if let own = self[moment, after: moment], own < .upTo(.zero) { isPossible = false }
  }

  /// Learns exactly how long a moment is after another. O(n²).
  mutating func require(_ moment: Int, exactly duration: Duration, after other: Int) {
    require(moment, after: other, .upTo(duration))
    require(other, after: moment, .upTo(.zero - duration))
  }

  /// DifferenceBounds that fit, each as soon after the first as can be once those before it are chosen;
  /// where there is no soonest, in the middle of what is left. O(n) if each has a soonest, else O(n³).
  var chosen: [Duration] {
    let hasSoonest = (0..<count).allSatisfy { self[0, after: $0]?.isStrict != true }
    if hasSoonest { return (0..<count).map(soonest) }
    var moments = self
    return (0..<count).map { moment in
      let duration = moments.soonest(moment)
      moments.require(moment, exactly: duration, after: 0)
      return duration
    }
  }

  private func soonest(_ moment: Int) -> Duration {
    guard let least = self[0, after: moment] else { return .zero }
    let soonest = .zero - least.duration
    guard least.isStrict else { return soonest }
    guard let latest = self[moment, after: 0] else { return soonest + .seconds(1) }
    return soonest + (latest.duration - soonest) / 2
  }
}

/// How long a time is at most: `duration`, or anything less than it.
struct Bound: Hashable, Comparable {
  let duration: Duration
  let isStrict: Bool

  static func upTo(_ duration: Duration) -> Bound { Bound(duration: duration, isStrict: false) }

  static func lessThan(_ duration: Duration) -> Bound { Bound(duration: duration, isStrict: true) }

  /// Whether it admits less.
  static func < (left: Bound, right: Bound) -> Bool {
    left.duration == right.duration
      ? left.isStrict && !right.isStrict : left.duration < right.duration
  }

  static func + (left: Bound, right: Bound) -> Bound {
    Bound(
      duration: left.duration + right.duration, isStrict: left.isStrict || right.isStrict)
  }
}
