/// The first finding of each decided property, and the conditions of the undecided ones.
///
/// Both searches use it: over a bare model and over an app.
@usableFromInline
package struct Findings<State, Step, Finding> {
  /// An undecided property, and the condition that decides it.
  @usableFromInline package typealias Watch<Condition> = (property: Int, isMet: Condition)

  @usableFromInline package var found: [Finding?]
  @usableFromInline package var states: [Watch<@Sendable (State) -> Bool>] = []
  @usableFromInline package var ends: [Watch<@Sendable (State) -> Bool>] = []
  @usableFromInline package var steps: [Watch<@Sendable (State, Step, State) -> Bool>] = []

  @inlinable
  package init(count: Int) {
    found = Array(repeating: nil, count: count)
  }

  @inlinable @inline(__always)
  package mutating func visit(_ state: State, _ finding: @autoclosure () -> Finding) {
    for watch in states where watch.isMet(state) { record(watch.property, finding()) }
  }

  /// Checks a state that nothing changes.
  @inlinable
  package mutating func visit(end state: State, _ finding: @autoclosure () -> Finding) {
    for watch in ends where watch.isMet(state) { record(watch.property, finding()) }
  }

  @inlinable @inline(__always)
  package mutating func visit(
    _ before: State, _ step: Step, _ after: State, _ finding: @autoclosure () -> Finding
  ) {
    for watch in steps where watch.isMet(before, step, after) {
      record(watch.property, finding())
    }
  }

  /// Stores the finding of an undecided property and stops watching the property.
  @inlinable @inline(never)
  package mutating func record(_ property: Int, _ finding: Finding) {
    guard found[property] == nil else { return }
    found[property] = finding
    states.removeAll { $0.property == property }
    ends.removeAll { $0.property == property }
    steps.removeAll { $0.property == property }
  }
}

extension Findings: Sendable where Finding: Sendable {}

/// A state or a step, by its index.
@usableFromInline
enum ModelFinding: Sendable {
  /// Among the initial states of the model, each of which may be merged with another one.
  case initial(Int)
  case state(Int)
  /// The action is its index among the actions of the state.
  case step(from: Int, action: Int)
}

@usableFromInline
typealias ModelFindings<State, Action> = Findings<State, Action, ModelFinding>

extension Findings where Finding == ModelFinding {
  @usableFromInline
  init(_ properties: [Property<State, Step>]) {
    self.init(count: properties.count)
    for (index, property) in properties.enumerated() {
      switch property.rule {
      case .never(let holds), .reachable(let holds): states.append((index, holds))
      case .noDeadEnd(let isEnd): ends.append((index, { !isEnd($0) }))
      case .step(let holds): steps.append((index, { !holds($0, $1, $2) }))
      case .alwaysReachable, .claim: break
      }
    }
  }

  /// Adds the findings of later states, for properties that are not decided yet.
  @inlinable
  mutating func merge(_ later: Self) {
    for (property, finding) in later.found.enumerated() {
      if let finding { record(property, finding) }
    }
  }
}
