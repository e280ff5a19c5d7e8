import CairnApp
import CairnModel

// Claims about runs. A run is fair if no timer of it runs for ever: timers fire, and an answer that can come does. An
// infinite path of the graph on which each timer fires or is cancelled can be taken so that time passes without end: a
// timer that fires has taken time, and steps between which none fires can come at any time before the next one.
extension AppSearch {
  func verdict(onClaim property: Int) -> AppExploration<A>.Verdict {
    let asked = findings.properties[property]
    guard let claim = findings.claims.first(where: { $0.property == property }) else {
      return .inconclusive(asked.name, gap ?? .unknown("unknown: the claim was not followed"))
    }
    var finding = openRun(of: claim, includesCovered: false).map(finding)
    finding?.remark = assumption
    let isVacuous = !claim.marks.enumerated().contains { index, marks in
      marks.contains(.begins) && (!claim.onlyAtStart || map.space.isStart(index))
    }
    var verdict = refuted(asked, by: finding, or: isVacuous ? "the claim never begins" : nil)
    if verdict.result == .proved {
      verdict.remark = [verdict.remark, assumption].compactMap(\.self).joined(separator: "\n")
    }
    return verdict
  }

  private var assumption: String {
    "assumed: timers fire, and effects that can answer do;\na person may do nothing, or act for ever"
      + (model.without.contains(.restarts) ? "" : "; the process restarts finitely often")
  }

  private func finding(_ run: OpenRun) -> AppFinding {
    func edges(_ numbers: [Int]) -> [AppGraph.Edge] { numbers.map { map.graph.edges[$0] } }
    var finding = AppFinding(index: run.start, edges: edges(run.stem))
    finding.loop = edges(run.loop)
    return finding
  }

  /// A fair run on which a claim stays open, or is violated.
  private func openRun(of claim: AppClaim<State>, includesCovered: Bool) -> OpenRun? {
    var graph = fairGraph ?? map.fairGraph
    if !includesCovered { graph.isLeftOut = { map.graph.edges[$0].isCovered } }
    return graph.openRun(
      claim.marks, from: Array(map.space.starts), onlyAtStart: claim.onlyAtStart
    ) {
      !map.inFlight[map.space.states[$0].inFlight].hasTimer
    }
  }

  func restsOnCoveredTimes(claim property: Int) -> Bool {
    guard let claim = findings.claims.first(where: { $0.property == property }),
      let run = openRun(of: claim, includesCovered: true)
    else { return false }
    return openRun(of: claim, includesCovered: false)?.edges.count != run.edges.count
  }
}

extension AppMap {
  /// The graph of the nodes and steps, with the timers that each step keeps.
  var fairGraph: FairGraph {
    var result = FairGraph(
      starts: graph.starts,
      events: space.states.map { zones[$0.zone].isEmpty ? 0 : zones[$0.zone].timers })
    result.targets = graph.edges.map(\.target)
    result.kept = graph.edges.map(\.nondeterminism)
    result.keepings = nondeterminism.values.map(\.timing.kept)
    let restart = graph.steps.numbers[.restart]
    let edges = graph.edges
    result.isRare = { edges[$0].step == restart }
    return result
  }
}

extension [Bound?] {
  /// The number of timers of a zone, whose bounds are those between each and each other, and the present.
  fileprivate var timers: Int { Int(Double(count).squareRoot().rounded()) - 1 }
}

extension Timing {
  /// For each timer after the step, its index among those before; `nil` if it is new.
  fileprivate var kept: [Int?] {
    sleepers.map { if case .kept(let index) = $0 { index } else { nil } }
  }
}
