import CairnApp
import CairnModel

/// What a search found before a bound or a person ended it. The same search in another process continues it.
///
/// It contains the outcomes of each step, and no states: an app need not be able to write them. The other search takes
/// a step again only if it led to a new state or may add to a verdict, and compares its outcomes.
@usableFromInline package struct SearchProgress: Codable, Equatable, Sendable {
  /// The reductions of the search, without which its states are others.
  let coversTimes: Bool
  let forks: Bool
  package let states: Int
  let effects: [String]
  /// The names of the options that the app has read.
  let options: [String]
  let outcomes: [Nondeterminism]
  /// The steps of each expanded node, as text.
  package let nodes: [String]

  /// Whether it is further on than another progress of the same work. A search with other reductions begins after
  /// the other one has ended.
  package func isFurther(than other: SearchProgress?) -> Bool {
    guard let other else { return !nodes.isEmpty }
    let isSame = other.coversTimes == coversTimes && other.forks == forks
    return !isSame || nodes.count > other.nodes.count
  }
}

/// A step of a node, with its outcomes in order.
private struct NodeStep {
  var isTakenAgain: Bool
  /// Edges that were read have the step 0.
  var edges: [AppGraph.Edge] = []
}

extension [NodeStep] {
  /// Reads `12 3 1,4 0 0;!13 0 0;`. An outcome is the number of the node, that of the ``Nondeterminism``, and
  /// marks: 1 if it started effects, 2 if it is covered. A step after `!` has to be taken again.
  ///
  /// `nil` if the text is damaged.
  fileprivate init?(_ text: String) {
    self = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false).dropLast() {
      var step = NodeStep(isTakenAgain: part.first == "!")
      for outcome in part.drop(while: { $0 == "!" }).split(separator: ",") {
        let numbers = outcome.split(separator: " ").compactMap { UInt32($0) }
        guard numbers.count == 3 else { return nil }
        step.edges.append(
          AppGraph.Edge(
            target: numbers[0], step: 0, nondeterminism: numbers[1],
            startedEffects: numbers[2] & 1 != 0, isCovered: numbers[2] & 2 != 0))
      }
      append(step)
    }
  }

  fileprivate var text: String {
    map { step in
      let edges = step.edges.map { edge in
        let marks = (edge.startedEffects ? 1 : 0) | (edge.isCovered ? 2 : 0)
        return "\(edge.target) \(edge.nondeterminism) \(marks)"
      }
      return (step.isTakenAgain ? "!" : "") + edges.joined(separator: ",") + ";"
    }
    .joined()
  }
}

/// The progress of a search that another one may continue, and the progress of the search that this one continues.
@usableFromInline
struct ProgressLog {
  /// The search that this one continues; `nil` if there is none.
  fileprivate let earlier: SearchProgress?
  /// The steps of the node in that search; `nil` if it did not expand the node.
  private var expected: [NodeStep]?
  /// The steps of the node, without the outcomes of the last one.
  private var steps: [NodeStep] = []
  fileprivate private(set) var nodes: [String] = []
  /// The first outcome of the last step.
  fileprivate private(set) var first = 0
  /// The number of unknown steps before the last step.
  private var unknown = 0
  /// Whether the last step has to be taken again.
  fileprivate var isTakenAgain = false

  init(after earlier: SearchProgress?) { self.earlier = earlier }

  @usableFromInline var isRepeating: Bool { nodes.count < earlier?.nodes.count ?? 0 }

  fileprivate mutating func beginNode(_ index: Int) throws(UsageError) {
    (steps, expected) = ([], nil)
    guard let earlier, index < earlier.nodes.count else { return }
    expected = [NodeStep](earlier.nodes[index])
    guard expected != nil else { throw Self.difference(at: index) }
  }

  fileprivate mutating func endNode(_ index: Int) throws(UsageError) {
    if let expected, expected.count != steps.count { throw Self.difference(at: index) }
    nodes.append(steps.text)
  }

  /// Begins a step.
  ///
  /// - Returns: its outcomes in the earlier search; empty if it has to be taken.
  fileprivate mutating func beginStep(
    at first: Int, unknown: Int, states: Int
  ) -> [AppGraph.Edge] {
    (self.first, self.unknown, isTakenAgain) = (first, unknown, false)
    let number = steps.count
    steps.append(NodeStep(isTakenAgain: false))
    guard let expected, number < expected.count, !expected[number].isTakenAgain,
      expected[number].edges.allSatisfy({ $0.target < states })
    else { return [] }
    return expected[number].edges
  }

  /// Ends the last step, if there is one, and compares it with the earlier search.
  fileprivate mutating func endStep(
    with edges: ArraySlice<AppGraph.Edge>, unknown: Int, of index: Int
  ) throws(UsageError) {
    guard let last = steps.indices.last else { return }
    steps[last].edges = Array(edges)
    steps[last].isTakenAgain = isTakenAgain || self.unknown != unknown
    guard let expected else { return }
    // The decisions of an outcome name effects by numbers of the run, which depend on where the run began.
    let known = last < expected.count ? expected[last].edges : []
    let isSame = known.elementsEqual(edges) { one, other in
      one.target == other.target && one.startedEffects == other.startedEffects
        && one.isCovered == other.isCovered
    }
    guard isSame else { throw Self.difference(at: index) }
  }

  fileprivate static func difference(at index: Int) -> UsageError {
    UsageError(
      "the app acted differently in state \(index): it depends on more than its launch, or it was changed;"
        + " remove the file of --resume to search anew")
  }
}

extension AppSearch {
  var progress: SearchProgress? {
    guard let log else { return nil }
    return SearchProgress(
      coversTimes: model.reductions.coversTimes, forks: model.reductions.forks,
      states: map.space.count, effects: startedEffects.sorted(),
      options: model.setting.reads.contents.sorted(),
      outcomes: map.nondeterminism.values, nodes: log.nodes)
  }

  @usableFromInline @inline(never)
  mutating func logNode(_ index: Int) throws(UsageError) {
    if index == 0, let earlier = log?.earlier {
      startedEffects.formUnion(earlier.effects)
      model.setting.reads.withLock { $0.formUnion(earlier.options) }
    }
    try log?.beginNode(index)
  }

  @usableFromInline @inline(never)
  mutating func endLoggedNode(_ index: Int) throws(UsageError) {
    let wasRepeating = log?.isRepeating == true
    try endLoggedStep(index)
    try log?.endNode(index)
    // The time of the repetition does not count.
    if wasRepeating, log?.isRepeating == false { deadline = bounds.time.map { .now + $0 } }
  }

  private mutating func endLoggedStep(_ index: Int) throws(UsageError) {
    guard let first = log?.first else { return }
    try log?.endStep(with: map.graph.edges[first...], unknown: unknown.insertions, of: index)
  }

  /// Begins a step, and takes it with its outcomes in the earlier search if they were known nodes; `false` if it has to
  /// be taken.
  @usableFromInline @inline(never)
  mutating func takesKnownOutcomes(of step: UInt32, from index: Int) throws(UsageError) -> Bool {
    try endLoggedStep(index)
    guard
      let edges = log?.beginStep(
        at: map.graph.edges.count, unknown: unknown.insertions, states: map.space.count),
      !edges.isEmpty, let outcomes = log?.earlier?.outcomes
    else { return false }
    for edge in edges {
      guard edge.nondeterminism < outcomes.count else { throw ProgressLog.difference(at: index) }
      let known = AppGraph.Edge(
        target: edge.target, step: step,
        nondeterminism: map.nondeterminism.number(of: outcomes[Int(edge.nondeterminism)]),
        startedEffects: edge.startedEffects, isCovered: edge.isCovered)
      map.graph.edges.append(known)
      judge(
        known, to: Outcome(node: map.space.states[Int(edge.target)], ownMemory: nil), from: index)
    }
    return true
  }

  /// Notes whether another search has to see an outcome itself, to reach the same verdicts.
  @usableFromInline @inline(never)
  mutating func logOutcome(_ outcome: Outcome, at target: Int) {
    if parts.takeNewBehavior() || outcome.decides || outcome.readsClock || reductions.hasFunctions
      || outcome.node.state != map.space.states[target].state
    {
      log?.isTakenAgain = true
    }
  }
}
