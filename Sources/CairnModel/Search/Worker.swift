import Cairn

/// The possible actions of states, and the states that they lead to.
@usableFromInline
struct Successors<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline let actions: (State) -> [Action]
  @usableFromInline var steps: QuietSteps<State, Action>
  /// Whether a change of stack ids alone is a change.
  @usableFromInline var comparesIDs = false

  @inlinable
  init(_ model: Model<State, Action>) {
    actions = model.actions
    steps = QuietSteps(model.initials[0], model.makeReducer())
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

  /// Whether no action changes the state.
  @inlinable
  mutating func isEnd(_ state: State, _ actions: [Action]) throws(ModelError) -> Bool {
    for action in actions {
      let next = try self.state(after: action, in: state)
      if next != state || comparesIDs && !StateSpace<State>.hasSameIDs(next, state) { return false }
    }
    return true
  }
}

/// Expands the states of batches on one core.
@usableFromInline
struct Worker<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var successors: Successors<State, Action>
  @usableFromInline let canonicalState: (@Sendable (State) -> State)?
  @usableFromInline var deadline: Deadline

  @inlinable
  init(_ model: Model<State, Action>, until deadline: Deadline) {
    self.deadline = deadline
    successors = Successors(model)
    canonicalState = model.canonicalState
  }

  @inlinable
  mutating func expand(_ batch: inout Batch<State, Action>) {
    for (offset, state) in batch.states.enumerated() {
      let index = batch.range.lowerBound + offset
      guard (try? expand(state, at: index, into: &batch)) == true else {
        batch.isIncomplete = true
        return
      }
    }
  }

  /// Tries every action of a state; `false` if the time is over.
  @inlinable @inline(__always)
  mutating func expand(
    _ state: State, at index: Int, into batch: inout Batch<State, Action>
  ) throws(ModelError) -> Bool {
    if deadline.isOver() { return false }
    batch.findings.visit(state, ModelFinding(state: index))
    let actions = successors.actions(state)
    for position in actions.indices {
      if deadline.isOver() { return false }
      let action = actions[position]
      let next = try successors.state(after: action, in: state)
      batch.findings.visit(
        state, action, next, ModelFinding(state: index, action: position))
      if canonicalState != nil {
        batch.findings.visit(next, ModelFinding(state: index, action: position))
      }
      let hash = StateSpace<State>.hash(of: next, canonicalState)
      batch.successors.append(
        (state: next, hash: hash, parent: UInt32(truncatingIfNeeded: index)))
    }
    batch.transitions += actions.count
    if !batch.findings.ends.isEmpty, try successors.isEnd(state, actions) {
      batch.findings.visit(end: state, ModelFinding(state: index))
    }
    return true
  }
}

/// States of one depth, to be expanded by one core, and the results.
@usableFromInline
struct Batch<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline var range = 0..<0
  @usableFromInline var states: [State] = []
  /// The state after each step, known or new.
  @usableFromInline var successors: [(state: State, hash: UInt32, parent: UInt32)] = []
  @usableFromInline var findings: ModelFindings<State, Action>
  @usableFromInline var transitions = 0
  /// Whether a state was not expanded: the time is over, or expanding it again throws the reason.
  @usableFromInline var isIncomplete = false

  @inlinable
  init(_ findings: ModelFindings<State, Action>) {
    self.findings = findings
  }

  /// Replaces the states and clears the results, reusing the memory.
  @inlinable
  mutating func refill(
    _ range: Range<Int>, of space: borrowing StateSpace<State>,
    _ findings: ModelFindings<State, Action>
  ) {
    self.range = range
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: space.states[range])
    successors.removeAll(keepingCapacity: true)
    self.findings = findings
    transitions = 0
    isIncomplete = false
  }
}

extension Batch: Sendable where State: Sendable {}
