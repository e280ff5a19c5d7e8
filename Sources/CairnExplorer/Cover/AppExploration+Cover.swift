import CairnApp
import CairnDump
import CairnModel
import CairnSimulation
import CairnTrail

extension AppExploration {
  /// Few trails that cover the app, with those of earlier files that still serve.
  ///
  /// An unfinished search does not know all goals. It keeps every earlier trail that passes, and has no bound.
  ///
  /// - Parameter files: the names and the texts of earlier files, without the extension.
  /// - Throws: never for the app of a search: it was launched with the same options.
  package func cover(
    by mode: CoverMode, keeping files: [(name: String, text: String)] = []
  ) throws(UsageError) -> CoverSet {
    let plan = CoverPlan(of: self, by: mode, try launch())
    let paths = gap == nil ? plan.graph(for: Set(plan.goals), ofAll: true).graph : nil
    var set = CoverSet(
      mode: mode, goals: plan.goals.count, lowerBound: paths.map { WalkCover(of: $0).lowerBound })
    let own = files.filter { plan.isOwn($0.text) }
    var names = Set(files.map(\.name)).subtracting(own.map(\.name))
    var known: [String: Set<CoverGoal>] = [:]
    if mode == .edge, !own.isEmpty {
      // The steps of a trail cannot always be told from its states. Those of a trail that is written again are known.
      var (all, scratch) = (Set(plan.goals), Set<String>())
      let trails = plan.trails(for: &all, among: &scratch).trails
      for trail in trails { known[trail.text] = trail.goals }
    }
    var open = Set(plan.goals)
    var passed: [(name: String, goals: Set<CoverGoal>)] = []
    for file in own {
      let result = known[file.text].map { .passed($0) } ?? plan.played(file.text, file: file.name)
      switch result {
      case .passed(let goals): passed.append((file.name, goals))
      case .broken(let reason): set.broken.append((file.name, reason))
      }
    }
    // The trails with most goals first: others may then not be needed.
    for (name, goals) in passed.sorted(by: { ($1.goals.count, $0.name) < ($0.goals.count, $1.name) }
    ) {
      guard gap != nil || !open.isDisjoint(with: goals) else {
        set.unneeded.append(name)
        continue
      }
      open.subtract(goals)
      names.insert(name)
      set.kept.append(name)
    }
    set.kept.sort()
    set.unneeded.sort()
    let (added, problems) = plan.trails(for: &open, among: &names)
    set.added = added
    set.open = plan.goals.filter(open.contains).map { ($0, problems[$0]) }
    return set
  }
}

struct CoverStep {
  let edge: AppGraph.Edge
  /// Its number in the search; `nil` for the start, and on a shortest path to another step.
  let index: Int?
}

/// The goals of a search, and the paths on which a trail can go.
struct CoverPlan<A: App> {
  let exploration: AppExploration<A>
  let map: AppMap<A.Root.State>
  let mode: CoverMode
  private let app: A
  private var numbers = NumberedValues<CoverGoal>()
  /// The disabled inputs of each state, with the goal and a line for each.
  private(set) var refusals: [[(goal: CoverGoal, line: String)]] = []
  private var texts = ValueFreeTexts([])
  /// The situation in each state, for the results of inputs.
  private var situations: [ScreenSituation] = []
  /// The first state and edge for each goal.
  private var first: [(node: Int, edge: Int?)] = []

  /// In the order in which they were found.
  var goals: [CoverGoal] { numbers.values }

  init(of exploration: AppExploration<A>, by mode: CoverMode, _ app: A) {
    (self.exploration, self.mode, self.app) = (exploration, mode, app)
    map = exploration.map
    var lines = TypedLines(A.samples)
    var steps = NumberedValues<AppStep>()
    if mode == .input {
      // What a person chooses is a value, as what a person types.
      var values = Set(A.samples.values.joined())
      for node in 0..<map.space.count {
        for input in canonicalScreen(at: node)?.inputs ?? [] {
          if case .picker(_, let options) = input.kind { values.formUnion(options) }
        }
      }
      texts = ValueFreeTexts(values)
    }
    var known: [ScreenSituation: ScreenSituation] = [:]
    for node in 0..<map.space.count {
      guard mode == .input, let screen = canonicalScreen(at: node) else {
        refusals.append([])
        situations.append(ScreenSituation(screen: "", parts: []))
        continue
      }
      let situation = ScreenSituation(of: screen, texts)
      situations.append(known[situation] ?? situation)
      known[situation] = situations[node]
      refusals.append(
        screen.inputs.compactMap { input -> (goal: CoverGoal, line: String)? in
          guard let goal = refusal(of: input, on: map.graph.screen(at: node)),
            let sample = lines.lines(for: input, &steps).first,
            case .input(let line) = steps[sample.step]
          else { return nil }
          return (goal, line)
        })
    }
    for node in 0..<map.space.count {
      for refusal in refusals[node] { add(refusal.goal, at: node, edge: nil) }
      for edge in map.graph[edgesOf: node] {
        if let goal = goal(from: node, edge) { add(goal, at: node, edge: edge) }
      }
    }
  }

  private mutating func add(_ goal: CoverGoal, at node: Int, edge: Int?) {
    if numbers.number(of: goal) == first.count { first.append((node, edge)) }
  }

  private func goal(from node: Int, _ index: Int) -> CoverGoal? {
    let edge = map.graph.edges[index]
    let step = map.graph.steps[edge.step]
    let from = map.graph.screen(at: node)
    // A search that was interrupted has not computed all screens.
    guard mode == .edge || exploration.hasScreens(at: Int(edge.target)) else { return nil }
    switch mode {
    case .edge: return .edge(index)
    case .input:
      let situation = situations[Int(edge.target)]
      return step.isTime
        ? .time(from: situations[node], to: situation)
        : .accepted(step.nameInGraph, on: from, leadsTo: situation)
    case .screen:
      let to = map.graph.screen(at: Int(edge.target))
      return from == to ? nil : .transition(from: from, step: step.nameInGraph, to: to)
    }
  }

  struct Place {
    let screen: String
    let state: A.Root.State

    init(of player: TrailPlayer<A>) {
      (screen, state) = (player.screens.last?.id ?? "", player.state)
    }
  }

  /// The screen on top in the canonical state: of equivalent states, one is in the search.
  private func canonicalScreen(of state: A.Root.State) -> Screen<A.Root.Action>? {
    app.screens(of: A.canonicalState?(state) ?? state).last
  }

  private func canonicalScreen(at node: Int) -> Screen<A.Root.Action>? {
    exploration.hasScreens(at: node) ? canonicalScreen(of: map.space.states[node].state) : nil
  }

  /// The goal that a step of a trail reaches: an input by name, an event, `@ restart`, or `@ time`.
  func goal(of step: String, from before: Place, to after: Place) -> CoverGoal? {
    switch mode {
    case .edge: return nil
    case .input:
      guard let situation = situation(in: after.state) else { return nil }
      guard step == "@ time" else {
        return .accepted(step, on: before.screen, leadsTo: situation)
      }
      return self.situation(in: before.state).map { .time(from: $0, to: situation) }
    case .screen:
      return before.screen == after.screen
        ? nil : .transition(from: before.screen, step: step, to: after.screen)
    }
  }

  private func situation(in state: A.Root.State) -> ScreenSituation? {
    canonicalScreen(of: state).map { ScreenSituation(of: $0, texts) }
  }

  func refusal(of name: String, at place: Place) -> CoverGoal? {
    canonicalScreen(of: place.state)?.inputs.first { $0.name == name }
      .flatMap { refusal(of: $0, on: place.screen) }
  }

  private func refusal(of input: Input<A.Root.Action>, on screen: String) -> CoverGoal? {
    input.disabledReason.map { .refused(input.name, on: screen, because: texts[$0]) }
  }

  // MARK: Walks

  /// The number of vertices for each state: effects may be in flight in the order of the shortest path, or in another
  /// one, after which the options of a choice have another order.
  private var vertexCount: Int { 2 * map.space.count + 2 }
  /// The vertex after a step that no other can follow, because it leads to some of the times of a state.
  private var end: Int { 2 * map.space.count }
  private var start: Int { 2 * map.space.count + 1 }

  /// - Parameters:
  ///   - open: the goals to reach.
  ///   - ofAll: whether every path of the search is a walk. Otherwise a walk has the steps that a trail can repeat.
  /// - Returns: also the edge of the search for each edge; -1 - N for the start at node N.
  func graph(
    for open: Set<CoverGoal>, ofAll: Bool = false
  ) -> (graph: WalkGraph, sources: [Int]) {
    func number(_ goal: CoverGoal?) -> [Int] {
      guard let goal, open.contains(goal), let number = numbers.numbers[goal] else { return [] }
      return [Int(number)]
    }
    var found = [[Int]](repeating: [], count: vertexCount)
    var edges: [WalkGraph.Edge] = []
    var sources: [Int] = []
    for node in 0..<map.space.count {
      if map.space.isStart(node) {
        edges.append(WalkGraph.Edge(from: start, to: 2 * node, goals: []))
        sources.append(-1 - node)
      }
      for isInOrder in [true, false] {
        let vertex = 2 * node + (isInOrder ? 0 : 1)
        found[vertex] = refusals[node].flatMap { number($0.goal) }
        for index in map.graph[edgesOf: node] {
          let edge = map.graph.edges[index]
          guard let target = ofAll ? 2 * Int(edge.target) : target(of: edge, isInOrder: isInOrder)
          else { continue }
          edges.append(
            WalkGraph.Edge(from: vertex, to: target, goals: number(goal(from: node, index))))
          sources.append(index)
        }
      }
    }
    return (WalkGraph(start: start, goals: found, edges: edges), sources)
  }

  /// The vertex after a step; `nil` if the step may have another outcome after another path than the shortest one.
  private func target(of edge: AppGraph.Edge, isInOrder: Bool) -> Int? {
    let nondeterminism = map.nondeterminism[edge.nondeterminism]
    guard isInOrder || nondeterminism.decisions.isEmpty && nondeterminism.timing.reading == nil
    else { return nil }
    let target = Int(edge.target)
    let arrival = map.arrivals[target]
    let isArrival = arrival.step == edge.step && arrival.nondeterminism == edge.nondeterminism
    guard !edge.isCovered, nondeterminism.timing.reading == nil || isArrival else { return end }
    let order = map.nondeterminism[arrival.nondeterminism].timing.order
    let keepsOrder =
      map.space.states[target].isIdle || isInOrder && nondeterminism.timing.order == order
    return 2 * target + (keepsOrder ? 0 : 1)
  }

  /// The edges of the search on a walk; the first one is that of a start.
  func edges(of walk: [Int], in sources: [Int]) -> [CoverStep] {
    walk.map { edge in
      let source = sources[edge]
      return source < 0
        ? CoverStep(edge: map.arrivals[-1 - source], index: nil)
        : CoverStep(edge: map.graph.edges[source], index: source)
    }
  }

  func shortestPath(to goal: CoverGoal) -> [CoverStep]? {
    guard let number = numbers.numbers[goal] else { return nil }
    let (node, edge) = first[Int(number)]
    let path = map.edges(to: node).map { CoverStep(edge: $0, index: nil) }
    return path + (edge.map { [CoverStep(edge: map.graph.edges[$0], index: $0)] } ?? [])
  }
}

/// What a set of trails covers.
package enum CoverMode: String, CaseIterable, Sendable {
  /// Every transition between screens.
  case screen
  /// Every input of every screen, with each situation that it leads to and each reason of a refusal. Restarts and events
  /// are inputs here. Also time, from each situation to each other that it leads to.
  case input
  /// Every step of the search.
  case edge
}

/// Something that a trail covers.
package enum CoverGoal: Hashable, Sendable {
  case transition(from: String, step: String, to: String)
  /// An input by name, an event or a restart, and the situation that it leads to.
  case accepted(String, on: String, leadsTo: ScreenSituation)
  case time(from: ScreenSituation, to: ScreenSituation)
  case refused(String, on: String, because: String)
  /// A step of the search, by number.
  case edge(Int)
}

extension CoverGoal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .transition(let from, let step, let to): "on \(from): \(step) leads to \(to)"
    case .accepted(let step, let screen, let result): "on \(screen): \(step) leads to \(result)"
    case .time(let from, let to): "time leads from \(from) to \(to)"
    case .refused(let input, let screen, let reason): "on \(screen): \(input) is refused: \(reason)"
    case .edge(let number): "step \(number) of the search"
    }
  }
}

extension CoverMode {
  /// A comment in each trail of a set.
  var mark: String { "# Written by cover --by \(rawValue)." }

  /// `43 transitions between screens`
  package func count(_ count: Int) -> String {
    switch self {
    case .screen: counted(count, "transition") + " between screens"
    case .input: counted(count, "result") + " of inputs, time and restarts"
    case .edge: counted(count, "step")
    }
  }
}

package struct CoverTrail: Sendable {
  /// The name of its file, without the extension.
  package let name: String
  package let text: String
  package let goals: Set<CoverGoal>
}

/// A set of trails that covers an app.
package struct CoverSet: Sendable {
  package let mode: CoverMode
  package let goals: Int
  /// No set of trails along the steps of the search has fewer; `nil` if the search is unfinished.
  package let lowerBound: Int?
  /// The files that still serve.
  package internal(set) var kept: [String] = []
  /// The files whose trails fail, with the reason.
  package internal(set) var broken: [(file: String, reason: String)] = []
  /// The files whose goals others cover.
  package internal(set) var unneeded: [String] = []
  package internal(set) var added: [CoverTrail] = []
  /// The goals that no trail covers, and the problems of their trails.
  package internal(set) var open: [(goal: CoverGoal, problem: String?)] = []

  /// Whether the contents of a file are a trail of a set.
  package static func isTrail(_ text: String, by mode: CoverMode) -> Bool {
    Trail.sourceLines(of: text).contains { $0 == mode.mark }
  }
}
