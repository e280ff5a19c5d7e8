import CairnApp
import CairnModel
import CairnSimulation

/// What a search has found that a bound or a person has ended: the same search in another process goes on from it.
///
/// It has no states, because an app need not be able to write them. It has the outcomes of each step. The other search
/// takes only the steps anew that led to a new state, or that could add something to a verdict, and compares them.
@usableFromInline package struct SearchProgress: Codable, Equatable, Sendable {
  /// The reductions of the search, without which its states are others.
  let coversTimes: Bool
  let forks: Bool
  /// The number of states.
  package let states: Int
  /// The names of the effects that were started.
  let effects: [String]
  let outcomes: [Outcome]
  /// The steps of each expanded node, as ``NodeSteps`` writes them.
  package let nodes: [String]

  /// What distinguishes the outcomes of a step: a ``Nondeterminism``, with the effects that decisions chose as text.
  struct Outcome: Codable, Equatable {
    let decisions: [Decision]
    let chosen: [String?]
    let timing: Timing

    init(_ other: Nondeterminism) {
      (decisions, timing) = (other.decisions, other.timing)
      chosen = other.chosen.map { $0?.text }
    }

    var nondeterminism: Nondeterminism {
      Nondeterminism(
        decisions: decisions, chosen: chosen.map { $0.map { AppEffect(text: $0) } }, timing: timing)
    }
  }
}

/// The steps of a node, with their outcomes in order: `12 3 1,4 0 0;!13 0 0;`. An outcome is the number of the node,
/// that of the ``SearchProgress/Outcome``, and marks: 1 if it started effects, 2 if it is covered. A step after `!`
/// has to be taken again.
private struct NodeSteps {
  struct Step {
    var isTakenAgain: Bool
    var edges: [Edge] = []
  }

  struct Edge {
    let target: UInt32
    let outcome: UInt32
    let marks: UInt32
  }

  var steps: [Step] = []

  init() {}

  /// `nil` if the text is damaged.
  init?(_ text: String) {
    for part in text.split(separator: ";", omittingEmptySubsequences: false).dropLast() {
      var step = Step(isTakenAgain: part.first == "!")
      for outcome in part.drop(while: { $0 == "!" }).split(separator: ",") {
        let numbers = outcome.split(separator: " ").compactMap { UInt32($0) }
        guard numbers.count == 3 else { return nil }
        step.edges.append(Edge(target: numbers[0], outcome: numbers[1], marks: numbers[2]))
      }
      steps.append(step)
    }
  }

  var text: String {
    steps.map { step in
      let edges = step.edges.map { "\($0.target) \($0.outcome) \($0.marks)" }
      return (step.isTakenAgain ? "!" : "") + edges.joined(separator: ",") + ";"
    }
    .joined()
  }
}

extension NodeSteps.Edge {
  fileprivate init(_ edge: AppGraph.Edge) {
    self.init(
      target: edge.target, outcome: edge.nondeterminism,
      marks: (edge.startedEffects ? 1 : 0) | (edge.isCovered ? 2 : 0))
  }
}

/// The progress of a search, and that of an earlier one from which it goes on.
@usableFromInline
struct ProgressLog {
  /// The earlier search; `nil` if there is none.
  fileprivate let earlier: SearchProgress?
  /// The steps of the node in the earlier search; `nil` behind it.
  fileprivate var expected: NodeSteps?
  /// The steps of the node, without the outcomes of the last one.
  fileprivate var present = NodeSteps()
  fileprivate var nodes: [String] = []
  /// The first outcome of the last step.
  fileprivate var first = 0
  /// The number of findings before the last step.
  fileprivate var findings = 0
  /// Whether the last step has to be taken again.
  fileprivate var isTakenAgain = false

  init(after earlier: SearchProgress?) { self.earlier = earlier }

  /// Whether the search repeats the earlier one.
  @usableFromInline var isRepeating: Bool { nodes.count < earlier?.nodes.count ?? 0 }
}

extension AppSearch {
  /// What the search has found so far; `nil` if it does not note it.
  var progress: SearchProgress? {
    guard let log else { return nil }
    return SearchProgress(
      coversTimes: model.reductions.coversTimes, forks: model.reductions.forks,
      states: map.space.count, effects: effects.started.sorted(),
      outcomes: map.nondeterminism.values.map { SearchProgress.Outcome($0) }, nodes: log.nodes)
  }

  private static func otherApp(_ index: Int) -> UsageError {
    UsageError(
      "the app acted differently in state \(index): it depends on more than its launch, or it was changed;"
        + " remove the file to search anew")
  }

  /// Begins the steps of a node.
  @usableFromInline @inline(never)
  mutating func logNode(_ index: Int) throws(UsageError) {
    guard var log else { return }
    (log.present, log.expected) = (NodeSteps(), nil)
    if let earlier = log.earlier, index < earlier.nodes.count {
      log.expected = NodeSteps(earlier.nodes[index])
      if index == 0 { effects.started.formUnion(earlier.effects) }
      guard log.expected != nil else { throw Self.otherApp(index) }
    }
    self.log = log
  }

  /// Ends the steps of a node.
  @usableFromInline @inline(never)
  mutating func endLoggedNode(_ index: Int) throws(UsageError) {
    try endLoggedStep(index)
    guard var log else { return }
    if let expected = log.expected, expected.steps.count != log.present.steps.count {
      throw Self.otherApp(index)
    }
    log.nodes.append(log.present.text)
    // The time of the repetition does not count.
    if log.nodes.count == log.earlier?.nodes.count { deadline = bounds.time.map { .now + $0 } }
    self.log = log
  }

  /// Ends a step, and compares it with the earlier search.
  private mutating func endLoggedStep(_ index: Int) throws(UsageError) {
    guard var log, let last = log.present.steps.indices.last else { return }
    log.present.steps[last].edges = map.graph.edges[log.first...].map { NodeSteps.Edge($0) }
    if log.isTakenAgain || log.findings != unknown.insertions {
      log.present.steps[last].isTakenAgain = true
    }
    if let expected = log.expected {
      // The decisions of an outcome name effects by numbers of the run, which depend on where the run began.
      let known = last < expected.steps.count ? expected.steps[last].edges : []
      let found = log.present.steps[last].edges
      guard known.elementsEqual(found, by: { $0.target == $1.target && $0.marks == $1.marks })
      else { throw Self.otherApp(index) }
    }
    self.log = log
  }

  /// Begins a step, and takes it with the outcomes of the earlier search, if it had no other ones than known nodes;
  /// `false` if it has to be taken.
  @usableFromInline @inline(never)
  mutating func takesKnownOutcomes(of step: UInt32, from index: Int) throws(UsageError) -> Bool {
    try endLoggedStep(index)
    guard var log else { return false }
    log.first = map.graph.edges.count
    (log.findings, log.isTakenAgain) = (unknown.insertions, false)
    let number = log.present.steps.count
    log.present.steps.append(NodeSteps.Step(isTakenAgain: false))
    self.log = log
    guard let earlier = log.earlier, let expected = log.expected, number < expected.steps.count
    else { return false }
    let known = expected.steps[number]
    guard !known.isTakenAgain, !known.edges.isEmpty,
      known.edges.allSatisfy({ $0.target < map.space.count })
    else { return false }
    for edge in known.edges {
      guard edge.outcome < earlier.outcomes.count else { throw Self.otherApp(index) }
      let nondeterminism = earlier.outcomes[Int(edge.outcome)].nondeterminism
      let step = AppGraph.Edge(
        target: edge.target, step: step,
        nondeterminism: map.nondeterminism.number(of: nondeterminism),
        startedEffects: edge.marks & 1 != 0, isCovered: edge.marks & 2 != 0)
      map.graph.edges.append(step)
      judge(
        step, to: Outcome(node: map.space.states[Int(edge.target)], ownMemory: nil), from: index)
    }
    return true
  }

  /// Notes that a step has an outcome that a search must see again, to reach the same verdicts.
  @usableFromInline @inline(never)
  mutating func logOutcome(_ outcome: Outcome, at target: Int) {
    if outcome.issue != nil || !outcome.violated.isEmpty || outcome.readsClock
      || outcome.node.state != map.space.states[target].state
    {
      log?.isTakenAgain = true
    }
  }
}
