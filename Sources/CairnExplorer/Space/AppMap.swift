import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail

/// All nodes and steps that a search has found.
@usableFromInline
struct AppMap<State: Hashable & SendableMetatype> {
  @usableFromInline var space: StateSpace<SearchNode<State>>
  @usableFromInline var graph = AppGraph()
  /// The step by which each node was found; the step of a start leads from itself.
  @usableFromInline var arrivals: [AppGraph.Edge] = []
  var memories = NumberedValues<WorldMemory.Snapshot>()
  @usableFromInline var inFlight = NumberedValues(InFlightKey())
  /// The zones: the bounds of the times at which the effects in flight wake.
  var zones = NumberedValues([Bound?]())
  @usableFromInline var patterns = NumberedValues([Int]())
  @usableFromInline let generations = StackGenerations()
  @usableFromInline var nondeterminism = NumberedValues(Nondeterminism())
  /// The memory of nodes, where it contains stack generations.
  @usableFromInline var ownMemories: [Int: OwnMemory] = [:]
  /// The time at which nodes without effects in flight were reached, where it is not zero.
  @usableFromInline var times: [Int: Duration] = [:]

  @inlinable
  init(canonicalState: (@Sendable (State) -> State)?) {
    guard let canonicalState else {
      space = StateSpace(canonicalState: nil)
      return
    }
    space = StateSpace { node in
      SearchNode(
        state: canonicalState(node.state), memory: node.memory,
        inFlight: node.inFlight, zone: node.zone, ids: node.ids)
    }
  }

  /// Completes the node of an outcome, and returns its hash.
  @inlinable
  mutating func identify<Action>(_ outcome: inout AppOutcome<State, Action>) -> UInt32 {
    var hash: UInt32 = 0
    var found = generations.found { hash = space.hash(of: outcome.node) }
    let others = (outcome.ownMemory?.generations ?? []) + outcome.generations
    if !found.isOneStack || !others.isEmpty {
      found.values += others
      outcome.node.ids = patterns.number(of: found.pattern)
    }
    return hash
  }

  /// The first node from which inputs and time change neither the state nor the memory of stand-ins.
  ///
  /// - Parameters:
  ///   - includesCovered: whether steps to covered nodes are steps; otherwise anything may change after them.
  ///   - isGoal: whether more may change at a node.
  func firstWithoutChange(includesCovered: Bool, orTo isGoal: (Int) -> Bool) -> Int? {
    var steps: [(from: UInt32, to: UInt32)] = []
    var changes = Array(repeating: false, count: space.count)
    for index in 0..<graph.expanded {
      for edge in graph.edges(of: index) {
        switch graph.steps[edge.step] {
        case .event, .restart: continue
        case .input, .time, .idle: break
        }
        let target = Int(edge.target)
        steps.append((UInt32(index), edge.target))
        if edge.isCovered && !includesCovered || !isSameButForEffects(target, index) {
          changes[index] = true
        }
      }
    }
    return Predecessors(of: steps, states: space.count).firstWithoutPath { index in
      // At a node that was not expanded, anything may change.
      index >= graph.expanded || changes[index] || isGoal(index)
    }
  }

  /// Whether two nodes have the same memory of stand-ins, and states of one canonical form.
  func isSameButForEffects(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (space.states[one], space.states[other])
    guard one.memory == other.memory else { return false }
    guard one.state != other.state, let canonicalState = space.canonicalState else {
      return one.state == other.state
    }
    return canonicalState(one).state == canonicalState(other).state
  }

  /// The steps of a shortest path to a node, of which the first is that of a start.
  func edges(to index: Int) -> [AppGraph.Edge] { space.path(to: index).map { arrivals[$0] } }

  var bytes: Int {
    space.bytes + graph.bytes + arrivals.capacity * MemoryLayout<AppGraph.Edge>.stride
  }
}

extension AppMap {
  /// The state, the memory and the time of a node. With effects in flight, the time is unknown.
  func start(at index: Int) -> RunStart<State> {
    let node = space.states[index]
    return RunStart(
      state: node.state, memory: ownMemories[index]?.contents ?? memories[node.memory],
      time: times[index] ?? .zero)
  }

  /// The path to a node from the last node on it without effects in flight.
  func prefix(to index: Int) -> RunPrefix<State> {
    let path = sequence(first: index) {
      space.states[$0].isIdle ? nil : space.parent(of: $0)
    }.reversed()
    let isIdle = space.states[path[0]].isIdle
    var prefix = RunPrefix(start: isIdle ? start(at: path[0]) : nil)
    for position in path.dropFirst(isIdle ? 1 : 0) {
      let arrival = arrivals[position]
      let step = space.isStart(position) ? nil : graph.steps[arrival.step]
      prefix.take(step, nondeterminism[arrival.nondeterminism])
    }
    return prefix
  }

  /// Whether the effects in flight end as time passes.
  enum Ending {
    case isOver, always, never
    /// They may never end; by these steps they do.
    case ifSo([AppGraph.Edge])
    /// They may never end; whether they can end depends on times that another node covers.
    case unknown
  }

  func ending(from index: Int) -> Ending {
    func isWaiting(_ index: Int) -> Bool { inFlight[space.states[index].inFlight].isWaiting }
    guard isWaiting(index) else { return .isOver }
    // In the order in which they are found.
    var (waiting, position) = ([index], 0)
    var seen: Set = [index]
    // The step to each node; none if it leads through a covered node, and may not be possible.
    var lastSteps: [Int: (from: Int, edge: AppGraph.Edge)] = [:]
    var (mayEnd, end) = (false, Int?.none)
    // The steps between waiting nodes. A node ends if all ends that it leads to.
    var successors: [Int: Set<Int>] = [:]
    while position < waiting.count {
      let node = waiting[position]
      position += 1
      let edges = graph.edges(of: node).filter { graph.steps[$0.step].isTime }
      let next = Set(edges.map { Int($0.target) }.filter(isWaiting))
      // Beyond a bound they may end.
      let isStuck = edges.isEmpty && node < graph.expanded
      successors[node] = isStuck ? [node] : next
      let isPossible = node == index || lastSteps[node] != nil
      for edge in edges where seen.insert(Int(edge.target)).inserted {
        let target = Int(edge.target)
        if isPossible, !edge.isCovered { lastSteps[target] = (node, edge) }
        if isWaiting(target) {
          waiting.append(target)
        } else {
          mayEnd = true
          if end == nil, lastSteps[target] != nil { end = target }
        }
      }
    }
    var predecessors: [Int: [Int]] = [:]
    for (node, next) in successors {
      for other in next { predecessors[other, default: []].append(node) }
    }
    var ended = successors.filter(\.value.isEmpty).map(\.key)
    while let node = ended.popLast() {
      successors[node] = nil
      for before in predecessors[node] ?? [] {
        successors[before]?.remove(node)
        if successors[before]?.isEmpty == true { ended.append(before) }
      }
    }
    guard !successors.isEmpty else { return .always }
    guard var node = end else { return mayEnd ? .unknown : .never }
    var steps: [AppGraph.Edge] = []
    while let (before, edge) = lastSteps[node] {
      steps.append(edge)
      node = before
    }
    return .ifSo(steps.reversed())
  }

  /// The end of a trail to a node, after which no effect is in flight: further steps, or lines.
  ///
  /// - Parameters:
  ///   - isCovered: whether the last step leads to some of the times of the node only. Steps from the node may then
  ///     be impossible.
  ///   - line: the line if the effects never end.
  func end(
    from index: Int, isCovered: Bool = false, ifNever line: String
  ) -> (edges: [AppGraph.Edge], lines: [String]) {
    switch ending(from: index) {
    case .isOver: ([], [])
    case .ifSo(let edges) where !isCovered: (edges, [])
    case .always, .unknown, .ifSo: ([], ["@ idle"])
    case .never: ([], [line])
    }
  }

  /// The first node from which time can pass for ever while an effect in flight sleeps that is not a
  /// background effect, and steps by which it does, up to the end of one round of a loop; no steps if time
  /// passes so in every order and with all answers.
  ///
  /// A loop in which one timer runs all the time does not count: the timer fires, and the loop ends.
  ///
  /// - Parameter includesCovered: whether steps to covered nodes count, which may not be possible one after
  ///   the other.
  func firstEndless(includesCovered: Bool) -> (index: Int, edges: [AppGraph.Edge])? {
    let sleeping = space.states.map { !$0.isIdle && inFlight[$0.inFlight].isSleeping }
    let nodes = sleeping.indices.filter { sleeping[$0] }
    guard !nodes.isEmpty else { return nil }
    var fair = fairGraph
    fair.isLeftOut = { [graph] number in
      let edge = graph.edges[number]
      return !graph.steps[edge.step].isTime || edge.isCovered && !includesCovered
    }
    var goesOn = fair.fairParts(of: nodes).map { $0 > 0 }
    let steps = nodes.flatMap { index in
      graph[edgesOf: index].filter { !fair.isLeftOut($0) && sleeping[Int(fair.targets[$0])] }
        .map { (from: UInt32(index), to: fair.targets[$0]) }
    }
    Predecessors(of: steps, states: sleeping.count).grow(&goesOn) { _, _ in true }
    guard let first = goesOn.firstIndex(of: true) else { return nil }
    if timeLeads(from: first, onlyTo: goesOn) { return (first, []) }
    let marks: [ClaimMarks] = sleeping.map { $0 ? .begins : .ends }
    let run = fair.openRun(marks, from: [first], onlyAtStart: true) { _ in false }
    return (first, (run?.edges ?? []).map { graph.edges[$0] })
  }

  /// Whether every node that a node leads to as time passes is one of these.
  private func timeLeads(from index: Int, onlyTo isExpected: [Bool]) -> Bool {
    var (open, seen) = ([index], Set([index]))
    while let index = open.popLast() {
      guard isExpected[index] else { return false }
      for edge in graph.edges(of: index)
      where graph.steps[edge.step].isTime && seen.insert(Int(edge.target)).inserted {
        open.append(Int(edge.target))
      }
    }
    return true
  }

  /// The run along edges, of which the first is that of a start: for each further one the wait before its step, if there
  /// is one, and the step; the choices of all; and the delays that answers take.
  func run(
    along edges: [AppGraph.Edge]
  ) -> (steps: [[AppStep]], choices: [DrawnChoice], delays: [Duration]) {
    let choices = edges.flatMap { nondeterminism[$0.nondeterminism].choices }
    var prefix = RunPrefix<State>()
    prefix.take(nil, nondeterminism[edges[0].nondeterminism])
    var steps: [[AppStep]] = []
    var delays: [Duration] = []
    for edge in edges.dropFirst() {
      prefix.take(graph.steps[edge.step], nondeterminism[edge.nondeterminism])
      guard space.states[Int(edge.target)].isIdle else { continue }
      steps += prefix.stepsWithWaits
      delays += prefix.times.delays
      prefix = RunPrefix()
    }
    return (steps + prefix.stepsWithWaits, choices, delays + prefix.times.delays)
  }
}

/// A node of the search: the state of the app, and the numbers of the memory of stand-ins and of the
/// effects in flight.
@usableFromInline
struct SearchNode<State: Hashable & SendableMetatype>: Hashable {
  @usableFromInline let state: State
  @usableFromInline let memory: UInt32
  /// Zero without effects in flight.
  @usableFromInline let inFlight: UInt32
  @usableFromInline var zone: UInt32 = 0
  /// The number of the pattern of stack generations; zero if they cannot matter.
  @usableFromInline var ids: UInt32 = 0

  @inlinable
  init(state: State, memory: UInt32, inFlight: UInt32, zone: UInt32 = 0, ids: UInt32 = 0) {
    self.state = state
    self.memory = memory
    self.inFlight = inFlight
    self.zone = zone
    self.ids = ids
  }

  @inlinable
  var isIdle: Bool { inFlight == 0 }

  var untimed: SearchNode {
    var node = self
    node.zone = 0
    return node
  }

  @inlinable
  static func == (left: Self, right: Self) -> Bool {
    left.inFlight == right.inFlight && left.zone == right.zone && left.memory == right.memory
      && left.ids == right.ids && left.state == right.state
  }

  /// Without `ids`, which are found while the state is hashed.
  @inlinable
  func hash(into hasher: inout Hasher) {
    hasher.combine(state)
    hasher.combine(memory)
    hasher.combine(inFlight)
    hasher.combine(zone)
  }
}
