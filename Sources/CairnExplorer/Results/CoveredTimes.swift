import CairnApp
import CairnModel

// A node is left out if another node covers it: both have the same state and the same effects in flight, and
// the covering node contains all times of the node. Every path from the node is a path from the covering
// node, so that the search finds every state and every step, each at the same depth. The covering node can
// have other paths, too. A path along a covered step may therefore be impossible.
extension AppSearch {
  /// The properties, by number, whose verdicts could change if no node was left out: they are about paths.
  @usableFromInline var coveredVerdicts: [Int] {
    guard limit == nil, map.graph.edges.contains(where: \.isCovered) else { return [] }
    return findings.properties.indices.filter { index in
      let (property, finding) = (findings.properties[index], findings.decided.found[index])
      return switch property.rule {
      case .noDeadEnd(unless: let isEnd):
        map.coversDeadEnd(before: finding?.index ?? .max, unless: isEnd)
          || finding == nil
            && firstWithoutChange(unless: isEnd, includesCovered: true)
              != firstWithoutChange(unless: isEnd, includesCovered: false)
      case .alwaysReachable(screen: let id):
        map.graph.first(withoutPathTo: id, orTo: isUnknown)
          != map.first(withoutCertainPathTo: id)
      case .settles:
        map.firstEndless(includesCovered: true)?.index
          != map.firstEndless(includesCovered: false)?.index
      case .reachable:
        finding.map { map.hasUnknownEnding(from: $0.index) } ?? false
      case .reachableScreen(let id):
        map.graph.first(showing: id).map(map.hasUnknownEnding) ?? false
      case .claim:
        restsOnCoveredTimes(claim: index)
      case .always, .everyReduction, .backUndoes, .noSecret, .noLeakedEffect, .everyInputHasEffect,
        .refusedMeansUnchanged, .noRuntimeIssue, .step, .everyMoment, .atRest:
        // They are about one state, one step, or inputs. An input is possible at any time.
        false
      }
    }
  }
}

extension AppMap {
  fileprivate func hasUnknownEnding(from index: Int) -> Bool {
    if case .unknown = ending(from: index) { true } else { false }
  }

  /// Whether a node before this one may cover a dead end: each of its inputs, and one of its timers, leads
  /// to a node that differs only in its zone.
  fileprivate func coversDeadEnd(before end: Int, unless isEnd: (State) -> Bool) -> Bool {
    let covering = Set(graph.edges.lazy.filter(\.isCovered).map { Int($0.target) })
    return covering.contains { index in
      guard index < end, !isEnd(space.states[index].state) else { return false }
      let edges = graph.edges(of: index).filter { edge in
        switch graph.steps[edge.step] {
        case .restart, .event: false
        case .input, .time, .idle: true
        }
      }
      func keeps(_ edge: AppGraph.Edge) -> Bool {
        space.isSame(space.states[index].untimed, space.states[Int(edge.target)].untimed)
      }
      return edges.allSatisfy { graph.steps[$0.step].isTime || keeps($0) }
        && edges.contains { graph.steps[$0.step].isTime && keeps($0) }
    }
  }

  /// The first node without a path to the screen that is possible at all times of the node.
  ///
  /// An input is possible at any time. Which timers fire next depends on the time, so that the path has to
  /// continue after each set of them. O(steps), for a bounded number of steps from each node.
  fileprivate func first(withoutCertainPathTo id: String) -> Int? {
    let screen = graph.screens.values.firstIndex(of: id) ?? -1
    // From a node that was not expanded, anything may be reachable.
    var isCertain = graph.locations.indices.map { index in
      index >= graph.expanded || graph.locations[index].screen == screen
    }
    func hasCertainPath(_ index: Int) -> Bool {
      var orders: [[Int]: Bool] = [:]
      for edge in graph.edges(of: index) {
        let leads = isCertain[Int(edge.target)]
        if graph.steps[edge.step].isTime {
          let wakes = nondeterminism[edge.nondeterminism].timing.wakes
          orders[wakes] = leads || orders[wakes] == true
        } else if leads {
          return true
        }
      }
      return !orders.isEmpty && orders.values.allSatisfy { $0 }
    }
    let predecessors = graph.predecessors(states: isCertain.count)
    var open = isCertain.indices.filter { isCertain[$0] }
    while let index = open.popLast() {
      for before in predecessors[index].map(Int.init)
      where !isCertain[before] && hasCertainPath(before) {
        isCertain[before] = true
        open.append(before)
      }
    }
    return isCertain.firstIndex(of: false)
  }
}
