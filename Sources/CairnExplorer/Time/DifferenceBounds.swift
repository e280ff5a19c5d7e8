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
