/// What a search has found on the way: for each property the first state, or step, that decides it.
@usableFromInline
struct Findings<State, Action: Sendable>: Sendable {
  /// A state, or a step from it.
  @usableFromInline
  struct Finding: Sendable {
    @usableFromInline let state: Int
    /// The place of the step among what can be done in the state.
    @usableFromInline let action: Int?

    @inlinable
    init(state: Int, action: Int? = nil) {
      self.state = state
      self.action = action
    }
  }

  /// What is still looked for: the property, and when it is decided.
  @usableFromInline typealias Sought<Condition> = (property: Int, isMet: Condition)

  @usableFromInline var found: [Finding?]
  @usableFromInline var states: [Sought<@Sendable (State) -> Bool>] = []
  @usableFromInline var ends: [Sought<@Sendable (State) -> Bool>] = []
  @usableFromInline var steps: [Sought<@Sendable (State, Action, State) -> Bool>] = []

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
    for sought in states where sought.isMet(state) {
      note(sought.property, Finding(state: index))
    }
  }

  /// Nothing that can be done changes that state.
  @inlinable
  mutating func visit(end state: State, at index: Int) {
    for sought in ends where sought.isMet(state) { note(sought.property, Finding(state: index)) }
  }

  @inlinable @inline(__always)
  mutating func visit(
    _ before: State, _ action: Action, _ after: State, at index: Int, action place: Int
  ) {
    for sought in steps where sought.isMet(before, action, after) {
      note(sought.property, Finding(state: index, action: place))
    }
  }

  /// Keeps what decides a property, and looks no further for it.
  @inlinable @inline(never)
  mutating func note(_ property: Int, _ finding: Finding) {
    found[property] = finding
    states.removeAll { $0.property == property }
    ends.removeAll { $0.property == property }
    steps.removeAll { $0.property == property }
  }

  /// Adds what was found further on.
  @inlinable
  mutating func merge(_ later: Findings) {
    for (property, finding) in later.found.enumerated() {
      if let finding, found[property] == nil { note(property, finding) }
    }
  }
}
