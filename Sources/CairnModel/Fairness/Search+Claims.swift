import Cairn

/// The graph of a model for claims about runs, with its fair actions.
@usableFromInline
struct FairRuns {
  var graph = FairGraph()
  /// The names of fair actions.
  var names: Set<String> = []
  /// For each edge the name of its action, if it is fair.
  var taken: [String?] = []
  /// The names of the fair actions that are possible, by node; empty for a node that was not expanded.
  var possible: [[String]] = []
}

extension Property {
  /// Whether it is about whole runs.
  var isClaim: Bool { if case .claim = rule { true } else { false } }
}

extension Search {
  /// What claims about runs assume.
  var assumption: String {
    model.fairName == nil
      ? "no action has to be taken"
      : "a fair action that stays possible is taken; no other has to be"
  }

  /// Repeats all steps.
  @usableFromInline
  mutating func fairRuns() throws(ModelError) -> FairRuns {
    var runs = FairRuns()
    var edges: [(from: Int, name: String?, to: Int)] = []
    edges.reserveCapacity(transitions)
    runs.possible = Array(repeating: [], count: space.count)
    if let fairName = model.fairName {
      for index in 0..<expanded {
        let names = Set(successors.actions(space.states[index]).compactMap(fairName))
        runs.possible[index] = names.sorted()
        runs.names.formUnion(names)
      }
    }
    let fairName = model.fairName
    try forEachStep { from, action, to in edges.append((from, fairName?(action), to)) }
    runs.graph = FairGraph(starts: [0], events: runs.possible.map(\.count))
    var numbers: [[Int?]: UInt32] = [:]
    var next = 0
    for from in 0..<expanded {
      while next < edges.count, edges[next].from == from {
        let edge = edges[next]
        let kept = runs.possible[edge.to].map { name in
          name == edge.name ? nil : runs.possible[from].firstIndex(of: name)
        }
        let number = numbers[kept] ?? UInt32(numbers.count)
        if Int(number) == numbers.count {
          numbers[kept] = number
          runs.graph.keepings.append(kept)
        }
        runs.graph.targets.append(UInt32(edge.to))
        runs.graph.kept.append(number)
        runs.taken.append(edge.name)
        next += 1
      }
      runs.graph.starts.append(next)
    }
    return runs
  }

  @usableFromInline
  mutating func verdict(
    on runs: FairRuns, onlyAtStart: Bool, _ marks: (State) -> ClaimMarks
  ) throws(ModelError) -> Verdict<State, Action> {
    let marks = space.states.map(marks)
    let starts = (0..<space.count).prefix(while: space.isStart)
    func openRun(in graph: FairGraph, withLoops: Bool = true) -> OpenRun? {
      graph.openRun(
        marks, from: Array(starts), onlyAtStart: onlyAtStart, withLoops: withLoops
      ) { [expanded] in
        $0 < expanded && runs.possible[$0].isEmpty
      }
    }
    // Merged states may exchange the names of fair actions: which loop is fair is then unknown.
    let mayExchange = space.canonicalState != nil && runs.names.count > 1
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
    for edge in run.stem + run.loop + run.loop {
      let (count, before) = (trace.steps.count, trace.last)
      for action in successors.actions(before) where model.fairName?(action) == runs.taken[edge] {
        let next = try successors.state(after: action, in: before)
        guard space.isSame(next, space.states[Int(runs.graph.targets[edge])]) else { continue }
        trace.append(action, next)
        break
      }
      guard trace.steps.count > count else { return nil }
    }
    if !run.loop.isEmpty { trace.loop = run.stem.count..<run.stem.count + run.loop.count }
    return trace
  }
}
