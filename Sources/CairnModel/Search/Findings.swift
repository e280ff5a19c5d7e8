/// For each property the first state, or step, that decides it.
@usableFromInline
struct Findings<State, Action: Sendable>: Sendable {
  /// A state, or a step from it.
  @usableFromInline
  struct Finding: Sendable {
    @usableFromInline let state: Int
    /// The index of the step's action among the actions of the state.
    @usableFromInline let action: Int?

    @inlinable
    init(state: Int, action: Int? = nil) {
      self.state = state
      self.action = action
    }
  }

  /// A property that is not decided yet, and the condition that decides it.
  @usableFromInline typealias Watch<Condition> = (property: Int, isMet: Condition)

  @usableFromInline var found: [Finding?]
  @usableFromInline var states: [Watch<@Sendable (State) -> Bool>] = []
  @usableFromInline var ends: [Watch<@Sendable (State) -> Bool>] = []
  @usableFromInline var steps: [Watch<@Sendable (State, Action, State) -> Bool>] = []

  @usableFromInline
  init(_ properties: [Property<State, Action>]) {
    found = Array(repeating: nil, count: properties.count)
    for (index, property) in properties.enumerated() {
      switch property.rule {
      case .never(let holds), .reachable(let holds): states.append((index, holds))
      case .noDeadEnd(let isEnd): ends.append((index, { !isEnd($0) }))
      case .step(let holds): steps.append((index, { !holds($0, $1, $2) }))
      case .alwaysReachable: break
      }
    }
  }

  @inlinable @inline(__always)
  mutating func visit(_ state: State, at index: Int) {
    for watch in states where watch.isMet(state) {
      record(watch.property, Finding(state: index))
    }
  }

  /// Checks a state that no action changes.
  @inlinable
  mutating func visit(end state: State, at index: Int) {
    for watch in ends where watch.isMet(state) { record(watch.property, Finding(state: index)) }
  }

  @inlinable @inline(__always)
  mutating func visit(
    _ before: State, _ action: Action, _ after: State, at index: Int, action position: Int
  ) {
    for watch in steps where watch.isMet(before, action, after) {
      record(watch.property, Finding(state: index, action: position))
    }
  }

  /// Stores the finding of a property and stops watching the property.
  @inlinable @inline(never)
  mutating func record(_ property: Int, _ finding: Finding) {
    found[property] = finding
    states.removeAll { $0.property == property }
    ends.removeAll { $0.property == property }
    steps.removeAll { $0.property == property }
  }

  /// Adds the findings of later states, for properties that are not decided yet.
  @inlinable
  mutating func merge(_ later: Findings) {
    for (property, finding) in later.found.enumerated() {
      if let finding, found[property] == nil { record(property, finding) }
    }
  }
}
