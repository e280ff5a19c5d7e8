import CairnApp
import CairnTrail

// Trails along walks, and the goals of trails.
extension CoverPlan {
  /// The most steps of a walk: a trail is read as a whole.
  private static var stepLimit: Int { 5_000 }

  /// Trails for goals, which are removed as far as they are covered, and why the others are not.
  func trails(
    for open: inout Set<CoverGoal>, among names: inout Set<String>
  ) -> (trails: [CoverTrail], problems: [CoverGoal: String]) {
    var (trails, problems, problem) = ([CoverTrail](), [CoverGoal: String](), String?.none)
    func add(_ walk: [CoverStep], _ open: inout Set<CoverGoal>, _ names: inout Set<String>) {
      // A trail ends at an input that its replay does not refuse: such an input is asked for once.
      let asked = open.filter { problems[$0] == nil }
      guard let trail = trail(along: walk, for: asked, among: &names, &problems, &problem)
      else { return }
      open.subtract(trail.goals)
      trails.append(trail)
    }
    // A trail ends where the app differs, and where it is too long. Others take the rest.
    for _ in 0..<20 where !open.isEmpty {
      let count = open.count
      let (graph, sources) = graph(for: open)
      for walk in WalkCover(of: graph).walks { add(edges(of: walk, in: sources), &open, &names) }
      if open.count == count { break }
    }
    for goal in goals where open.contains(goal) {
      if problems[goal] == nil, let path = shortestPath(to: goal) { add(path, &open, &names) }
      problems[goal] = problems[goal] ?? problem
    }
    return (trails, problems)
  }

  /// A trail along a walk, with checks after each step; `nil` if it covers nothing of these goals.
  ///
  /// It is played. Where the app differs from the walk, it ends at the last state before without effects in flight.
  /// `problem` receives the reason why the last trail fails in its replay.
  func trail(
    along walk: [CoverStep], for open: Set<CoverGoal>, among names: inout Set<String>,
    _ problems: inout [CoverGoal: String], _ problem: inout String?
  ) -> CoverTrail? {
    var (walk, open) = (untilIdle(walk, before: Self.stepLimit), open)
    while !walk.isEmpty {
      switch attempt(along: walk, for: open) {
      case .isNotRefused(let goal, let reason):
        problems[goal] = reason
        open.remove(goal)
      case .passed(let text, let goals, let screens):
        guard !goals.isEmpty else { return nil }
        let stem = Self.name(of: screens)
        let name = (1...).lazy.map { $0 == 1 ? stem : "\(stem)-\($0)" }
          .first { names.insert($0).inserted }
        return CoverTrail(name: name ?? stem, text: text, goals: goals)
      case .failed(let step, let reason):
        problem = reason
        walk = untilIdle(walk, before: min(step, walk.count - 1))
      }
    }
    return nil
  }

  /// The walk up to the last state without effects in flight before a step; the whole walk if it is shorter.
  private func untilIdle(_ walk: [CoverStep], before step: Int) -> [CoverStep] {
    guard walk.count > step else { return walk }
    let end = walk.prefix(step).lastIndex { map.space.states[Int($0.edge.target)].isIdle }
    return Array(walk.prefix(end.map { $0 + 1 } ?? 0))
  }

  /// `terms-to-main`, from the screens in the order in which they are shown.
  private static func name(of screens: [String]) -> String {
    let stems = screens.map { screen in
      screen.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }.filter { !$0.isEmpty }
    let name =
      stems.count > 3 ? "\(stems[0])-to-\(stems[stems.count - 1])" : stems.joined(separator: "-")
    return name.isEmpty ? "trail" : name.shortenedForFile
  }

  private enum Attempt {
    /// Also the screens, each once.
    case passed(text: String, goals: Set<CoverGoal>, screens: [String])
    /// The number of the step at which the app differs, and the problem of the line that fails.
    case failed(Int, String? = nil)
    /// An input that is disabled on the walk, and not refused in its replay.
    case isNotRefused(CoverGoal, String)
  }

  /// A line of a trail, and the number of the step that it belongs to.
  private typealias Line = (text: String, step: Int, isLast: Bool, refusal: CoverGoal?)

  private func attempt(along walk: [CoverStep], for open: Set<CoverGoal>) -> Attempt {
    let last = walk[walk.count - 1].edge
    let end = map.end(from: Int(last.target), isCovered: last.isCovered, ifNever: "@ idle")
    let edges = walk.map(\.edge) + end.edges
    let (heading, steps) = exploration.lines(along: edges)
    var asked: Set<CoverGoal> = []
    var lines: [Line] = refused(at: Int(edges[0].target), step: 0, open, &asked)
    for (number, group) in zip(1..., steps) {
      for (index, step) in zip(1..., group) {
        lines.append((step.text, number, isLast: index == group.count, nil))
      }
      if number < walk.count {
        lines += refused(at: Int(edges[number].target), step: number, open, &asked)
      }
    }
    lines += end.lines.map { ($0, edges.count, false, nil) }
    return played(lines, after: heading, along: walk, edges.map { Int($0.target) }, for: open)
  }

  private func refused(
    at node: Int, step: Int, _ open: Set<CoverGoal>, _ asked: inout Set<CoverGoal>
  ) -> [Line] {
    refusals[node].compactMap { goal, line in
      guard open.contains(goal), asked.insert(goal).inserted else { return nil }
      return ("! \(line)", step, false, goal)
    }
  }

  /// Plays lines, and adds checks after each.
  private func played(
    _ lines: [Line], after heading: [String], along walk: [CoverStep], _ nodes: [Int],
    for open: Set<CoverGoal>
  ) -> Attempt {
    let bare = (heading + lines.map(\.text)).map { $0 + "\n" }.joined()
    guard let trail = try? Trail.parse(bare, file: "cover"),
      var player = try? TrailPlayer<A>(
        trail, under: exploration.setting.playOptions, checking: [], failsOnIssues: false)
    else { return .failed(0) }
    func isAt(_ node: Int) -> Bool {
      player.failure == nil && A.isEquivalent(player.state, map.space.states[node].state)
    }
    player.playOn(upTo: trail.lines.count - lines.count)
    guard isAt(nodes[0]), var screen = player.screens.last else { return .failed(0) }
    var text = heading + [mode.mark] + Self.checks(of: screen, after: nil, player.screen)
    var (goals, screens, phase) = (Set<CoverGoal>(), [screen.id], screen.id)
    for line in lines {
      let (before, place) = (screen, Place(of: player))
      if before.id != phase {
        text.append("# On \(before.id).")
        phase = before.id
      }
      player.playOn(upTo: 1)
      let problem = player.failure?.lineAndReason
      if let refusal = line.refusal, let problem { return .isNotRefused(refusal, problem) }
      guard player.failure == nil, !line.isLast || isAt(nodes[line.step]),
        let after = player.screens.last
      else { return .failed(line.step, problem) }
      screen = after
      if !screens.contains(after.id) { screens.append(after.id) }
      text.append(line.text)
      text += Self.checks(of: after, after: before, player.screen)
      switch mode {
      case .screen, .input:
        if let goal = goal(of: line.text, place, player) { goals.insert(goal) }
      case .edge:
        if line.isLast, line.step < walk.count, let index = walk[line.step].index {
          goals.insert(.edge(index))
        }
      }
    }
    let whole = text.map { $0 + "\n" }.joined()
    guard let trail = try? Trail.parse(whole, file: "cover") else { return .failed(0) }
    guard let failure = try? TrailPlayer<A>.play(trail, under: exploration.setting.playOptions)
    else {
      return .passed(text: whole, goals: goals.intersection(open), screens: screens)
    }
    // The line of the walk in which the whole trail fails.
    let done = whole.split(separator: "\n", omittingEmptySubsequences: false).prefix(
      failure.line - 1
    )
    .count { $0.hasPrefix(">") || $0.hasPrefix("@") || $0.hasPrefix("!") }
    let step = (lines.dropFirst(done).first ?? lines.last)?.step ?? 0
    return .failed(max(1, step), failure.lineAndReason)
  }

  /// The goal that a played line covers; `nil` if the line takes more than one step of time.
  private func goal(of line: String, _ before: Place, _ player: TrailPlayer<A>) -> CoverGoal? {
    guard player.instants < 2 else { return nil }
    let words = line.split(separator: " ", maxSplits: 3)
    let name = words.dropFirst().first.map(String.init) ?? ""
    switch line.first {
    case "!" where mode == .input:
      return refusal(of: name, at: before)
    case "@" where line == "@ idle" && mode == .input: return nil
    case ">", "@":
      let step =
        line.isEvent
        ? words.prefix(3).joined(separator: " ")
        : line.hasPrefix(">") ? name : line == "@ restart" ? line : "@ time"
      return goal(of: step, from: before, to: Place(of: player))
    default: return nil
    }
  }

  // MARK: Checks

  /// The checks after a step: the whole screen if it is another one or shows something else, and otherwise the inputs
  /// and notes that differ.
  private static func checks<Action>(
    of screen: Screen<Action>, after before: Screen<Action>?, _ lines: [String]
  ) -> [String] {
    let id = "? screen \(screen.id)"
    let block = lines.map { $0.isEmpty ? "|" : "| \($0)" }
    guard let before, before.id == screen.id, before.title == screen.title,
      before.names == screen.names, contents(of: before) == contents(of: screen)
    else { return [id] + block }
    var checks: [String] = []
    for (old, new) in zip(before.inputs, screen.inputs) {
      if (old.disabledReason == nil) != (new.disabledReason == nil) {
        checks.append("? \(new.disabledReason == nil ? "enabled" : "disabled") \(new.name)")
      }
      if let value = new.reveal(), value != old.reveal() {
        checks.append("? \(new.name) is \(value.quoted)")
      }
    }
    return checks.isEmpty ? [id] : checks
  }

  /// What a screen shows besides its inputs.
  private static func contents<Action>(of screen: Screen<Action>) -> [AnyHashable] {
    screen.elements.compactMap { element in
      if case .input = element { nil as AnyHashable? } else { element.contents }
    }
  }

  // MARK: Earlier trails

  enum Played {
    case passed(Set<CoverGoal>)
    case broken(String)
  }

  /// Whether a file is a trail of the same set: of the same app, mode, start and options.
  func isOwn(_ text: String) -> Bool {
    let marks = [
      "% app ", "% start ", "% options ", "# A trail cannot contain these options;",
    ]
    func settings(_ lines: [Substring]) -> [Substring] {
      lines.filter { line in marks.contains { line.hasPrefix($0) } }
    }
    let heading = exploration.setting.heading(answersLater: false)
    return CoverSet.isTrail(text, by: mode)
      && settings(Trail.sourceLines(of: text)) == settings(heading.map { $0[...] })
  }

  func played(_ text: String, file: String) -> Played {
    do throws(TrailSyntaxErrors) {
      let trail = try Trail.parse(text, file: file)
      var player = try TrailPlayer<A>(trail, under: exploration.setting.playOptions)
      var goals: Set<CoverGoal> = []
      var track = Track(map)
      while !player.isAtEnd {
        let (line, before) = (player.next?.text, Place(of: player))
        player.playOn(upTo: 1)
        guard player.failure == nil else { break }
        guard let line else { continue }
        if let goal = goal(of: line, before, player) { goals.insert(goal) }
        if mode == .edge { track.take(line, to: player.state) { A.isEquivalent($0, $1) } }
      }
      if let failure = player.failure {
        let reason = failure.problem.split(separator: "\n").joined(separator: "; ")
        return .broken("line \(failure.line), \(failure.source): \(reason)")
      }
      if mode == .edge { goals = Set(track.edges.map { .edge($0) }) }
      return .passed(goals.intersection(self.goals))
    } catch {
      return .broken(error.errors.first?.message ?? "it is no trail")
    }
  }
}

/// The nodes at which a played trail can be. A node is more than its state.
private struct Track<State: Hashable & SendableMetatype> {
  private struct Move {
    let from: Int
    let edge: Int?
    let to: Int
  }

  private let map: AppMap<State>
  private var nodes: Set<Int>
  private var moves: [[Move]] = []

  init(_ map: AppMap<State>) {
    self.map = map
    nodes = Set(map.space.starts)
  }

  mutating func take(_ line: String, to state: State, _ isEquivalent: (State, State) -> Bool) {
    guard line.hasPrefix("> ") || line.hasPrefix("@ ") else { return }
    let isTime = line.hasPrefix("@ ") && line != "@ restart" && !line.isEvent
    var next: [Move] = []
    for node in nodes {
      if isTime, isEquivalent(map.space.states[node].state, state) {
        next.append(Move(from: node, edge: nil, to: node))
      }
      for index in map.graph[edgesOf: node] {
        let edge = map.graph.edges[index]
        let step = map.graph.steps[edge.step]
        guard isTime ? step.isTime : step.text == line,
          isEquivalent(map.space.states[Int(edge.target)].state, state)
        else { continue }
        next.append(Move(from: node, edge: index, to: Int(edge.target)))
      }
    }
    moves.append(next)
    nodes = Set(next.map(\.to))
  }

  /// The steps that were taken, as far as only one is possible.
  var edges: Set<Int> {
    var (nodes, edges) = (nodes, Set<Int>())
    for moves in moves.reversed() {
      let possible = moves.filter { nodes.contains($0.to) }
      if Set(possible.map(\.edge)).count == 1, let edge = possible[0].edge { edges.insert(edge) }
      nodes = Set(possible.map(\.from))
    }
    return edges
  }
}

extension TrailFailure {
  fileprivate var lineAndReason: String? {
    problem.split(separator: "\n").first.map { "\(source): \($0)" }
  }
}

extension String {
  fileprivate var isEvent: Bool { hasPrefix("@ event ") }

  /// The beginning that fits the name of a file, with a number and an extension behind it.
  package var shortenedForFile: String {
    var (count, end) = (0, startIndex)
    for index in indices {
      count += self[index].utf8.count
      if count > 150 { return String(self[..<end]) }
      end = self.index(after: index)
    }
    return self
  }
}
