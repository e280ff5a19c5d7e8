import CairnApp
import CairnTrail

/// What a search has found that a person can notice, each with a shortest trail that shows it.
package struct Behavior: Equatable, Sendable {
  /// The world of the search. Behaviors of different worlds cannot be compared.
  package struct World: Codable, Equatable, Sendable {
    package let app: String
    package let start: String
    package let options: [String]
    /// The parts of the world that were left out.
    package let without: [String]

    package init(app: String, start: String, options: [String], without: [String]) {
      (self.app, self.start, self.options, self.without) = (app, start, options, without)
    }
  }

  /// A path through the app, as lines of a trail.
  package struct Path: Equatable, Sendable {
    /// Its choices and its delays.
    package let settings: [String]
    package let steps: [String]
    /// Further steps after which no effect is in flight.
    package let ending: [String]

    package init(settings: [String], steps: [String], ending: [String]) {
      (self.settings, self.steps, self.ending) = (settings, steps, ending)
    }
  }

  /// A step that leads from a screen to a screen, perhaps the same.
  package struct Transition: Hashable, Sendable {
    package let from: String
    /// The name of an input, `@ time` or `@ restart`.
    package let step: String
    package let to: String

    package init(from: String, step: String, to: String) {
      (self.from, self.step, self.to) = (from, step, to)
    }
  }

  package struct Verdict: Codable, Equatable, Sendable {
    package let property: String
    /// `proved`, `refuted` or `inconclusive`.
    package let result: String
    package let trail: String?

    package init(property: String, result: String, trail: String?) {
      (self.property, self.result, self.trail) = (property, result, trail)
    }
  }

  package let world: World
  /// The bound that ended the search; `nil` if everything was visited.
  package let limit: String?
  package let heading: [String]
  /// In the order in which they were found.
  package let situations: [(situation: ScreenSituation, path: Path)]
  package let transitions: [(transition: Transition, path: Path)]
  package let verdicts: [Verdict]

  package init(
    world: World, limit: String?, heading: [String],
    situations: [(situation: ScreenSituation, path: Path)],
    transitions: [(transition: Transition, path: Path)], verdicts: [Verdict]
  ) {
    (self.world, self.limit, self.heading) = (world, limit, heading)
    (self.situations, self.transitions, self.verdicts) = (situations, transitions, verdicts)
  }

  package static func == (one: Behavior, other: Behavior) -> Bool {
    one.world == other.world && one.limit == other.limit && one.heading == other.heading
      && one.situations.elementsEqual(other.situations, by: ==)
      && one.transitions.elementsEqual(other.transitions, by: ==) && one.verdicts == other.verdicts
  }

  /// A trail along a path. It shows something on the last screen of its steps.
  func trail(along path: Path, showing remark: String, _ checks: [String]) -> String {
    let ending = path.ending.isEmpty ? [] : ["# The effects in flight end."] + path.ending
    let lines = heading + path.settings + ["# \(remark)"] + path.steps + checks + ending
    return lines.map { $0 + "\n" }.joined()
  }
}

extension AppExploration {
  /// The behavior of the app, for a comparison with another version.
  package func behavior() throws(UsageError) -> Behavior {
    let app = try launch()
    let texts = ValueFreeTexts(A.samples.values.joined())
    var rows: [String: Set<String>] = [:]
    var situations: [(situation: ScreenSituation, path: Behavior.Path)] = []
    var seen: Set<ScreenSituation> = []
    for index in 0..<states where hasScreens(at: index) {
      guard let screen = app.screens(of: state(at: index)).last else { continue }
      for input in screen.inputs {
        if case .row = input.kind { rows[screen.id, default: []].insert(input.name) }
      }
      let situation = ScreenSituation(of: screen, texts)
      guard seen.insert(situation).inserted else { continue }
      situations.append((situation, path(to: index)))
    }
    return Behavior(
      world: setting.world,
      limit: gap,
      heading: commonHeading, situations: situations,
      transitions: transitionsOfScreens(rows, texts),
      verdicts: verdicts.map { verdict in
        Behavior.Verdict(
          property: verdict.property, result: verdict.result.name, trail: verdict.trail)
      })
  }

  /// - Parameter rows: the names of list rows, by screen, which are data.
  private func transitionsOfScreens(
    _ rows: [String: Set<String>], _ texts: ValueFreeTexts
  ) -> [(transition: Behavior.Transition, path: Behavior.Path)] {
    var found: [(transition: Behavior.Transition, path: Behavior.Path)] = []
    // By number: most edges repeat a transition.
    var seen: Set<[UInt32]> = []
    var known: Set<Behavior.Transition> = []
    for index in 0..<map.graph.expanded {
      for edge in map.graph.edges(of: index) {
        let (from, to) = (
          map.graph.locations[index].screen, map.graph.locations[Int(edge.target)].screen
        )
        guard seen.insert([from, edge.step, to]).inserted, hasScreens(at: Int(edge.target)) else {
          continue
        }
        let step = map.graph.steps[edge.step]
        let isRow = rows[map.graph.screens[from]]?.contains(step.nameInGraph) == true
        let transition = Behavior.Transition(
          from: map.graph.screens[from], step: isRow ? texts[step.nameInGraph] : step.nameInGraph,
          to: map.graph.screens[to])
        guard known.insert(transition).inserted else { continue }
        found.append((transition, path(to: index, taking: edge)))
      }
    }
    return found
  }

  private var commonHeading: [String] {
    setting.heading(answersLater: coverage.tried.contains(.delays))
  }

  /// A shortest path to a node, and an edge from there, with further steps that end the effects in flight.
  func path(to index: Int, taking edge: AppGraph.Edge? = nil) -> Behavior.Path {
    let way = map.edges(to: index) + (edge.map { [$0] } ?? [])
    let end = map.end(
      from: edge.map { Int($0.target) } ?? index, isCovered: edge?.isCovered == true,
      ifNever: "# They never end, and fail a trail that ends here.")
    let (heading, steps) = lines(along: way + end.edges)
    let common = Set(commonHeading)
    return Behavior.Path(
      settings: heading.filter { !common.contains($0) },
      steps: steps.prefix(way.count - 1).joined().map(\.text),
      ending: steps.dropFirst(way.count - 1).joined().map(\.text) + end.lines)
  }
}

extension AppExploration.Verdict.Result {
  /// `proved`, `refuted` or `inconclusive`.
  package var name: String {
    switch self {
    case .proved: "proved"
    case .refuted: "refuted"
    case .inconclusive: "inconclusive"
    }
  }
}

extension AppSetting {
  package var world: Behavior.World {
    Behavior.World(
      app: A.name, start: start, options: options.withoutCredentials(among: A.options),
      without: without.map(\.rawValue).sorted())
  }
}
