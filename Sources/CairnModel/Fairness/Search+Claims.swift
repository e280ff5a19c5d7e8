import Cairn

/// The graph of a model for claims about runs, with its fair actions.
@usableFromInline
struct FairRuns {
  var graph: FairGraph
  /// The number of names of fair actions.
  var names = 0
}

/// The steps between states, in the order in which a search has found them.
@usableFromInline
struct FoundSteps: Sendable {
  /// The offset of the steps of each expanded state, and the end of the last ones.
  @usableFromInline var starts = [0]
  @usableFromInline var targets: [UInt32] = []

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func endStates(before state: Int) {
    while starts.count <= state { starts.append(targets.count) }
  }
}

extension Property {
  /// Whether it is about whole runs.
  var isClaim: Bool { if case .claim = rule { true } else { false } }

  /// Whether its verdict needs all steps between states.
  @inlinable
  var needsSteps: Bool {
    switch rule {
    case .alwaysReachable, .claim: true
    case .never, .noDeadEnd, .step, .reachable: false
    }
  }
}

extension Search {
  /// What the verdicts on properties assume.
  func assumptions(of properties: [Property<State, Action>]) -> [String] {
    let ofClaims =
      model.fairName == nil
      ? "no action has to be taken"
      : "a fair action that stays possible is taken; no other has to be"
    let ofMerging = "merged states behave alike"
    return (properties.contains(where: \.isClaim) ? [ofClaims] : [])
      + (model.canonicalState == nil || properties.isEmpty ? [] : [ofMerging])
  }

  @usableFromInline
  func fairRuns(_ steps: FoundSteps) -> FairRuns {
    var graph = FairGraph(
      starts: steps.starts, events: Array(repeating: 0, count: space.count))
    graph.targets = steps.targets
    guard let fairName = model.fairName else {
      graph.kept = Array(repeating: 0, count: graph.targets.count)
      graph.keepings = [[]]
      return FairRuns(graph: graph)
    }
    // States share sets of names, and steps what they keep of them.
    var names = NumberedValues<String>()
    var sets = NumberedValues([UInt32]())
    var setOf = [UInt32](repeating: 0, count: space.count)
    var (taken, own) = ([UInt32?](), [UInt32]())
    taken.reserveCapacity(graph.targets.count)
    for node in 0..<expanded {
      own.removeAll(keepingCapacity: true)
      for action in successors.actions(space.states[node]) {
        let number = fairName(action).map { names.number(of: $0) }
        taken.append(number)
        guard let number else { continue }
        let place = own.firstIndex { $0 >= number } ?? own.count
        if place == own.count || own[place] != number { own.insert(number, at: place) }
      }
      setOf[node] = sets.number(of: own)
      graph.events[node] = own.count
    }
    var keepings = NumberedValues<Keeping>()
    for node in 0..<expanded {
      for edge in graph[edgesOf: node] {
        let keeping = Keeping(
          from: setOf[node], taken: taken[edge], to: setOf[Int(graph.targets[edge])])
        graph.kept.append(keepings.number(of: keeping))
      }
    }
    graph.keepings = keepings.values.map { keeping in
      let before = sets[keeping.from]
      return sets[keeping.to].map { $0 == keeping.taken ? nil : before.firstIndex(of: $0) }
    }
    return FairRuns(graph: graph, names: names.values.count)
  }

  @usableFromInline
  mutating func verdict(
    on runs: FairRuns, onlyAtStart: Bool, _ marks: [ClaimMarks]
  ) throws(ModelError) -> Verdict<State, Action> {
    func openRun(in graph: FairGraph, withLoops: Bool = true) -> OpenRun? {
      graph.openRun(
        marks, from: Array(space.starts), onlyAtStart: onlyAtStart, withLoops: withLoops
      ) { [expanded] in
        $0 < expanded && runs.graph.events[$0] == 0
      }
    }
    // Merged states may exchange the names of fair actions: which loop is fair is then unknown.
    let mayExchange = space.canonicalState != nil && runs.names > 1
    guard let run = openRun(in: runs.graph, withLoops: !mayExchange) else {
      guard mayExchange, limit == nil else { return untouched(.proved(by: nil)) }
      var unfair = runs.graph
      unfair.events = unfair.events.map { _ in 0 }
      unfair.keepings = unfair.keepings.map { _ in [] }
      return openRun(in: unfair) == nil
        ? .proved(by: nil)
        : .inconclusive(.unknown("merged states may exchange fair actions that have several names"))
    }
    return try trace(along: run, in: runs).map { .refuted(by: $0) }
      ?? .inconclusive(.unknown("merged states do not behave alike"))
  }

  /// A real run along these edges, with two rounds of the loop; `nil` if merged states have none.
  private mutating func trace(
    along run: OpenRun, in runs: FairRuns
  ) throws(ModelError) -> Trace<State, Action>? {
    var trace = Trace<State, Action>(from: space.states[run.start])
    var node = run.start
    for edge in run.stem + run.loop + run.loop {
      let (count, before) = (trace.steps.count, trace.last)
      let taken = successors.actions(space.states[node])[edge - runs.graph.starts[node]]
      let name = model.fairName?(taken)
      node = Int(runs.graph.targets[edge])
      for action in successors.actions(before) where model.fairName?(action) == name {
        let next = try successors.state(after: action, in: before)
        guard isReached(node, by: next) else { continue }
        trace.append(action, next)
        break
      }
      guard trace.steps.count > count else { return nil }
    }
    if !run.loop.isEmpty { trace.loop = run.stem.count..<run.stem.count + run.loop.count }
    return trace
  }
}

/// What a step keeps depends on the names that are possible before and after it, and on its own; `nil` for none.
private struct Keeping: Hashable {
  let from: UInt32
  let taken: UInt32?
  let to: UInt32
}
