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
        restsOnCoveredTimes(deadEnd: finding, unless: isEnd)
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

  private func restsOnCoveredTimes(
    deadEnd finding: AppFinding?, unless isEnd: (State) -> Bool
  ) -> Bool {
    let own = known(finding)?.index
    let first = [own, firstWithoutChange(unless: isEnd, includesCovered: true)]
      .compactMap(\.self).min()
    return first != own && first != firstWithoutChange(unless: isEnd, includesCovered: false)
      || map.coversDeadEnd(before: first ?? .max) { mayChange(at: $0, unless: isEnd) }
  }
}

extension AppMap {
  fileprivate func hasUnknownEnding(from index: Int) -> Bool {
    if case .unknown = ending(from: index) { true } else { false }
  }

  /// Whether a node before `end` can stay as it is for ever at the times of a covered node: no input changes the
  /// state or the memory of stand-ins, and neither does one set of timers, perhaps the only one that fires at those
  /// times. O(steps), for a bounded number of steps from each node.
  fileprivate func coversDeadEnd(before end: Int, orTo isGoal: (Int) -> Bool) -> Bool {
    // At a node that was not expanded, anything may change.
    var changes = (0..<space.count).map { $0 >= graph.expanded || isGoal($0) }
    func mustChange(_ index: Int, _ changes: [Bool]) -> Bool {
      var timers: [[Int]: Bool] = [:]
      for edge in graph.edges(of: index) {
        let target = Int(edge.target)
        let keeps = !changes[target] && isSameButForEffects(target, index)
        switch graph.steps[edge.step] {
        case .event, .restart: continue
        case .input, .idle: if !keeps { return true }
        case .time:
          let wakes = nondeterminism[edge.nondeterminism].timing.wakes
          timers[wakes] = keeps && timers[wakes] != false
        }
      }
      return !timers.isEmpty && !timers.values.contains(true)
    }
    for index in changes.indices where !changes[index] {
      changes[index] = mustChange(index, changes)
    }
    graph.predecessors(states: changes.count).grow(&changes, where: mustChange)
    // Behind a covered node, nodes have only some of their times, until no effect is in flight.
    var seen = Set(graph.edges.lazy.filter(\.isCovered).map { Int($0.target) })
    var open = Array(seen)
    while let index = open.popLast() {
      if index < end, !changes[index] { return true }
      for edge in graph.edges(of: index) where graph.steps[edge.step] != .restart {
        let target = Int(edge.target)
        if !space.states[target].isIdle, seen.insert(target).inserted { open.append(target) }
      }
    }
    return false
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
    func hasCertainPath(_ index: Int, _ isCertain: [Bool]) -> Bool {
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
    graph.predecessors(states: isCertain.count).grow(&isCertain, where: hasCertainPath)
    return isCertain.firstIndex(of: false)
  }
}
