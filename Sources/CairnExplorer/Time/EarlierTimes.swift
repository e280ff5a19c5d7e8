import Cairn
import CairnApp
import CairnModel

// A node has the time of the path by which it was found, a shortest one. A longer path can lead to it at an earlier
// time, at which no step was taken from it.
extension AppSearch {
  /// Tries the steps that read the clock also from the earliest time on at which a path leads to their node. A step
  /// that then has another outcome is unknown. With effects in flight before it, a step is not tried again, as the
  /// header says.
  @usableFromInline
  mutating func tryEarlierTimes() throws(UsageError) {
    let readings = (0..<map.graph.expanded).map { ($0, stepsReadingClock(at: $0)) }
      .filter { !$0.1.isEmpty }
    guard limit == nil, !readings.isEmpty || !refusalReadings.isEmpty else { return }
    let leads = leads()
    for (index, steps) in readings {
      guard let lead = leads[index] else { continue }
      for step in steps where try !hasKnownOutcomes(step, at: index, earlierBy: lead) {
        unknown.insert(.otherTimes, of: step, at: index)
      }
    }
    for refusal in refusalReadings where leads[refusal.index] != nil {
      findings.unknownRefusals.insert(.otherTimes, of: refusal.step, at: refusal.index)
    }
  }

  /// The steps that read the clock at a node without effects in flight; none at another one.
  private func stepsReadingClock(at index: Int) -> [UInt32] {
    guard map.space.states[index].isIdle else { return [] }
    let edges = map.graph.edges(of: index)
    return Set(
      edges.filter { map.nondeterminism[$0.nondeterminism].timing.reading != nil }.map(\.step)
    ).sorted()
  }

  private mutating func hasKnownOutcomes(
    _ step: UInt32, at index: Int, earlierBy lead: Duration
  ) throws(UsageError) -> Bool {
    let start = map.start(at: index)
    let earlier = RunStart(state: start.state, memory: start.memory, time: start.time - lead)
    for time in NodeSchedule().trials(waking: []) where time < lead {
      let trial = Trial(step: map.graph.steps[step], index: index, time: time, isEarlier: true)
      let outcomes = try self.outcomes(of: trial, from: .node(earlier)) ?? []
      for var outcome in outcomes {
        let found = map.space.index(of: outcome.node)
        guard let target = found ?? (outcome.node.isIdle ? nil : covering(&outcome)),
          !outcome.decides,
          map.graph.edges(of: index)
            .contains(where: { $0.step == step && Int($0.target) == target })
        else { return false }
      }
      if outcomes.isEmpty { return false }
    }
    return true
  }

  /// The nodes to which a path leads at an earlier time than the one by which they were found, and how much earlier;
  /// none if the search ends meanwhile.
  ///
  /// Each round follows the steps from the nodes whose times the last round has made earlier.
  private mutating func leads() -> [Int: Duration] {
    let times = map.space.states.indices.map { map.prefix(to: $0).time }
    var leads: [Int: Duration] = [:]
    var open = Array(0..<map.graph.expanded)
    while !open.isEmpty {
      var next: Set<Int> = []
      for index in open {
        if mustLook { limit = lookForLimit() }
        guard limit == nil else { return [:] }
        let path = map.prefix(to: index)
        for edge in map.graph.edges(of: index) {
          var path = path
          path.take(map.graph.steps[edge.step], map.nondeterminism[edge.nondeterminism])
          let target = Int(edge.target)
          // A reading can lie before the time that a path chooses for its node. No step takes less than no time, so
          // that no cycle of steps becomes earlier for ever.
          let lead = times[target] - max(path.time, times[index]) + leads[index, default: .zero]
          guard lead > leads[target, default: .zero] else { continue }
          leads[target] = lead
          next.insert(target)
        }
      }
      open = next.sorted()
    }
    return leads
  }
}
