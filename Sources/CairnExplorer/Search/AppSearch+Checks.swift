import Cairn
import CairnApp
import CairnDump
import CairnModel

// What is found wrong with situations and with steps.
extension AppSearch {
  /// Notes which screen a situation shows, and judges it; the screen on top.
  @inlinable
  mutating func visit(_ index: Int) -> Screen<A.Root.Action>? {
    let situation = map.space.states[index]
    let screens = app.screens(of: situation.state)
    map.graph.places.append(
      AppGraph.Place(
        screen: map.graph.screens.number(of: screens.last?.id ?? ""), depth: UInt32(screens.count)))
    findings.visit(situation.state, at: index)
    if !situation.isAtRest, map.flights[situation.flight].isLeaked(beneath: screens.map(\.id)) {
      findings.visit(leakAt: index)
    }
    return screens.last
  }

  /// Looks at a step.
  @inlinable
  mutating func judge(_ edge: AppGraph.Edge, to outcome: AppOutcome<State>, from index: Int) {
    let finding = AppFinding(node: index, edges: [edge])
    if let issue = outcome.issue { findings.visit(issue, at: finding) }
    let (before, after) = (map.space.states[index].state, outcome.situation.state)
    if !findings.steps.isEmpty {
      findings.visit(before, map.graph.steps[edge.step], after, at: finding)
    }
    findings.visit(before, after, to: edge.target, at: finding)
  }

  /// Looks for what was typed into secure fields where it should not be any more.
  @usableFromInline
  mutating func findSecrets() {
    let secrets = lines.samples.secrets(of: lines.secureNames)
    for (suspect, finding) in zip(findings.suspects.values, findings.suspectSteps) {
      let situation = map.space.states[Int(suspect.target)]
      if mentions(situation.state, anyOf: secrets)
        || map.memories[situation.memory].mentions(anyOf: secrets)
      {
        findings.note(suspect.property, finding)
      }
    }
  }
}

extension AppSearch {
  /// Sends what a disabled input means all the same: the reducer has to refuse it.
  @usableFromInline
  mutating func refuse(
    _ input: Input<A.Root.Action>, _ samples: [TypedSample], at index: Int
  ) throws(UsageError) {
    let situation = map.space.states[index]
    // What is refused leaves everything as it is: one run serves for all.
    let run = situation.isAtRest ? nil : try run(to: index)
    for sample in samples {
      guard let action = input.action(typing: sample.value) else { continue }
      let isRefused =
        run?.driver.refuses(action)
        ?? ((try? quiet.state(after: action, in: situation.state)) == situation.state)
      guard isRefused else {
        return findings.visit(notRefused: map.graph.steps[sample.step], at: index)
      }
    }
  }
}
