import CairnApp
import CairnModel
import CairnSimulation

extension AppSearch {
  @usableFromInline
  func verdicts() -> [AppExploration<A>.Verdict] {
    zip(findings.properties, findings.found).enumerated().map { index, asked in
      let (property, finding) = asked
      switch property.rule {
      case .always, .noDeadEnd, .noLeakedEffect, .refusedMeansUnchanged, .noRuntimeIssue:
        return refuted(property, by: finding)
      case .step:
        return refuted(property, by: finding, or: vacuityOfSteps)
      case .noSecret:
        return refuted(property, by: finding, or: vacuityOfSecret(index))
      case .reachable:
        return reached(property, at: finding)
      case .reachableScreen(let id):
        return reached(property, at: map.graph.first(showing: id).map { AppFinding(node: $0) })
      case .alwaysReachable(screen: let id):
        return refuted(property, by: stuck(without: id))
      case .backUndoes(let next, let back):
        let ways = map.graph.roundTrip(next, back) { one, other in
          // What is under way may differ: time passes.
          one == other
            || A.isEquivalent(map.space.states[one].state, map.space.states[other].state)
        }
        guard case .notUndone(let index, let edges) = ways else {
          return refuted(property, by: nil, or: vacuity(of: ways, next, back))
        }
        return refuted(property, by: AppFinding(node: index, edges: edges))
      case .everyInputHasEffect:
        return refuted(property, by: unhandled)
      }
    }
  }

  /// - Parameter vacuity: why nothing could refute it, if that is so.
  private func refuted(
    _ property: AppProperty<State>, by finding: AppFinding?, or vacuity: String? = nil
  ) -> AppExploration<A>.Verdict {
    if let finding { return verdict(property, .refuted, finding) }
    if let limit { return verdict(property, .inconclusive(limit), nil) }
    return verdict(property, .proved, nil, remark: vacuity)
  }

  private func reached(
    _ property: AppProperty<State>, at finding: AppFinding?
  ) -> AppExploration<A>.Verdict {
    var finding = finding
    if let node = finding?.node {
      // A trail that holds ends with nothing under way.
      switch map.ending(from: node) {
      case .isOver: break
      case .always: finding?.lines = ["@ idle"]
      case .ifSo(let edges): finding?.edges = edges
      case .never:
        finding?.lines = ["# What is under way here never ends, and fails a trail that does."]
      }
    }
    return verdict(
      property, finding == nil ? limit.map { .inconclusive($0) } ?? .refuted : .proved, finding)
  }

  private func verdict(
    _ property: AppProperty<State>, _ result: AppExploration<A>.Verdict.Result,
    _ finding: AppFinding?, remark: String? = nil
  ) -> AppExploration<A>.Verdict {
    AppExploration.Verdict(
      property: property.name, result: result,
      trail: finding.map { trail(to: $0, for: property, isProof: result == .proved) },
      remark: finding?.remark ?? remark)
  }

  private func stuck(without id: String) -> AppFinding? {
    map.graph.first(withoutWayTo: id).map { index in
      AppFinding(
        node: index, lines: ["# From here there is no way to it any more.", "? screen \(id)"])
    }
  }

  private var unhandled: AppFinding? {
    // With a bound, an input may do something further on.
    guard limit == nil, let (index, line) = map.graph.firstUnhandled else { return nil }
    let remark = "# Nothing is done here, nor anywhere else; then it should be disabled."
    return AppFinding(node: index, lines: [remark, "! \(line)"])
  }
}

// What is proved because it never came up.
extension AppSearch {
  /// Why no way back was looked at; `nil` if one was.
  func vacuity(
    of ways: AppGraph.ForthAndBack, _ next: String, _ back: String
  ) -> String? {
    switch ways {
    case .neverTyped: neverCameUp("\(next.inQuotes) can be typed nowhere")
    case .neverForth: neverCameUp("\(next.inQuotes) puts no screen on top")
    case .neverBack:
      neverCameUp("where \(next.inQuotes) leads, \(back.inQuotes) cannot be typed")
    case .undone, .notUndone: nil
    }
  }

  /// Why no secret was looked for after such a step; `nil` if one was.
  func vacuityOfSecret(_ property: Int) -> String? {
    guard findings.suspects.values.contains(where: { $0.property == property }) else {
      return neverCameUp("there is no such step")
    }
    let secrets = lines.samples.secrets(of: lines.secureNames)
    return secrets.isEmpty ? neverCameUp("nothing is typed into a secure field") : nil
  }

  /// Why no step was looked at; `nil` if one was.
  var vacuityOfSteps: String? {
    map.graph.edges.isEmpty ? neverCameUp("there is no step") : nil
  }

  private func neverCameUp(_ reason: String) -> String { "it never came up: \(reason)" }
}

extension AppSearch {
  /// The shortest trail to what decides a property.
  @usableFromInline
  func trail(
    to finding: AppFinding, for property: AppProperty<State>, isProof: Bool
  ) -> String {
    let way = map.way(to: finding.node)
    let start = map.arrivals[way[0]]
    let edges = way.dropFirst().map { map.arrivals[$0] } + finding.edges
    let draws = ([start] + edges).flatMap { map.circumstances[$0.circumstances].draws }
    let isFromStart = model.origin == nil
    let seed = draws.isEmpty || !isFromStart ? nil : Seed.drawing(draws)
    var lines = model.setting.heading(seed: seed)
    lines.append(isProof ? "# \(property)" : "# This does not hold: \(property)")
    if !isFromStart { lines.append("# It begins where the search began, not at a start.") }
    if !draws.isEmpty, seed == nil {
      lines.append(
        isFromStart
          ? "# No seed was found for the order of things here:" : "# What was left open went so:")
      lines += draws.map { "# \($0)" }
    }
    lines += map.timedSteps(from: start, along: edges).map(\.text) + finding.lines
    return lines.map { $0 + "\n" }.joined()
  }
}
