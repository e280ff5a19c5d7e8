import CairnSimulation
import CairnTrail

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
