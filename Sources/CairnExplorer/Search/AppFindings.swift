import Cairn
import CairnApp
import CairnModel

/// What a search has found on the way: for each property what decides it first.
@usableFromInline
struct AppFindings<State> {
  @usableFromInline typealias Sought<Condition> = (property: Int, isMet: Condition)

  @usableFromInline let properties: [AppProperty<State>]
  @usableFromInline var found: [AppFinding?]
  @usableFromInline var states: [Sought<@Sendable (State) -> Bool>] = []
  @usableFromInline var ends: [Sought<@Sendable (State) -> Bool>] = []
  @usableFromInline var steps: [Sought<@Sendable (State, AppStep, State) -> Bool>] = []
  @usableFromInline var secrets: [Sought<@Sendable (State, State) -> Bool>] = []
  /// Steps after which no secret may be left: looked at when all secure fields are known.
  @usableFromInline var suspects = NumberedValues<Suspect>()
  @usableFromInline var suspectSteps: [AppFinding] = []
  @usableFromInline var leaks: [Int] = []
  @usableFromInline var issues: [Int] = []
  @usableFromInline var refusals: [Int] = []

  @usableFromInline
  init(_ properties: [AppProperty<State>]) {
    self.properties = properties
    found = Array(repeating: nil, count: properties.count)
    for (index, property) in properties.enumerated() {
      switch property.rule {
      case .always(let holds): states.append((index, { !holds($0) }))
      case .reachable(let holds): states.append((index, holds))
      case .noDeadEnd(unless: let isEnd): ends.append((index, { !isEnd($0) }))
      case .step(let holds): steps.append((index, { !holds($0, $1, $2) }))
      case .noSecret(after: let isSuch): secrets.append((index, isSuch))
      case .noLeakedEffect: leaks.append(index)
      case .noRuntimeIssue: issues.append(index)
      case .refusedMeansUnchanged: refusals.append(index)
      case .reachableScreen, .alwaysReachable, .backUndoes, .everyInputHasEffect: break
      }
    }
  }

  /// How many properties do not hold, as far as it is known.
  @usableFromInline var refuted: Int {
    zip(properties, found).count { property, finding in
      if case .reachable = property.rule { false } else { finding != nil }
    }
  }

  @inlinable
  mutating func visit(_ state: State, at node: Int) {
    for sought in states where sought.isMet(state) {
      note(sought.property, AppFinding(node: node))
    }
  }

  @inlinable
  mutating func visit(
    _ before: State, _ step: AppStep, _ after: State, at finding: AppFinding
  ) {
    for sought in steps where sought.isMet(before, step, after) { note(sought.property, finding) }
  }

  /// A step to a situation that may hold a secret.
  @usableFromInline
  struct Suspect: Hashable {
    @usableFromInline let property: Int
    @usableFromInline let target: UInt32

    @usableFromInline
    init(property: Int, target: UInt32) {
      self.property = property
      self.target = target
    }
  }

  /// Notes a step after which no secret may be left, the first to each situation.
  @inlinable
  mutating func visit(_ before: State, _ after: State, to target: UInt32, at finding: AppFinding) {
    for sought in secrets where sought.isMet(before, after) {
      let suspect = Suspect(property: sought.property, target: target)
      let isNew = suspects.number(of: suspect) == suspectSteps.count
      if isNew { suspectSteps.append(finding) }
    }
  }

  /// Nothing that can be done changes that state, and nothing is under way that could.
  ///
  /// - Parameter isWaiting: whether an effect, not a background one, waits for ever.
  @usableFromInline
  mutating func visit(end state: State, at node: Int, isWaiting: Bool) {
    for sought in ends where sought.isMet(state) {
      let lines =
        isWaiting
        ? ["# Nothing can be done here, and what is under way never ends.", "@ idle"]
        : ["# Nothing can be done here, and nothing is under way.", "? effects 1"]
      note(sought.property, AppFinding(node: node, lines: lines))
    }
  }

  @usableFromInline
  mutating func visit(leakAt node: Int) {
    for property in leaks {
      let lines = ["# The screen that has started it is not there any more.", "? effects 0"]
      note(property, AppFinding(node: node, lines: lines))
    }
  }

  @usableFromInline
  mutating func visit(_ issue: RuntimeIssue, at finding: AppFinding) {
    var finding = finding
    finding.remark = issue.description
    for property in issues { note(property, finding) }
  }

  /// A line that the screen refuses, and the reducer does not.
  @usableFromInline
  mutating func visit(notRefused step: AppStep, at node: Int) {
    guard case .input(let line) = step else { return }
    for property in refusals { note(property, AppFinding(node: node, lines: ["! \(line)"])) }
  }

  /// Keeps what decides a property, and looks no further for it.
  @usableFromInline
  mutating func note(_ property: Int, _ finding: AppFinding) {
    guard found[property] == nil else { return }
    found[property] = finding
    states.removeAll { $0.property == property }
    ends.removeAll { $0.property == property }
    steps.removeAll { $0.property == property }
    secrets.removeAll { $0.property == property }
    leaks.removeAll { $0 == property }
    issues.removeAll { $0 == property }
    refusals.removeAll { $0 == property }
  }
}

/// What decides a property: a situation, and how to go on from it.
@usableFromInline
struct AppFinding {
  @usableFromInline let node: Int
  /// Steps from there.
  @usableFromInline var edges: [AppGraph.Edge]
  /// Lines of a trail that follow.
  @usableFromInline var lines: [String]
  /// What is to be said of it.
  @usableFromInline var remark: String?

  @inlinable
  init(node: Int, edges: [AppGraph.Edge] = [], lines: [String] = [], remark: String? = nil) {
    self.node = node
    self.edges = edges
    self.lines = lines
    self.remark = remark
  }
}
