extension Store {
  /// What the store does. `StorePhaseTests` walks the table.
  ///
  /// | phase | event | next phase |
  /// | --- | --- | --- |
  /// | idle | an action is sent | reducing |
  /// | idle | an observer is added | active |
  /// | active, starting | a message arrives | working |
  /// | working | the next action | reducing |
  /// | reducing | the reducer returns, and nothing follows | idle, working |
  /// | reducing | the reducer returns, and something follows | working |
  /// | reducing | a message arrives, or an observer is added | interrupted |
  /// | interrupted | the reducer returns | working |
  /// | working | an effect begins | starting |
  /// | starting | the last effect has begun | idle, active |
  /// | working | the turn ends | starting, idle, active |
  /// | idle, active, starting, working | the machine is used, or the state is read | busy |
  /// | busy | the use ends | idle, active, starting, working |
  @usableFromInline package enum Phase: Comparable {
    /// No observer, no queued action, no effect: `send` only runs the reducer.
    case idle
    /// A message begins a turn.
    case active
    /// An effect begins at the end of a turn. A message begins another turn within it.
    case starting
    /// In a turn: messages are deferred.
    case working
    /// The machine is in use, or the state is read: messages are deferred.
    case busy
    /// The reducer changes the state: messages are deferred, and the state cannot be read.
    case reducing
    /// The same, and a message was deferred or an observer was added.
    case interrupted

    /// Whether a turn is in progress, to which another one returns.
    @inlinable var isTurn: Bool { self == .starting || self == .working }
  }
}

// Every use of the machine and every reading of the state passes one of these functions. Values of
// users that leave the machine are destroyed after the use.
extension Store {
  /// Whether a message can be handled now.
  @inlinable var isOpen: Bool { phase <= .starting }

  /// Whether the state can be read: no reducer changes it.
  @inlinable var isReadable: Bool { phase <= .busy }

  /// Whether only the owner drains the store.
  var isDrained: Bool { ownership == .drained || ownership == .unreported }

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
    if !deferred.isEmpty, isOpen { handleSentByGetter() }
    return result
  }

  /// Handles what a getter sent. Not inlined: each kind of reading would contain a turn.
  @usableFromInline func handleSentByGetter() { performTurn {} }

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

  @inlinable var isUnobserved: Bool { !isObserved && tracked.isEmpty && readers.isEmpty }
}
