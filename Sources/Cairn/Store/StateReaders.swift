/// Wakes a reader of states; however often it is rung before the reader looks, it wakes once.
typealias Bell = AsyncStream<Void>.Continuation

extension Bell {
  /// `false` if nobody listens any more.
  func ring() -> Bool {
    switch yield() {
    case .enqueued, .dropped: true
    case .terminated: false
    @unknown default: true
    }
  }
}

/// Those who read the states of one store, and the number of the state that they should see.
struct StateReaders {
  private var bells: [Bell] = []
  private(set) var version = 0

  var isEmpty: Bool { bells.isEmpty }

  var count: Int { bells.count }

  mutating func append(_ bell: Bell) { bells.append(bell) }

  /// Tells all readers that the state may be another, and forgets those who have left.
  mutating func ring() {
    version += 1
    bells.removeAll { !$0.ring() }
  }

  func end() {
    for bell in bells { bell.finish() }
  }
}
