// How observers, readers of states and child stores reach the core of a store.
extension Store {
  /// Reads the state where it lies.
  @inlinable
  func withState<Result>(_ read: (UnsafeMutablePointer<State>) -> Result) -> Result {
    let activity = core.pointee.activity
    if activity.isStepping { stopReading() }
    // A getter that is called by the read and sends would change what it reads.
    core.pointee.activity = .stepping
    defer { core.pointee.activity = core.pointee.activity == .stepping ? activity : .attended }
    return withUnsafeMutablePointer(to: &core.pointee.machine.current, read)
  }

  @usableFromInline @inline(never)
  func stopReading() -> Never {
    fatalError(
      """
      The state of a store was read while its reducer was changing it.
      Likely causes: a reducer captured its own store, or a getter called by it reads the store.
      Suggestion: use the `state` that the reducer was given.
      """)
  }

  @inlinable
  func withTracked<Result>(_ use: (inout TrackedPaths) -> Result) -> Result {
    use(&core.pointee.tracked)
  }

  @inlinable
  func withReaders<Result>(_ use: (inout StateReaders) -> Result) -> Result {
    use(&core.pointee.readers)
  }

  /// Adds a reader of ``states``. With nobody else to drain the store, it is told of replies too.
  @inlinable
  func add(_ bell: Bell) {
    attend()
    core.pointee.readers.append(bell)
    if home == nil { mailbox.append(bell) }
  }

  /// How many values are tracked; tests count them.
  @inlinable
  package var trackedCount: Int { core.pointee.tracked.count }

  /// How many readers of ``states`` there are; tests count them.
  @inlinable
  package var readerCount: Int { core.pointee.readers.count }

  /// Tells observers and readers of ``states`` that the state may be another.
  @inlinable
  func publish() {
    if !core.pointee.readers.isEmpty { core.pointee.readers.ring() }
    guard !core.pointee.tracked.isEmpty else { return }
    // An observer is registered until it returns: what it sends must wait, or it would be called
    // again from within.
    let isDraining = core.pointee.isDraining
    core.pointee.isDraining = true
    defer { core.pointee.isDraining = isDraining }
    notifyObservers()
  }
}
