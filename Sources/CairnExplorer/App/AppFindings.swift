import Cairn
import CairnTrail

/// What decides a property: a situation, and how to go on from it.
struct AppFinding {
  let node: Int
  /// Steps from there, by their numbers.
  var edges: [Int] = []
  /// Lines of a trail that follow.
  var lines: [String] = []
  /// What is to be said of it.
  var remark: String?

  init(node: Int, edge: Int? = nil) {
    self.node = node
    edges = edge.map { [$0] } ?? []
  }
}

/// What a search has found on the way: for each property what decides it first.
struct AppFindings<State> {
  private typealias Sought<Condition> = (property: Int, isMet: Condition)

  let properties: [AppProperty<State>]
  private(set) var found: [AppFinding?]
  private var states: [Sought<@Sendable (State) -> Bool>] = []
  private var ends: [Sought<@Sendable (State) -> Bool>] = []
  private var steps: [Sought<@Sendable (State, TrailStep, State) -> Bool>] = []
  private var secrets: [Sought<@Sendable (State, State) -> Bool>] = []
  private var leaks: [Int] = []
  private var mistakes: [Int] = []
  private var refusals: [Int] = []

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
      case .noMistake: mistakes.append(index)
      case .refusedMeansUnchanged: refusals.append(index)
      case .reachableScreen, .eventuallyPossible, .backUndoes, .everyInputHandled: break
      }
    }
  }

  var seeksSteps: Bool { !steps.isEmpty || !secrets.isEmpty }
  var seeksRefusals: Bool { !refusals.isEmpty }

  mutating func visit(_ state: State, at node: Int) {
    for sought in states where sought.isMet(state) {
      note(sought.property, AppFinding(node: node))
    }
  }

  mutating func visit(
    _ before: State, _ step: TrailStep, _ after: State, edge: AppFinding,
    isSecretLeft: () -> Bool
  ) {
    for sought in steps where sought.isMet(before, step, after) { note(sought.property, edge) }
    for sought in secrets where sought.isMet(before, after) && isSecretLeft() {
      note(sought.property, edge)
    }
  }

  /// Nothing that can be done changes that state, and nothing is under way that could.
  mutating func visit(end state: State, at node: Int) {
    for sought in ends where sought.isMet(state) {
      var finding = AppFinding(node: node)
      finding.lines = ["# Nothing can be done here, and nothing is under way.", "? effects 1"]
      note(sought.property, finding)
    }
  }

  mutating func visit(leakAt node: Int) {
    for property in leaks {
      var finding = AppFinding(node: node)
      finding.lines = ["# The screen that has started it is not there any more.", "? effects 0"]
      note(property, finding)
    }
  }

  mutating func visit(_ mistake: Mistake, at finding: AppFinding) {
    for property in mistakes {
      var finding = finding
      finding.remark = mistake.description
      note(property, finding)
    }
  }

  /// A line that the screen refuses, and the reducer does not.
  mutating func visit(notRefused line: String, at node: Int) {
    for property in refusals {
      var finding = AppFinding(node: node)
      finding.lines = ["! \(line)"]
      note(property, finding)
    }
  }

  /// Keeps what decides a property, and looks no further for it.
  mutating func note(_ property: Int, _ finding: AppFinding) {
    guard found[property] == nil else { return }
    found[property] = finding
    states.removeAll { $0.property == property }
    ends.removeAll { $0.property == property }
    steps.removeAll { $0.property == property }
    secrets.removeAll { $0.property == property }
    leaks.removeAll { $0 == property }
    mistakes.removeAll { $0 == property }
    refusals.removeAll { $0 == property }
  }
}
