/// The end of the time of a search, if it has one.
///
/// The clock is read rarely, because that takes about as long as a state: after at most 256 states and steps, and
/// after each one while they are slow.
@usableFromInline
struct Deadline: Sendable {
  @usableFromInline let end: ContinuousClock.Instant?
  var looked = ContinuousClock.now
  /// The number of states and steps from one look to the next.
  @usableFromInline var stride = 1
  /// The rest of them.
  @usableFromInline var rest: Int

  @inlinable
  init(_ end: ContinuousClock.Instant?) {
    self.end = end
    rest = end == nil ? .max : 1
  }

  /// Whether the time is over, before a state or a step.
  @inlinable @inline(__always)
  mutating func isOver() -> Bool {
    rest &-= 1
    return rest == 0 && look()
  }

  @usableFromInline
  mutating func look() -> Bool {
    let now = ContinuousClock.now
    stride = now - looked < .milliseconds(1) ? min(stride * 2, 256) : 1
    (rest, looked) = (stride, now)
    return end.map { now >= $0 } ?? false
  }
}
