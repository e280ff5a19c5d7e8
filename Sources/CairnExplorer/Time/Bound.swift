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
