/// The end of the time of a search.
///
/// The clock is read rarely, because that takes about as long as a state: after at most 256 states and steps, and
/// after each one while they are slow.
@usableFromInline
struct Deadline: Sendable {
  @usableFromInline let time: Duration
  @usableFromInline let end: ContinuousClock.Instant
  @usableFromInline var looked = ContinuousClock.now
  /// The number of states and steps from one look to the next.
  @usableFromInline var stride = 1
  /// The rest of them.
  @usableFromInline var rest = 1

  @inlinable
  init(_ time: Duration, until end: ContinuousClock.Instant) {
    (self.time, self.end) = (time, end)
  }

  /// Whether the time is over, before a state or a step.
  @inlinable @inline(__always)
  mutating func isOver() -> Bool {
    rest -= 1
    return rest == 0 && look()
  }

  @inlinable @inline(never)
  mutating func look() -> Bool {
    let now = ContinuousClock.now
    stride = now - looked < .milliseconds(1) ? min(stride * 2, 256) : 1
    (rest, looked) = (stride, now)
    return now >= end
  }
}
