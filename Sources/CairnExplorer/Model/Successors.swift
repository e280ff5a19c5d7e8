import Cairn

/// What can be done in a state of a model, and what it leads to.
@usableFromInline
struct Successors<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline let actions: (State) -> [Action]
  @usableFromInline var steps: QuietSteps<State, Action>

  @inlinable
  init(_ model: Model<State, Action>) {
    actions = model.actions
    steps = QuietSteps(model.initial, model.makeReducer())
  }

  @inlinable @inline(__always)
  mutating func state(
    after action: Action, in before: State
  ) throws(ModelError) -> State {
    do {
      return try steps.state(after: action, in: before)
    } catch {
      throw ModelError(error)
    }
  }

  /// Whether nothing that can be done in a state changes it.
  @inlinable
  mutating func isEnd(_ state: State, _ actions: [Action]) throws(ModelError) -> Bool {
    for action in actions where try self.state(after: action, in: state) != state { return false }
    return true
  }
}
