/// Wakes a reader of states; however often it is rung before the reader looks, it wakes once.
@usableFromInline
typealias Bell = AsyncStream<Void>.Continuation

extension Bell {
  /// `false` if nobody listens any more.
  @inlinable
  func ring() -> Bool {
    switch yield() {
    case .enqueued, .dropped: true
    case .terminated: false
    @unknown default: true
    }
  }
}

/// Those who read the states of one store, and the number of the state that they should see.
@usableFromInline
struct StateReaders {
  @usableFromInline var bells: [Bell] = []
  @usableFromInline var version = 0

  @inlinable
  var isEmpty: Bool { bells.isEmpty }

  @inlinable
  var count: Int { bells.count }

  @inlinable
  mutating func append(_ bell: Bell) { bells.append(bell) }

  /// Tells all readers that the state may be another, and forgets those who have left.
  @inlinable
  mutating func ring() {
    version += 1
    bells.removeAll { !$0.ring() }
  }

  @inlinable
  func end() {
    for bell in bells { bell.finish() }
  }
}
