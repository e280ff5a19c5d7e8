import Cairn
import CairnApp
import CairnModel
import CairnSimulation

/// For each property the first finding that decides it.
@usableFromInline
struct AppFindings<State> {
  @usableFromInline let properties: [AppProperty<State>]
  @usableFromInline var decided: Findings<State, AppStep, AppFinding>
  @usableFromInline var secrets: [(property: Int, isMet: @Sendable (State, State) -> Bool)] = []
  /// Steps after which no secret may remain, checked when all secure fields are known.
  var suspects = NumberedValues<Suspect>()
  var suspectSteps: [AppFinding] = []
  /// Conditions on moments, and whether they are about rest only.
  @usableFromInline var moments:
    [(property: Int, isAtRest: Bool, holds: @Sendable (AppMoment<State>) -> Bool)] = []
  /// The claims about runs, with what each says of the visited nodes.
  @usableFromInline var claims: [AppClaim<State>] = []
  var meetsRest = false
  /// Conditions on the states after each reduction.
  @usableFromInline var reductions: [(property: Int, holds: @Sendable (State) -> Bool)] = []
  var leaks: [Int] = []
  var settling: [Int] = []
  @usableFromInline var issues: [Int] = []
  /// The first runtime issue, asked for or not.
  var firstIssue: AppFinding?
  @usableFromInline var refusals: [Int] = []
  /// The disabled inputs of which not every answer of the reducer is known. They lead to no state.
  var unknownRefusals = UnknownSteps()
  /// The inputs with which conditions on steps compare, by the name of the property.
  private(set) var compared: [(property: String, steps: ComparedSteps)] = []

  @usableFromInline
  init(_ properties: [AppProperty<State>]) {
    self.properties = properties
    decided = Findings(count: properties.count)
    for (index, property) in properties.enumerated() {
      switch property.rule {
      case .everyReduction(let holds): reductions.append((index, holds))
      case .always(let holds): decided.states.append((index, { !holds($0) }))
      case .reachable(let holds): decided.states.append((index, holds))
      case .noDeadEnd(unless: let isEnd): decided.ends.append((index, { !isEnd($0) }))
      case .step(let holds):
        let steps = ComparedSteps()
        compared.append((property.name, steps))
        decided.steps.append(
          (index, { old, step, new in !steps.record { holds(old, step, new) } }))
      case .noSecret(after: let isSuch): secrets.append((index, isSuch))
      case .noLeakedEffect: leaks.append(index)
      case .noRuntimeIssue: issues.append(index)
      case .refusedMeansUnchanged: refusals.append(index)
      case .settles: settling.append(index)
      case .everyMoment(let holds): moments.append((index, false, holds))
      case .atRest(let holds): moments.append((index, true, holds))
      case .claim(let onlyAtStart, let event):
        claims.append(AppClaim(property: index, onlyAtStart: onlyAtStart, event: event))
      case .reachableScreen, .alwaysReachable, .backUndoes, .everyInputHasEffect: break
      }
    }
  }

  /// The number of properties that are refuted so far.
  @usableFromInline var refuted: Int {
    zip(properties, decided.found).count { property, finding in
      if case .reachable = property.rule { false } else { finding != nil }
    }
  }

  /// A step to a node that may contain a secret.
  struct Suspect: Hashable {
    let property: Int
    let target: UInt32
  }

  /// Records the first step to each node that must not contain a secret.
  @usableFromInline
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
    guard !decided.ends.isEmpty else { return }
    let lines =
      isWaiting
      ? ["# Dead end: no input changes the state, and the effects in flight never end.", "@ idle"]
      : [
        "# Dead end: no input changes the state, and no effect is in flight: the next line fails.",
        "? effects 1",
      ]
    decided.visit(end: state, AppFinding(index: index, lines: lines))
  }

  @usableFromInline
  mutating func visit(leakAt index: Int) {
    for property in leaks {
      let lines = ["# The screen that started the effect no longer exists.", "? effects 0"]
      record(property, AppFinding(index: index, lines: lines))
    }
  }

  @usableFromInline
  mutating func visit(_ issue: RuntimeIssue, at finding: AppFinding) {
    var finding = finding
    finding.remark = issue.description
    firstIssue = firstIssue ?? finding
    for property in issues { record(property, finding) }
  }

  @usableFromInline
  func violated(by state: State) -> [Int] {
    reductions.filter { !$0.holds(state) }.map(\.property)
  }

  /// Records a line that the screen refuses, but not the reducer.
  mutating func visit(
    notRefused step: AppStep, after wait: Duration, deciding decisions: [Decision], at index: Int
  ) {
    guard case .input(let line) = step else { return }
    let lines = (wait == .zero ? [] : [AppStep.time(wait).text]) + ["! \(line)"]
    var finding = AppFinding(index: index, lines: lines)
    finding.decisions = decisions
    for property in refusals { record(property, finding) }
  }

  @usableFromInline
  mutating func record(_ property: Int, _ finding: AppFinding) {
    decided.record(property, finding)
    secrets.removeAll { $0.property == property }
    reductions.removeAll { $0.property == property }
    moments.removeAll { $0.property == property }
    refusals.removeAll { $0 == property }
  }
}

@usableFromInline
struct AppClaim<State> {
  let property: Int
  let onlyAtStart: Bool
  let event: @Sendable (AppMoment<State>) -> AppProperty<State>.ClaimEvent
  /// For each visited node.
  var marks: [ClaimMarks] = []
}

/// The finding that decides a property: a node and further steps.
@usableFromInline
struct AppFinding {
  @usableFromInline let index: Int
  /// The start of the app that leads to that node; `nil` for the first one that does.
  @usableFromInline let start: AppGraph.Edge?
  /// The steps from that node.
  @usableFromInline var edges: [AppGraph.Edge]
  /// The steps that can be repeated for ever after those.
  var loop: [AppGraph.Edge] = []
  /// The following lines of the trail.
  @usableFromInline var lines: [String]
  /// The decisions of those lines.
  @usableFromInline var decisions: [Decision] = []
  @usableFromInline var remark: String?

  @inlinable
  init(
    index: Int, start: AppGraph.Edge? = nil, edges: [AppGraph.Edge] = [], lines: [String] = [],
    remark: String? = nil
  ) {
    self.index = index
    self.start = start
    self.edges = edges
    self.lines = lines
    self.remark = remark
  }
}

/// The reason why not every outcome of a step is known.
@usableFromInline
enum UnknownReason: CustomStringConvertible {
  /// The result depends on a time that no trial has: the app uses an earlier reading of the clock.
  case otherTimes
  case otherScreens
  case otherState
  case endless
  case otherBehavior
  /// Two effects that differ in a function alone are one effect.
  case functions

  @usableFromInline var description: String {
    switch self {
    case .otherTimes: "its result depends on a time that was not tried"
    case .otherScreens:
      "its screens depend on more than the state: they read the clock or memory, or make a choice"
    case .otherState: "the app reached another state when the same steps were repeated"
    case .endless: "its work does not end, although no time passes"
    case .otherBehavior: "two effects with the same input acted differently"
    case .functions:
      "an action contains a function, and nothing compares functions; make it Equatable"
    }
  }
}

/// The steps of which not every outcome is known: the first one of each node, and the first one with each reason.
///
/// A verdict that such a step could change is inconclusive (Bruns and Godefroid, *Model checking partial state
/// spaces with 3-valued temporal logics*, 1999). A counterexample without it stands.
@usableFromInline
struct UnknownSteps {
  /// In the order in which they were found.
  private(set) var entries: [(index: Int, step: UInt32?, reason: UnknownReason)] = []
  /// The number of steps, all of each node.
  private(set) var insertions = 0
  private var nodes: Set<Int> = []
  /// Whether effects that count as one may act differently. Then nodes with effects in flight may, too.
  private var isAnywhere = false

  @usableFromInline var hasOtherState: Bool { entries.contains { $0.reason == .otherState } }

  /// Whether anything may be reachable from a node by one step.
  func contains(_ index: Int, isIdle: Bool) -> Bool {
    isAnywhere && !isIdle || nodes.contains(index)
  }

  @usableFromInline
  mutating func insert(_ reason: UnknownReason, of step: UInt32?, at index: Int) {
    insertions += 1
    isAnywhere = isAnywhere || reason == .otherBehavior || reason == .functions
    if nodes.insert(index).inserted || !entries.contains(where: { $0.reason == reason }) {
      entries.append((index, step, reason))
    }
  }
}
