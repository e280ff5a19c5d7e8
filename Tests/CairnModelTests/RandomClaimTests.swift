import Cairn
import CairnModel
import TestSupport
import Testing

/// Claims on random graphs, compared with a naive search for a fair cycle through each node of a product automaton.
@Suite(.gate) struct RandomClaimTests {
  /// A step, and the name of its action, if it is fair.
  private struct Step: Hashable {
    let name: String?
    let target: Int
  }

  private struct Graph {
    var steps: [[Step]]
    var begins: [Bool]
    var holds: [Bool]
    var ends: [Bool]

    init(seed: UInt64) {
      var random = RandomNumbers(seed)
      let count = 3 + random.draw(below: 12)
      let most = 2 + random.draw(below: 3)
      let names: [String?] = [nil, "a", "b", "c"]
      steps = (0..<count).map { _ in
        (0..<random.draw(below: most + 1)).map { _ in
          Step(name: names[random.draw(below: names.count)], target: random.draw(below: count))
        }
      }
      begins = (0..<count).map { _ in random.draw(below: 2) == 0 }
      holds = (0..<count).map { _ in random.draw(below: 6) > 0 }
      ends = (0..<count).map { _ in random.draw(below: 5) == 0 }
    }

    var model: Model<Int, Step> {
      Model<Int, Step>(0) { place, step in
        place = step.target
      } actions: { [steps] in
        steps[$0]
      }
      .fair(\.name)
    }

    func names(at node: Int) -> Set<String> { Set(steps[node].compactMap(\.name)) }
  }

  private enum Kind: CaseIterable { case eventually, leadsTo, until }

  private func property(_ kind: Kind, _ graph: Graph) -> Property<Int, Step> {
    switch kind {
    case .eventually: .eventually("end") { graph.ends[$0] }
    case .leadsTo:
      .leadsTo("begin", "end", { graph.begins[$0] }, then: { graph.ends[$0] })
    case .until: .until("hold", "end", { graph.holds[$0] }, then: { graph.ends[$0] })
    }
  }

  /// A state of the product: a node, and whether the claim is open.
  private struct Place: Hashable {
    let node: Int
    let isOpen: Bool
  }

  /// The length of a shortest path to a node from which a run stays open for ever; `nil` if there is none.
  private func nearestOpenRun(_ kind: Kind, _ graph: Graph) -> Int? {
    func place(_ node: Int, after last: Place?) -> Place {
      let begins = kind == .leadsTo ? graph.begins[node] : last == nil
      return Place(node: node, isOpen: !graph.ends[node] && (begins || last?.isOpen == true))
    }
    var distances = [place(0, after: nil): 0]
    var open = Array(distances.keys)
    while !open.isEmpty {
      let last = open.removeFirst()
      for step in graph.steps[last.node] {
        let next = place(step.target, after: last)
        if distances[next] == nil {
          distances[next] = distances[last, default: 0] + 1
          open.append(next)
        }
      }
    }
    return distances.filter { place, _ in
      place.isOpen
        && (graph.names(at: place.node).isEmpty || kind == .until && !graph.holds[place.node]
          || isOnFairCycle(place.node, graph))
    }
    .values.min()
  }

  /// Whether a fair cycle without an end leads through a node: from the node with no requirement met to the node with
  /// all of them met, in order.
  private func isOnFairCycle(_ node: Int, _ graph: Graph) -> Bool {
    struct Point: Hashable {
      let node: Int
      let met: Int
    }
    let names = ["a", "b", "c"]
    var (seen, open) = (Set<Point>(), [Point(node: node, met: 0)])
    while let point = open.popLast() {
      for step in graph.steps[point.node] where !graph.ends[step.target] {
        var met = point.met
        // A requirement is met by the action, and where the action is not possible.
        while met < names.count,
          step.name == names[met] || !graph.names(at: point.node).contains(names[met])
            || !graph.names(at: step.target).contains(names[met])
        {
          met += 1
        }
        let next = Point(node: step.target, met: met)
        if next == Point(node: node, met: names.count) { return true }
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    return false
  }

  @Test(arguments: 1...600 as ClosedRange<UInt64>)
  func `a claim has the verdict of a naive search, and a shortest stem`(seed: UInt64) throws {
    let graph = Graph(seed: seed)
    for kind in Kind.allCases {
      let property = property(kind, graph)
      let verdict = try #require(graph.model.explore(checking: [property])[property.name])
      let expected = nearestOpenRun(kind, graph)
      #expect(verdict.isRefuted == (expected != nil), "\(kind)")
      guard let trace = verdict.trace else { continue }
      #expect(trace.loop?.lowerBound ?? trace.steps.count == expected, "\(kind)")
      try check(trace, kind, graph)
    }
  }

  /// The trace is a run of the graph on which the claim stays open, and its loop is fair.
  private func check(_ trace: Trace<Int, Step>, _ kind: Kind, _ graph: Graph) throws {
    var nodes = [0]
    for step in trace.steps {
      #expect(graph.steps[nodes[nodes.count - 1]].contains(step.action))
      nodes.append(step.state)
    }
    let stem = trace.loop?.lowerBound ?? trace.steps.count
    #expect(!graph.ends[nodes[stem]])
    if kind != .leadsTo { #expect(nodes[...stem].allSatisfy { !graph.ends[$0] }) }
    guard let loop = trace.loop else { return }
    #expect(trace.steps.count == loop.upperBound + loop.count)
    #expect(nodes[loop.lowerBound] == nodes[loop.upperBound])
    #expect(trace.steps[loop].map(\.action) == trace.steps[loop.upperBound...].map(\.action))
    #expect(nodes[loop.lowerBound...].allSatisfy { !graph.ends[$0] })
    let kept = nodes[loop.lowerBound...loop.upperBound].map(graph.names)
      .reduce(graph.names(at: nodes[stem])) { $0.intersection($1) }
    #expect(kept.isSubset(of: Set(trace.steps[loop].compactMap(\.action.name))))
  }
}
