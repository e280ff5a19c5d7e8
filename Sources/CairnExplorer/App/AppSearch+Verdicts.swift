import CairnTrail

extension AppSearch {
  func verdicts() -> [AppExploration<A>.Verdict] {
    zip(findings.properties, findings.found).map { property, finding in
      switch property.rule {
      case .always, .noDeadEnd, .noSecret, .noLeakedEffect, .refusedMeansUnchanged, .noMistake,
        .step:
        return refuted(property, by: finding)
      case .reachable:
        return reached(property, at: finding)
      case .reachableScreen(let id):
        let node = map.screens.values.firstIndex(of: id).flatMap { screen in
          map.places.firstIndex { $0.screen == screen }
        }
        return reached(property, at: node.map { AppFinding(node: $0) })
      case .eventuallyPossible(screen: let id):
        return refuted(property, by: stuck(without: id))
      case .backUndoes(let next, let back):
        return refuted(property, by: notUndone(next, back))
      case .everyInputHandled:
        return unhandled(property)
      }
    }
  }

  private func refuted(
    _ property: AppProperty<State>, by finding: AppFinding?
  ) -> AppExploration<A>.Verdict {
    verdict(property, finding == nil ? limit.map { .notProved($0) } ?? .proved : .refuted, finding)
  }

  private func reached(
    _ property: AppProperty<State>, at finding: AppFinding?
  ) -> AppExploration<A>.Verdict {
    verdict(property, finding == nil ? limit.map { .notProved($0) } ?? .refuted : .proved, finding)
  }

  private func verdict(
    _ property: AppProperty<State>, _ result: AppExploration<A>.Verdict.Result,
    _ finding: AppFinding?
  ) -> AppExploration<A>.Verdict {
    AppExploration.Verdict(
      property: property.name, result: result,
      trail: finding.map { trail(to: $0, for: property, isProof: result == .proved) },
      remark: finding?.remark)
  }

  /// The first situation from which no way leads to the screen.
  private func stuck(without id: String) -> AppFinding? {
    var steps: [(from: UInt32, to: UInt32)] = []
    steps.reserveCapacity(map.edges.count)
    for index in 0..<map.expanded {
      for edge in map[edgesOf: index] { steps.append((UInt32(index), edge.target)) }
    }
    let screen = map.screens.values.firstIndex(of: id)
    let node = Predecessors(of: steps, states: map.space.count).firstWithoutWay { [map] index in
      // From a situation that was not left, anything may be possible.
      index >= map.expanded || map.places[index].screen == screen ?? -1
    }
    return node.map { node in
      var finding = AppFinding(node: node)
      finding.lines = ["# From here there is no way to it any more.", "? screen \(id)"]
      return finding
    }
  }

  private func notUndone(_ next: String, _ back: String) -> AppFinding? {
    for index in 0..<map.expanded {
      for (place, edge) in zip(map.starts[index]..., map[edgesOf: index])
      where isInput(edge, next) && isPush(edge, from: index) {
        let target = Int(edge.target)
        for (second, way) in zip(map.starts[min(target, map.expanded)]..., map[edgesOf: target])
        where isInput(way, back) && !isSame(Int(way.target), index) {
          var finding = AppFinding(node: index)
          finding.edges = [place, second]
          return finding
        }
      }
    }
    return nil
  }

  private func isInput(_ edge: AppMap<State>.Edge, _ line: String) -> Bool {
    map.steps[edge.step] == .input(line)
  }

  private func isPush(_ edge: AppMap<State>.Edge, from index: Int) -> Bool {
    map.places[Int(edge.target)].depth == map.places[index].depth + 1
  }

  /// What is under way may differ: time passes.
  private func isSame(_ one: Int, _ other: Int) -> Bool {
    one == other || map.space.states[one].state == map.space.states[other].state
  }

  /// Inputs that do nothing wherever they can be typed.
  private func unhandled(_ property: AppProperty<State>) -> AppExploration<A>.Verdict {
    let names = map.steps.values.map(\.inputName)
    var first: [InputPlace: (node: Int, line: String)] = [:]
    var handled: Set<InputPlace> = []
    for index in 0..<map.expanded {
      for edge in map[edgesOf: index] {
        guard let name = names[Int(edge.step)] else { continue }
        let place = InputPlace(screen: map.places[index].screen, name: name)
        if edge.target != index || edge.startedEffects {
          handled.insert(place)
        } else if first[place] == nil, case .input(let line) = map.steps[edge.step] {
          first[place] = (index, line)
        }
      }
    }
    let found = first.filter { !handled.contains($0.key) }.values.min { one, other in
      (one.node, one.line) < (other.node, other.line)
    }
    // With a bound, an input may do something further on.
    guard let found, limit == nil else { return refuted(property, by: nil) }
    var finding = AppFinding(node: found.node)
    finding.lines = [
      "# Nothing is done here, nor anywhere else; then it should be disabled.",
      "! \(found.line)",
    ]
    return refuted(property, by: finding)
  }
}

/// An input of a screen.
private struct InputPlace: Hashable {
  let screen: UInt32
  let name: String
}
