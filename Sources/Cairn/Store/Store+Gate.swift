// Every use of the machine and every reading of the state passes one of these functions. Values of
// users that leave the machine are destroyed after the use.
extension Store {
  /// Whether a message can be handled now.
  @inlinable var isOpen: Bool { phase <= .starting }

  /// Whether the state can be read: no reducer changes it.
  @inlinable var isReadable: Bool { phase <= .busy }

  /// Whether only the owner drains the store.
  @inlinable var isDrained: Bool { ownership == .drained || ownership == .unreported }

  /// Runs the reducer.
  @inlinable @inline(__always) func reduce(_ action: Action) -> Effect<Action> {
    phase = .reducing
    return unsafe withUnsafePointer(to: action) { unsafe machine.reduce($0) }
  }

  @inlinable func reduce(_ next: QueuedAction<Action>) -> Effect<Action> {
    phase = .reducing
    return machine.reduce(next)
  }

  /// Uses the machine, within a turn.
  @inlinable func change<Result>(_ body: (inout Machine<State, Action>) -> Result) -> Result {
    phase = .busy
    let result = body(&machine)
    let released = machine.released.isEmpty ? [] : machine.takeReleased()
    phase = .working
    withExtendedLifetime(released) {}
    return result
  }

  /// Reads the state where it is stored. The pointer is valid during the call.
  @safe @inlinable func withState<Result>(_ read: (UnsafeMutablePointer<State>) -> Result) -> Result
  {
    let outer = phase
    guard isReadable else { stopReading() }
    phase = .busy
    let result = unsafe withUnsafeMutablePointer(to: &machine.current, read)
    phase = outer == .idle && !isUnobserved ? .active : outer
    // A getter may have sent actions.
    if !deferred.isEmpty, isOpen { takeTurn {} }
    return result
  }

  @usableFromInline @inline(never)
  func stopReading() -> Never {
    fatalError(
      """
      The state of a store was read while its reducer was changing it.
      Likely causes: a reducer captured its own store, or a getter or `deinit` called by it reads the \
      store.
      Suggestion: use the `state` that the reducer was given.
      """)
  }

  /// Makes the reduction in progress look for deferred messages and observers at its end.
  @inlinable func noteInterruption() {
    if phase == .reducing { phase = .interrupted }
  }

  /// Makes every action from now on look for observers.
  @inlinable func leaveIdle() {
    if phase == .idle { phase = .active }
    noteInterruption()
  }

  /// Whether an action or an effect is pending.
  @inlinable var hasWork: Bool { hasQueued || !machine.effects.isEmpty }

  @inlinable var isQuiet: Bool { isUnobserved && !hasWork }

  @inlinable var isUnobserved: Bool { !isObserved && tracked.isEmpty && readers.isEmpty }
}

extension Store.Phase {
  /// Whether a turn is in progress, to which another one returns.
  @inlinable var isTurn: Bool { self == .starting || self == .working }
}
