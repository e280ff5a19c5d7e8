import Cairn

/// What actions lead to where nothing is under way, as long as they start nothing: no simulation is
/// needed for it, and no store.
@usableFromInline
struct QuietSteps<State, Action: Sendable> {
  @usableFromInline let reducer: ResolvedReducer<State, Action>
  /// For actions with follow-ups: the stepping core of every store.
  @usableFromInline var machine: Machine<State, Action>

  @inlinable
  init(_ state: State, _ reducer: some Reducer<State, Action>) {
    self.reducer = reducer.resolved()
    machine = Machine(state, reducer: self.reducer)
  }

  /// `nil` if the action does more than change the state: it starts an effect, or is a mistake.
  @inlinable
  mutating func state(after action: Action, in before: State) -> State? {
    var state = before
    if reducer.reduce(into: &state, action: action).isNone { return state }
    return settledState(after: action, in: before)
  }

  @inlinable @inline(never)
  mutating func settledState(after action: Action, in before: State) -> State? {
    _ = machine.restore(before)
    machine.enqueue(action)
    for _ in 0..<100_000 {
      guard let step = machine.step() else { return machine.state }
      guard step.outcome == .reduced, step.changes.started.isEmpty, !step.changes.dismissedRoot
      else { return nil }
    }
    return nil
  }
}
