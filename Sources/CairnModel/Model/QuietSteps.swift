import Cairn

/// Computes the state after an action and its follow-ups, as in a store, without a store or a
/// simulation.
///
/// One value serves one core.
@usableFromInline
package struct QuietSteps<State, Action: Sendable> {
  /// A reason why an action has no successor state.
  @usableFromInline
  package enum Obstacle: Error {
    case asynchronous(RunningEffect<Action>)
    case undelivered(Action, _Kernel.MissingRecipient)
    case dismissedRoot(Action)
    case endlessFollowUps(Action)
  }

  @usableFromInline package let reducer: _Kernel.AnyReducer<State, Action>
  /// The stepping core of every store, for actions with follow-ups.
  @usableFromInline package var machine: Machine<State, Action>

  /// The states after the reductions of the last action and its follow-ups, without the last state; `nil` if
  /// they are not kept. An action without an effect does not change them.
  @usableFromInline package var passed: [State]?

  /// Whether a step returned an effect of a child that the reducer does not contain, since it was last set.
  @usableFromInline package var meetsUnknownFeature = false

  @usableFromInline package static var followUpLimit: Int { 100_000 }

  @inlinable
  package init(_ state: State, _ reducer: _Kernel.AnyReducer<State, Action>) {
    self.reducer = reducer
    machine = Machine(state, reducer: reducer)
  }

  @inlinable @inline(__always)
  package mutating func state(after action: Action, in before: State) throws(Obstacle) -> State {
    var state = before
    if reducer.reduce(into: &state, action: action).isNone { return state }
    return try stateAfterFollowUps(after: action, in: before)
  }

  /// Steps until no follow-up is left.
  @inlinable @inline(never)
  package mutating func stateAfterFollowUps(after action: Action, in before: State) throws(Obstacle)
    -> State
  {
    _ = machine.restore(before)
    machine.enqueue(action)
    passed?.removeAll(keepingCapacity: true)
    for _ in 0...Self.followUpLimit {
      guard let step = machine.step() else { return machine.state }
      if let effect = step.changes.started.first { throw .asynchronous(effect) }
      if case .undelivered(let missing) = step.outcome { throw .undelivered(step.action, missing) }
      if step.changes.dismissedRoot { throw .dismissedRoot(step.action) }
      if step.changes.unknownFeature != nil { meetsUnknownFeature = true }
      passed?.append(machine.state)
    }
    throw .endlessFollowUps(action)
  }
}
