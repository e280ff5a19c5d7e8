import Cairn

/// What actions lead to. It does the work of one core, and is made for it.
@usableFromInline
struct Successors<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline let reducer: ResolvedReducer<State, Action>
  @usableFromInline let actions: (State) -> [Action]
  /// For actions with follow-ups: the stepping core of every store.
  @usableFromInline var machine: Machine<State, Action>

  @usableFromInline static var followUpLimit: Int { 100_000 }

  @inlinable
  init(_ model: Model<State, Action>) {
    reducer = model.makeReducer()
    actions = model.actions
    machine = Machine(model.initial, reducer: reducer)
  }

  @inlinable @inline(__always)
  mutating func state(
    after action: Action, in before: State
  ) throws(ModelError) -> State {
    var state = before
    if reducer.reduce(into: &state, action: action).isNone { return state }
    return try settledState(after: action, in: before)
  }

  /// Whether nothing that can be done in a state changes it.
  @inlinable
  mutating func isEnd(_ state: State, _ actions: [Action]) throws(ModelError) -> Bool {
    for action in actions where try self.state(after: action, in: state) != state { return false }
    return true
  }

  /// Steps until no follow-up is left.
  @inlinable @inline(never)
  mutating func settledState(
    after action: Action, in before: State
  ) throws(ModelError) -> State {
    _ = machine.restore(before)
    machine.enqueue(action)
    var count = 0
    while let step = machine.step() {
      if let effect = step.changes.started.first { throw .asynchronous(effect) }
      if case .undelivered(let missing) = step.outcome { throw .undelivered(step.action, missing) }
      if step.changes.dismissedRoot { throw .dismissedRoot(step.action) }
      guard count < Self.followUpLimit else {
        throw .endlessFollowUps(action, limit: Self.followUpLimit)
      }
      count += 1
    }
    return machine.state
  }
}
