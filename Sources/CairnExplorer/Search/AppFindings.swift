import Cairn
import CairnApp
import CairnModel

/// For each property the first finding that decides it.
@usableFromInline
struct AppFindings<State> {
  @usableFromInline typealias Watch<Condition> = (property: Int, isMet: Condition)

  @usableFromInline let properties: [AppProperty<State>]
  @usableFromInline var found: [AppFinding?]
  @usableFromInline var states: [Watch<@Sendable (State) -> Bool>] = []
  @usableFromInline var ends: [Watch<@Sendable (State) -> Bool>] = []
  @usableFromInline var steps: [Watch<@Sendable (State, AppStep, State) -> Bool>] = []
  @usableFromInline var secrets: [Watch<@Sendable (State, State) -> Bool>] = []
  /// Steps after which no secret may remain, checked when all secure fields are known.
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

  /// The number of properties that are refuted so far.
  @usableFromInline var refuted: Int {
    zip(properties, found).count { property, finding in
      if case .reachable = property.rule { false } else { finding != nil }
    }
  }

  @inlinable
  mutating func visit(_ state: State, at index: Int) {
    for watch in states where watch.isMet(state) {
      record(watch.property, AppFinding(index: index))
    }
  }

  @inlinable
  mutating func visit(
    _ before: State, _ step: AppStep, _ after: State, at finding: AppFinding
  ) {
    for watch in steps where watch.isMet(before, step, after) { record(watch.property, finding) }
  }

  /// A step to a node that may contain a secret.
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

  /// Records the first step to each node that must not contain a secret.
  @inlinable
  mutating func visit(_ before: State, _ after: State, to target: UInt32, at finding: AppFinding) {
    for watch in secrets where watch.isMet(before, after) {
      let suspect = Suspect(property: watch.property, target: target)
      let isNew = suspects.number(of: suspect) == suspectSteps.count
      if isNew { suspectSteps.append(finding) }
    }
  }

  /// Checks a state that neither an input nor an effect in flight changes.
  ///
  /// - Parameter isWaiting: whether an effect in flight, not a background effect, never ends.
  @usableFromInline
  mutating func visit(end state: State, at index: Int, isWaiting: Bool) {
    for watch in ends where watch.isMet(state) {
      let lines =
        isWaiting
        ? [
          "# Dead end: no input changes the state, and the effects in flight never end.", "@ idle",
        ]
        : ["# Dead end: no input changes the state, and no effect is in flight.", "? effects 1"]
      record(watch.property, AppFinding(index: index, lines: lines))
    }
  }

  @usableFromInline
  mutating func visit(leakAt index: Int) {
    for property in leaks {
      let lines = ["# The screen that started the effect is gone.", "? effects 0"]
      record(property, AppFinding(index: index, lines: lines))
    }
  }

  @usableFromInline
  mutating func visit(_ issue: RuntimeIssue, at finding: AppFinding) {
    var finding = finding
    finding.remark = issue.description
    for property in issues { record(property, finding) }
  }

  /// Records a line that the screen refuses, but not the reducer.
  @usableFromInline
  mutating func visit(notRefused step: AppStep, at index: Int) {
    guard case .input(let line) = step else { return }
    for property in refusals { record(property, AppFinding(index: index, lines: ["! \(line)"])) }
  }

  /// Stores the finding of a property and stops watching the property.
  @usableFromInline
  mutating func record(_ property: Int, _ finding: AppFinding) {
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

/// The finding that decides a property: a node and further steps.
@usableFromInline
struct AppFinding {
  @usableFromInline let index: Int
  /// The steps from that node.
  @usableFromInline var edges: [AppGraph.Edge]
  /// The following lines of the trail.
  @usableFromInline var lines: [String]
  /// The remark of the verdict.
  @usableFromInline var remark: String?

  @inlinable
  init(index: Int, edges: [AppGraph.Edge] = [], lines: [String] = [], remark: String? = nil) {
    self.index = index
    self.edges = edges
    self.lines = lines
    self.remark = remark
  }
}
