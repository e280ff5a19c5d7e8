/// The watched parts of a video: a union of intervals, in milliseconds from its beginning.
///
///     var watched = Watched()
///     watched.insert(0..<15_000)
///     watched.insert(10_000..<25_000)
///     watched.total  // 25_000
///
/// What is watched again counts once. Equal sets of instants are equal values.
struct Watched: Codable, Hashable, Sendable {
  /// Sorted, not empty, and with a gap between each two.
  private(set) var intervals: [Range<Int>] = []

  /// The time that is covered.
  var total: Int { intervals.reduce(0) { $0 + $1.count } }

  /// The time before `end` that is covered.
  func total(before end: Int) -> Int {
    intervals.reduce(0) { $0 + max(0, min($1.upperBound, end) - $1.lowerBound) }
  }

  /// Adds an interval. O(*n*) in the number of intervals.
  mutating func insert(_ new: Range<Int>) {
    guard !new.isEmpty else { return }
    // Intervals that only touch the new one are joined with it, too.
    let first = intervals.firstIndex { $0.upperBound >= new.lowerBound } ?? intervals.endIndex
    let end =
      intervals[first...].firstIndex { $0.lowerBound > new.upperBound } ?? intervals.endIndex
    let joined = intervals[first..<end].reduce(new) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    intervals.replaceSubrange(first..<end, with: [joined])
  }

  mutating func formUnion(_ other: Watched) {
    for interval in other.intervals { insert(interval) }
  }
}
