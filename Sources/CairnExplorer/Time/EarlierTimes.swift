import Cairn
import CairnApp
import CairnModel

// A node has the time of the path by which it was found, a shortest one. A longer path can lead to it at an earlier
// time, at which no step was taken from it.
extension AppSearch {
  /// Tries the steps that read the clock also at the earliest time at which a path leads to their node. A step that then
  /// has another outcome is unknown. With effects in flight before it, a step is not tried again, as the header says.
  @usableFromInline
  mutating func tryEarlierTimes() throws(UsageError) {
    func readsClock(_ edge: AppGraph.Edge) -> Bool {
      map.nondeterminism[edge.nondeterminism].timing.reading != nil
    }
    guard limit == nil, !refusalReadings.isEmpty || map.graph.edges.contains(where: readsClock)
    else { return }
    let leads = map.leads
    for (index, lead) in leads.sorted(by: { $0.key < $1.key }) where map.space.states[index].isIdle
    {
      for step in Set(map.graph.edges(of: index).filter(readsClock).map(\.step)).sorted() {
        if try !hasKnownOutcomes(step, at: index, earlierBy: lead) {
          unknown.insert(.otherTimes, of: step, at: index)
        }
      }
    }
    for refusal in refusalReadings where leads[refusal.index] != nil {
      findings.unknownRefusals.insert(.otherTimes, of: refusal.step, at: refusal.index)
    }
  }

  private mutating func hasKnownOutcomes(
    _ step: UInt32, at index: Int, earlierBy lead: Duration
  ) throws(UsageError) -> Bool {
    let start = map.start(at: index)
    let earlier = RunStart(state: start.state, memory: start.memory, time: start.time - lead)
    let trial = Trial(step: map.graph.steps[step], index: index)
    let outcomes = try self.outcomes(of: trial, from: .node(earlier)) ?? []
    return !outcomes.isEmpty
      && outcomes.allSatisfy { outcome in
        let target = map.space.index(of: outcome.node)
        return !outcome.decides
          && map.graph.edges(of: index).contains { $0.step == step && Int($0.target) == target }
      }
  }
}

extension AppMap {
  /// The nodes to which a path leads at an earlier time than the one by which they were found, and how much earlier.
  ///
  /// Each round goes on from the nodes whose times have become earlier.
  fileprivate var leads: [Int: Duration] {
    let times = space.states.indices.map { prefix(to: $0).time }
    var leads: [Int: Duration] = [:]
    var open = Array(0..<graph.expanded)
    while !open.isEmpty {
      var next: Set<Int> = []
      for index in open {
        let path = prefix(to: index)
        for edge in graph.edges(of: index) {
          var path = path
          path.take(graph.steps[edge.step], nondeterminism[edge.nondeterminism])
          let target = Int(edge.target)
          let lead = times[target] - path.time + leads[index, default: .zero]
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
