import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import Foundation

/// A comparison of a search with a plainer one, or with random play, on random apps.
struct Net: Sendable {
  let name: String
  /// Seeds of apps whose plain search ends soon.
  let seeds: [Int]
  /// The first difference of the app of a seed.
  let difference: @Sendable (_ seed: Int) throws -> String?

  /// The first difference, error, or runtime issue outside of a search.
  func problem(_ seed: Int) -> String? {
    let issues = RuntimeIssueLog()
    let found = RuntimeIssue.$reporter.withValue(.init(issues.append)) {
      Result { try difference(seed) }
    }
    do {
      return try found.get() ?? issues.takeAll().first?.description
    } catch {
      return "\(error)"
    }
  }
}

extension Net {
  static let all = [orders, ranges, play, follows, answers, coveredTimes, forks, resumed, wild]

  /// Work is done in every order, or only in the orders that can matter.
  private static let orders = Net(
    name: "reductions of orders",
    seeds: [
      2, 4, 8, 22, 23, 24, 25, 27, 30, 32, 35, 36, 37, 38, 41, 55, 56, 59, 64, 78, 81, 113, 118,
      124, 128, 131, 132, 139, 148, 152, 153, 161, 163, 175, 177, 194, 201, 205, 206, 209, 211, 213,
      222, 223, 224, 232, 234, 239, 240, 248, 249, 259, 272, 275, 277, 281, 285, 289, 293, 297, 298,
      305, 306, 309, 315, 317, 321, 369, 371, 373, 374, 375, 389, 394, 400, 404, 408, 413, 424, 426,
      452, 489, 505, 508, 514, 534, 535, 539, 568, 578, 590, 593, 605, 611, 615, 616, 621, 627, 647,
      661, 673, 685, 691, 701, 704, 706, 711, 713, 717, 720, 722, 728, 734, 744, 746, 754, 765, 789,
      796, 799, 802, 813, 815, 818, 819, 836, 842, 854, 864, 868, 872, 906, 909, 920, 926, 937, 944,
      946, 947, 949, 959, 962, 969, 984, 985, 987, 992, 997, 999, 1004, 1015, 1032, 1033, 1036,
      1043, 1053, 1057, 1062, 1075, 1077, 1103, 1110, 1167, 1177, 1181, 1192, 1196, 1199, 1210,
      1216, 1233, 1235, 1237, 1238, 1259, 1279, 1291, 1301, 1309, 1324, 1332, 1342, 1370, 1372,
      1381, 1390, 1397, 1412, 1418, 1423, 1428, 1444, 1445, 1450, 1459, 1461, 1466, 1469, 1480,
      1498,
    ]
  ) { seed in
    var model =
      seed.isMultiple(of: 2)
      ? AppModel<Scramble>.bare(seed) : AppModel<Scramble>.bare(seed, "--stops")
    model.reductions = .none
    let expected = try model.explore(checking: Scramble.reachable)
    for (visitsOnce, skips) in [(true, true), (true, false), (false, true)] {
      model.reductions = OrderReductions(
        visitsConfigurationsOnce: visitsOnce, skipsCommutingOrders: skips)
      let found = try model.explore(checking: Scramble.reachable)
      // The turns of several tasks of one effect are part of a state, also where they cannot matter.
      guard
        Scramble.hasChildren(seed)
          ? found.states <= expected.states : found.states == expected.states
      else { return "\(found.states) states instead of \(expected.states)" }
      if let difference = found.difference(from: expected) { return difference }
    }
    return nil
  }

  /// A search that a bound has ended is continued, twice.
  private static let resumed = Net(name: "resumed searches", seeds: rangeSeeds) { seed in
    var model = AppModel<Nest>.bare(seed)
    model.without.remove(.restarts)
    return try AppModel<Scramble>.bare(seed, "--ranges")
      .differenceWhenResumed(checking: Scramble.reachable)
      ?? AppModel<Timers>.bare(seed).differenceWhenResumed(checking: Timers.checked)
      ?? model.differenceWhenResumed(checking: Nest.properties, upTo: 100)
  }

  private static let rangeSeeds = [
    4, 27, 58, 76, 85, 95, 118, 131, 134, 153, 159, 183, 217, 223, 227, 232, 239, 259, 271, 281,
    291,
  ]

  /// The same, where a sleep takes any time of a range. A trail that proves a property passes.
  private static let ranges = Net(name: "reductions with ranges of time", seeds: rangeSeeds) {
    seed in
    var model = AppModel<Scramble>.bare(seed, "--ranges")
    let found = try model.explore(checking: Scramble.reachable)
    model.reductions = .none
    let expected = try model.explore(checking: Scramble.reachable)
    guard found.limit == nil else { return "the search did not end" }
    return try found.difference(from: expected) ?? found.failedTrail()
  }

  /// What happens at random was found by the search.
  private static let play = Net(name: "random play", seeds: rangeSeeds) {
    try differenceOfPlay($0, "--ranges")
  }

  /// The same, where equal effects of several actions meet.
  private static let follows = Net(
    name: "effects of several actions",
    // In app 7, of two equal effects the second one has to begin first.
    seeds: [7] + Set(1...99).subtracting([7, 10, 96]).sorted()
  ) {
    try differenceOfPlay($0, "--follows")
  }

  /// The same, where the reducer receives answers and reads memory.
  private static let answers = Net(
    name: "answers of reducers",
    seeds: [
      4, 2, 3, 6, 13, 15, 16, 17, 19, 20, 21, 23, 25, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38,
      40, 42, 44, 45, 46, 47, 50, 52, 53, 55, 56, 58, 59, 60,
    ]
  ) {
    try differenceOfPlay($0, "--asks")
  }

  private static func differenceOfPlay(_ seed: Int, _ option: String) throws -> String? {
    let found = try AppModel<Scramble>.bare(seed, option).explore(checking: Scramble.reachable)
    guard found.limit == nil else { return "the search did not end" }
    let reachable = Set(found.verdicts.filter { $0.result == .proved }.map(\.property))
    var random = SplitMix64(seed: UInt64(seed))
    let options = ["--seed=\(seed)", option]
    for _ in 0..<100 {
      let simulation = Simulation(seed: random.next())
      let app = try Scramble(
        Launch(
          .simulated(start: ""), options: OptionValues(options, among: Scramble.options),
          in: simulation))
      let store = simulation.store(app.state) { app.reducer }
      for _ in 0..<8 {
        if Bool.random(using: &random) {
          store.send(.press(Int.random(in: 0..<2, using: &random)))
          simulation.drain()
        } else {
          simulation.advance(by: .milliseconds(Int.random(in: 0..<2_500, using: &random)))
        }
        guard store.state.noted.count <= 3 else { break }
        guard reachable.contains("reachable: \(store.state.noted)") else {
          return "\(store.state.noted) was not found"
        }
      }
    }
    return nil
  }

  /// A node whose times are all times of another node is visited, or left out.
  private static let coveredTimes = Net(
    name: "covered times",
    // Tables with a node that is left out, and tables whose verdicts depend on such a node.
    seeds: [
      55, 65, 70, 138, 219, 229, 235, 277, 291,
      1, 3, 4, 5, 7, 8, 9, 11, 13, 17, 18, 19,
    ]
  ) { seed in
    var model = AppModel<Timers>.bare(seed)
    let found = try model.explore(checking: Timers.checked)
    model.reductions.coversTimes = false
    let expected = try model.explore(checking: Timers.checked)
    guard found.states <= expected.states else {
      return "\(found.states) states instead of at most \(expected.states)"
    }
    return try found.difference(from: expected) ?? found.failedTrail()
  }

  /// A run continues at a node, or repeats the path to it.
  private static let forks = Net(
    name: "continued runs",
    seeds: Set(1...97).subtracting([
      12, 18, 31, 32, 34, 40, 41, 43, 44, 48, 53, 57, 61, 63, 64, 79, 80, 82, 83, 85, 87,
    ]).sorted()
  ) { seed in
    var model = AppModel<Nest>.bare(seed)
    if seed.isMultiple(of: 2) { model.without.remove(.restarts) }
    model.without.remove(.disabled)
    let bounds = Bounds(states: 100)
    let found = try model.explore(within: bounds)
    model.reductions.forks = false
    let expected = try model.explore(within: bounds)
    guard found.states == expected.states, found.transitions == expected.transitions,
      found.limit == expected.limit, found.verdicts.map(\.trail) == expected.verdicts.map(\.trail)
    else { return "\(found)\ninstead of\n\(expected)" }
    return found.difference(from: expected)
  }
}

extension OrderReductions {
  static let none = OrderReductions(
    visitsConfigurationsOnce: false, skipsCommutingOrders: false, forks: false)
}

extension AppExploration {
  /// The first verdict that differs, or whose trail has another length.
  fileprivate func difference(from other: AppExploration) -> String? {
    for (found, expected) in zip(verdicts, other.verdicts) {
      // The steps that repeat, where a search does not settle or a claim stays open, can be others.
      guard found.result == expected.result,
        found.property == "\(AppProperty<A.Root.State>.settles)"
          || found.trail?.contains("? no loop") == true
          || Self.steps(found.trail) == Self.steps(expected.trail)
      else {
        return "\(found)\n\(found.trail ?? "")instead of\n\(expected)\n\(expected.trail ?? "")"
      }
    }
    return verdicts.count == other.verdicts.count ? nil : "a verdict is missing"
  }

  /// The number of steps of a trail.
  private static func steps(_ trail: String?) -> Int? {
    trail?.split(separator: "\n").count { $0.hasPrefix("> ") || $0.hasPrefix("@ ") }
  }

  /// A trail that proves a property and fails when it is played. An effect that never ends fails a trail.
  fileprivate func failedTrail() throws -> String? {
    for verdict in verdicts where verdict.result == .proved {
      guard let trail = verdict.trail, !trail.contains("never end") else { continue }
      if let failure = try TrailPlayer<A>.play(Trail.parse(trail, file: "found.trail")) {
        return "\(failure)"
      }
    }
    return nil
  }
}

extension AppModel {
  /// A search of the app of a seed without restarts, disabled inputs and delays.
  fileprivate static func bare(_ seed: Int, _ options: String...) -> AppModel {
    var model = AppModel(options: ["--seed=\(seed)"] + options)
    model.without = Set(SearchPart.allCases)
    return model
  }
}

extension AppModel {
  /// The difference between one search, and one that a bound has ended twice and that was continued from what was written.
  package func differenceWhenResumed(
    checking properties: [AppProperty<A.Root.State>], upTo states: Int = 5_000
  ) throws -> String? {
    // Of an app with times without end, states this far from the start.
    let all = Bounds(depth: 12, states: states)
    var model = self
    (model.check, model.notesProgress) = (.none, true)
    let whole = try model.explore(checking: properties, within: all)
    for part in 1...2 where whole.states * part / 3 > 0 {
      let bounds = Bounds(depth: 12, states: whole.states * part / 3)
      let found = try model.explore(checking: properties, within: bounds)
      let text = try JSONEncoder().encode(found.searchProgress)
      model.progress = try JSONDecoder().decode(SearchProgress?.self, from: text)
    }
    // The decisions on a path depend on where its runs began; its replay must reach the same states.
    model.check = .all
    let resumed = try model.explore(checking: properties, within: all)
    guard resumed.coverage == whole.coverage, resumed.limit == whole.limit,
      resumed.check.difference == nil
    else { return "\(whole)\nresumed:\n\(resumed)" }
    if let difference = resumed.difference(from: whole) { return difference }
    let (graph, other) = (whole.graph(by: .state), resumed.graph(by: .state))
    return graph.text(as: .dot) == other.text(as: .dot) ? nil : "the graphs differ"
  }
}
