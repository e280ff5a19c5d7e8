import Cairn

/// A search under way: breadth first, level by level.
@usableFromInline
struct Search<State: Hashable & SendableMetatype, Action: Sendable> {
  @usableFromInline let model: Model<State, Action>
  @usableFromInline let bounds: Bounds
  @usableFromInline let deadline: ContinuousClock.Instant?
  @usableFromInline var space: StateSpace<State>
  @usableFromInline var successors: Successors<State, Action>
  @usableFromInline var findings: Findings<State, Action>
  /// How many states have been left in every way; they come first.
  @usableFromInline var expanded = 0
  @usableFromInline var transitions = 0
  @usableFromInline var limit: Limit?

  @inlinable
  init(
    _ model: Model<State, Action>, checking properties: [Property<State, Action>],
    within bounds: Bounds
  ) {
    self.model = model
    self.bounds = bounds
    deadline = bounds.time.map { ContinuousClock.now + $0 }
    space = StateSpace(model.initial, canonicalState: model.canonicalState)
    successors = Successors(model)
    findings = Findings(properties)
  }

  /// Expands level after level, until there is nothing left, a bound is met, or a level is as wide
  /// as that.
  @inlinable
  mutating func run(toWidth width: Int = .max) throws(ModelError) {
    while limit == nil, expanded < space.count {
      let level = space.level(from: expanded)
      guard level.count < width else { return }
      if let depth = bounds.depth, space.isAtDepth(depth, expanded) {
        limit = .depth(depth)
      } else {
        space.willExpand(expanded)
        try expand(level)
      }
    }
  }

  /// Looks at the states that were not expanded.
  @inlinable
  mutating func finish() {
    for index in expanded..<space.count { findings.visit(space.states[index], at: index) }
  }

  @inlinable
  mutating func expand(_ level: Range<Int>) throws(ModelError) {
    for index in level {
      // A look at the clock takes about as long as a state.
      if let deadline, let time = bounds.time, index.isMultiple(of: 256),
        ContinuousClock.now >= deadline
      {
        limit = .time(time)
        return
      }
      guard try expand(index) else {
        limit = .states(bounds.states)
        return
      }
      expanded += 1
    }
  }

  /// Leaves a state in every way; `false` if that would find more states than may be.
  @inlinable @inline(__always)
  mutating func expand(_ index: Int) throws(ModelError) -> Bool {
    let state = space.states[index]
    findings.visit(state, at: index)
    let actions = successors.actions(state)
    for place in actions.indices {
      let action = actions[place]
      let next = try successor(of: state, at: index, by: action)
      findings.visit(state, action, next, at: index, action: place)
      switch space.insert(next, hash: space.hash(of: next), from: index, upTo: bounds.states) {
      case .inserted, .known: break
      case .full: return false
      }
    }
    transitions += actions.count
    if !findings.ends.isEmpty, try successors.isEnd(state, actions) {
      findings.visit(end: state, at: index)
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

  /// The way on which a state was found; no other is shorter.
  @inlinable
  mutating func trace(to index: Int) throws(ModelError) -> Trace<State, Action> {
    var way = [index]
    while let last = way.last, last != 0 { way.append(Int(space.parents[last])) }
    var trace = Trace<State, Action>(from: model.initial)
    for (parent, child) in zip(way.reversed(), way.reversed().dropFirst()) {
      let state = space.states[parent]
      for action in successors.actions(state) {
        let next = try successors.state(after: action, in: state)
        guard space.isSame(next, space.states[child]) else { continue }
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
        if predecessors == nil { predecessors = try self.predecessors() }
        let stuck = predecessors?.firstWithoutWay { [expanded, space] index in
          // From a state that was not left, anything may be possible.
          index >= expanded || holds(space.states[index])
        }
        verdict = untouched(.proved(by: nil))
        if let stuck { verdict = .refuted(by: try trace(to: stuck)) }
      }
      verdicts.append((property, verdict))
    }
    return verdicts
  }

  /// What holds where nothing was found, if nothing was left out.
  @inlinable
  func untouched(_ verdict: Verdict<State, Action>) -> Verdict<State, Action> {
    limit.map { .inconclusive($0) } ?? verdict
  }

  @inlinable
  mutating func trace(
    to finding: Findings<State, Action>.Finding
  ) throws(ModelError) -> Trace<State, Action> {
    var trace = try trace(to: finding.state)
    if let place = finding.action {
      let action = successors.actions(trace.last)[place]
      trace.append(action, try successors.state(after: action, in: trace.last))
    }
    return trace
  }

  /// Goes all steps once more, to know where they come from.
  @inlinable
  mutating func predecessors() throws(ModelError) -> Predecessors {
    var steps: [(from: UInt32, to: UInt32)] = []
    steps.reserveCapacity(transitions)
    try forEachStep { from, _, to in steps.append((UInt32(from), UInt32(to))) }
    return Predecessors(of: steps, states: space.count)
  }

  /// All steps between states, in the order in which they were found.
  @inlinable
  mutating func forEachStep(
    _ body: (_ from: Int, _ action: Action, _ to: Int) -> Void
  ) throws(ModelError) {
    for from in 0..<expanded {
      let state = space.states[from]
      for action in successors.actions(state) {
        let next = try successors.state(after: action, in: state)
        if let to = space.index(of: next) { body(from, action, to) }
      }
    }
  }
}
