/// What one core does: it expands the states of a batch, and keeps what they lead to.
@usableFromInline
struct Worker<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var successors: Successors<State, Action>
  @usableFromInline let canonicalState: (@Sendable (State) -> State)?

  @inlinable
  init(_ model: Model<State, Action>) {
    successors = Successors(model)
    canonicalState = model.canonicalState
  }

  @inlinable
  mutating func expand(_ batch: inout Batch<State, Action>) {
    for (offset, state) in batch.states.enumerated() {
      let index = batch.range.lowerBound + offset
      guard (try? expand(state, at: index, into: &batch)) != nil else {
        batch.hasFailed = true
        return
      }
    }
  }

  @inlinable @inline(__always)
  mutating func expand(
    _ state: State, at index: Int, into batch: inout Batch<State, Action>
  ) throws(ModelError) {
    batch.findings.visit(state, at: index)
    let actions = successors.actions(state)
    for place in actions.indices {
      let action = actions[place]
      let next = try successors.state(after: action, in: state)
      batch.findings.visit(state, action, next, at: index, action: place)
      let hash = StateSpace<State>.hash(of: next, canonicalState)
      batch.successors.append(
        Batch.Successor(state: next, hash: hash, parent: UInt32(truncatingIfNeeded: index)))
    }
    batch.transitions += actions.count
    guard !batch.findings.ends.isEmpty else { return }
    if try successors.isEnd(state, actions) { batch.findings.visit(end: state, at: index) }
  }
}
