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
