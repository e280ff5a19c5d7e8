import Cairn
import CairnDump

/// A search in progress: breadth first, level by level.
@usableFromInline
struct Search<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline let model: Model<State, Action>
  @usableFromInline let bounds: Bounds
  @usableFromInline var deadline: Deadline
  @usableFromInline var space: StateSpace<State>
  @usableFromInline var successors: Successors<State, Action>
  @usableFromInline var findings: ModelFindings<State, Action>
  /// The number of expanded states; they form a prefix.
  @usableFromInline var expanded = 0
  @usableFromInline var transitions = 0
  /// The steps of the expanded states, if a property needs them.
  @usableFromInline var steps: FoundSteps?
  @usableFromInline var limit: Limit?
  /// Notices stack ids in the states.
  @usableFromInline let generations = StackGenerations()

  @inlinable
  init(
    _ model: Model<State, Action>, checking properties: [Property<State, Action>],
    within bounds: Bounds, until end: ContinuousClock.Instant? = nil,
    comparingIDs comparesIDs: Bool = false
  ) {
    self.model = model
    self.bounds = bounds
    deadline = Deadline(end ?? bounds.time.map { .now + $0 })
    // The initial states can have stack ids, too.
    space = generations.run {
      StateSpace(
        model.initials, comparingIDs: comparesIDs, canonicalState: model.canonicalState)
    }
    successors = Successors(model)
    successors.comparesIDs = comparesIDs
    findings = Findings(properties)
    steps = properties.contains(where: \.needsSteps) ? FoundSteps() : nil
    for (index, initial) in model.initials.enumerated() {
      findings.visit(initial, .initial(index))
    }
  }

  /// Expands level after level, until no state is left, a bound is reached, stack ids have to be
  /// compared, or a level has `width` states.
  @inlinable
  mutating func run(toWidth width: Int = .max) throws(ModelError) {
    while limit == nil, expanded < space.count, !missesIDs {
      let level = space.level(from: expanded)
      guard level.count < width else { return }
      if let depth = bounds.depth, space.isAtDepth(depth, expanded) {
        limit = .depth(depth)
      } else {
        space.willExpand(expanded)
        for index in level {
          guard try expand(index) else { return }
          expanded += 1
        }
      }
    }
  }

  /// Searches to the end; once more from the beginning, comparing stack ids, if the states have some.
  @inlinable
  mutating func run(
    checking properties: [Property<State, Action>],
    by search: (inout Search) throws(ModelError) -> Void
  ) throws(ModelError) {
    try noticingIDs(search)
    if missesIDs {
      self = Search(
        model, checking: properties, within: bounds, until: deadline.end, comparingIDs: true)
      try noticingIDs(search)
    }
    finish()
  }

  @inlinable
  mutating func noticingIDs(
    _ search: (inout Search) throws(ModelError) -> Void
  ) throws(ModelError) {
    let outcome = generations.run {
      Result { () throws(ModelError) in try search(&self) }
    }
    try outcome.get()
  }

  /// Whether equal states may differ in their stack ids, which are not compared.
  @inlinable
  var missesIDs: Bool { !space.comparesIDs && generations.hasHashedIDs }

  /// Checks the states that were not expanded.
  @inlinable
  mutating func finish() {
    // Such states are never found again, so that a search of them meets a bound.
    if limit != nil, let state = space.states.first(where: { !space.isSame($0, $0) }) {
      limit = .unequal(unequalParts(of: state))
    }
    for index in expanded..<space.count {
      findings.visit(space.states[index], .state(index))
    }
  }

  /// Whether the time is over, which ends the search.
  @inlinable @inline(__always)
  mutating func isLate() -> Bool {
    guard deadline.isOver() else { return false }
    limit = bounds.time.map(Limit.time)
    return true
  }

  /// Tries every action of a state; `false` if the bound on states or on time is reached.
  @inlinable @inline(__always)
  mutating func expand(_ index: Int) throws(ModelError) -> Bool {
    if isLate() { return false }
    let state = space.states[index]
    findings.visit(state, .state(index))
    let actions = successors.actions(state)
    for position in actions.indices {
      if isLate() { return false }
      let action = actions[position]
      let next = try successor(of: state, at: index, by: action)
      findings.visit(
        state, action, next, .step(from: index, action: position))
      // A merged state is not expanded.
      if space.canonicalState != nil {
        findings.visit(next, .step(from: index, action: position))
      }
      guard
        let target = space.insert(
          next, hash: space.hash(of: next), from: index, upTo: bounds.states)
      else {
        limit = .states(bounds.states)
        return false
      }
      steps?.targets.append(UInt32(truncatingIfNeeded: target))
    }
    steps?.endStates(before: index + 1)
    transitions += actions.count
    if !findings.ends.isEmpty, try successors.isEnd(state, actions) {
      findings.visit(end: state, .state(index))
    }
    return true
  }

  @inlinable @inline(__always)
  mutating func successor(
    of state: State, at index: Int, by action: Action
  ) throws(ModelError) -> State {
    do {
      return try successors.state(after: action, in: state)
    } catch {
      throw error.after(try trace(to: index).actions + [action])
    }
  }

  /// Whether a repeated step leads to a state. A state that does not equal itself has the same text.
  @usableFromInline
  func isReached(_ index: Int, by next: State) -> Bool {
    let state = space.states[index]
    return space.isSame(next, state)
      || !space.isSame(state, state) && dumpedOnOneLine(next) == dumpedOnOneLine(state)
  }

  @inlinable
  mutating func trace(to index: Int) throws(ModelError) -> Trace<State, Action> {
    let path = space.path(to: index)
    var trace = Trace<State, Action>(from: space.states[path[0]])
    for (parent, child) in zip(path, path.dropFirst()) {
      let state = space.states[parent]
      for action in successors.actions(state) {
        let next = try successors.state(after: action, in: state)
        guard isReached(child, by: next) else { continue }
        trace.append(action, next)
        break
      }
    }
    return trace
  }
}

extension Search {
  @inlinable
  mutating func verdicts(
    on properties: [Property<State, Action>]
  ) throws(ModelError) -> [(property: Property<State, Action>, verdict: Verdict<State, Action>)] {
    var predecessors: Predecessors?
    var runs: FairRuns?
    var verdicts: [(property: Property<State, Action>, verdict: Verdict<State, Action>)] = []
    for (property, finding) in zip(properties, findings.found) {
      var verdict: Verdict<State, Action>
      switch property.rule {
      case .never, .noDeadEnd, .step:
        verdict = untouched(.proved(by: nil))
        if let finding { verdict = .refuted(by: try trace(to: finding)) }
      case .reachable:
        verdict = untouched(.refuted(by: nil))
        if let finding { verdict = .proved(by: try trace(to: finding)) }
      case .alwaysReachable(let holds):
        let steps = steps ?? FoundSteps()
        predecessors =
          predecessors
          ?? Predecessors(starts: steps.starts, targets: steps.targets, states: space.count)
        let stuck = predecessors?.firstWithoutPath { [expanded, space] index in
          // From a state that was not expanded, anything may be reachable.
          index >= expanded || holds(space.states[index])
        }
        verdict = untouched(.proved(by: nil))
        if let stuck { verdict = .refuted(by: try trace(to: stuck)) }
      case .claim(let onlyAtStart, let marks):
        let graph = runs ?? fairRuns(steps ?? FoundSteps())
        runs = graph
        verdict = try self.verdict(on: graph, onlyAtStart: onlyAtStart, space.states.map(marks))
      }
      verdicts.append((property, verdict))
    }
    return verdicts
  }

  /// The verdict for a property without a finding: inconclusive if a bound was reached.
  @inlinable
  func untouched(_ verdict: Verdict<State, Action>) -> Verdict<State, Action> {
    limit.map { .inconclusive($0) } ?? verdict
  }

  @inlinable
  mutating func trace(
    to finding: ModelFinding
  ) throws(ModelError) -> Trace<State, Action> {
    switch finding {
    case .initial(let index): return Trace(from: model.initials[index])
    case .state(let index): return try trace(to: index)
    case .step(from: let index, action: let position):
      var trace = try trace(to: index)
      let action = successors.actions(trace.last)[position]
      trace.append(action, try successors.state(after: action, in: trace.last))
      return trace
    }
  }
}

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

/// The end of the time of a search, if it has one.
///
/// The clock is read rarely, because that takes about as long as a state: after at most 256 states and steps, and
/// after each one while they are slow.
@usableFromInline
struct Deadline: Sendable {
  @usableFromInline let end: ContinuousClock.Instant?
  var looked = ContinuousClock.now
  /// The number of states and steps from one look to the next.
  @usableFromInline var stride = 1
  /// The rest of them.
  @usableFromInline var rest: Int

  @inlinable
  init(_ end: ContinuousClock.Instant?) {
    self.end = end
    rest = end == nil ? .max : 1
  }

  /// Whether the time is over, before a state or a step.
  @inlinable @inline(__always)
  mutating func isOver() -> Bool {
    rest &-= 1
    return rest == 0 && look()
  }

  @usableFromInline
  mutating func look() -> Bool {
    let now = ContinuousClock.now
    stride = now - looked < .milliseconds(1) ? min(stride * 2, 256) : 1
    (rest, looked) = (stride, now)
    return end.map { now >= $0 } ?? false
  }
}
