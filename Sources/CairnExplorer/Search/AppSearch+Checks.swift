import Cairn
import CairnApp
import CairnDump
import CairnModel
import CairnSimulation

// Checks of nodes and steps.
extension AppSearch {
  /// Records the screen of a node and checks the node. Returns the screen on top.
  @inlinable
  mutating func visit(_ index: Int) -> Screen<A.Root.Action>? {
    let node = map.space.states[index]
    _ = (takeIssue(), takeWorldUse())
    let screens = app.screens(of: node.state)
    if let issue = takeIssue() {
      let lines = ["? screen \(screens.last?.id ?? "")"]
      findings.visit(issue, at: AppFinding(index: index, lines: lines))
    }
    if takeWorldUse() { unknown.insert(.otherScreens, of: nil, at: index) }
    map.graph.locations.append(
      AppGraph.Location(
        screen: map.graph.screens.number(of: screens.last?.id ?? ""), depth: UInt32(screens.count)))
    findings.decided.visit(node.state, AppFinding(index: index))
    if !node.isIdle, map.inFlight[node.inFlight].isLeaked(beneath: screens.map(\.id)) {
      findings.visit(leakAt: index)
    }
    if !findings.moments.isEmpty || !findings.claims.isEmpty { visit(momentAt: index, screens) }
    return screens.last
  }

  /// Checks the properties of moments, and notes what claims say of a node.
  @usableFromInline
  mutating func visit(momentAt index: Int, _ screens: [Screen<A.Root.Action>]) {
    let node = map.space.states[index]
    let moment = AppMoment(
      node.state, on: screens, effects: effectsInFlight[node.inFlight] ?? [],
      remembering: map.ownMemories[index]?.contents ?? map.memories[node.memory],
      isAtRest: map.inFlight[node.inFlight].isAtRest)
    findings.meetsRest = findings.meetsRest || moment.isAtRest
    for watch in findings.moments where moment.isAtRest || !watch.isAtRest {
      if !watch.holds(moment) { findings.record(watch.property, AppFinding(index: index)) }
    }
    for number in findings.claims.indices {
      let event = findings.claims[number].event(moment)
      findings.claims[number].marks.append(ClaimMarks(rawValue: event.rawValue))
    }
  }

  /// The first issue since the last call.
  @usableFromInline
  func takeIssue() -> RuntimeIssue? { issues.isEmpty ? nil : issues.takeAll().first }

  @inlinable
  mutating func judge(_ edge: AppGraph.Edge, to outcome: Outcome, from index: Int) {
    let finding = AppFinding(index: index, edges: [edge])
    if let issue = outcome.issue { findings.visit(issue, at: finding) }
    for property in outcome.violated { findings.record(property, finding) }
    let (before, after) = (map.space.states[index].state, outcome.node.state)
    if !findings.decided.steps.isEmpty {
      findings.decided.visit(before, map.graph.steps[edge.step], after, finding)
    }
    if !findings.secrets.isEmpty { findings.visit(before, after, to: edge.target, at: finding) }
  }

  /// Notes that the app computes something for a node: the result of a step, or its screens and
  /// properties. Returns `false` if it crashed in that when the same search ran before.
  @inlinable @inline(__always)
  mutating func begins(_ step: UInt32? = nil, at index: Int) -> Bool {
    guard let willStep = model.willStep, !willStep() else { return true }
    crash(in: step, at: index)
    return false
  }

  @usableFromInline @inline(never)
  mutating func crash(in step: UInt32?, at index: Int) {
    let lines = step.map { [map.graph.steps[$0].text] }
    end(at: AppFinding(index: index, lines: lines ?? []))
  }

  /// Ends the search: such a state is never found again, and there is no end of them.
  @usableFromInline @inline(never)
  mutating func end(atUnequal outcome: Outcome, by step: UInt32?, from index: Int) {
    let parts = unequalParts(of: outcome.node.state)
    guard unequal == nil else { return }
    let edge = step.map { step in
      AppGraph.Edge(
        target: UInt32(index), step: step,
        nondeterminism: outcome.nondeterminism.map { map.nondeterminism.number(of: $0) } ?? 0,
        startedEffects: outcome.startedEffects)
    }
    unequal = AppFinding(index: index, edges: edge.map { [$0] } ?? [], remark: parts)
    limit = .unequal(parts)
  }

  /// Whether a memory of stand-ins equals itself. If not, the search ends: no state with it is found again.
  @inlinable
  mutating func equalsItself(memory: UInt32) -> Bool {
    memory < checkedMemories || checkMemory(memory)
  }

  @usableFromInline
  mutating func checkMemory(_ memory: UInt32) -> Bool {
    checkedMemories = memory + 1
    guard let value = map.memories[memory].values.first(where: { $0 != $0 }) else { return true }
    limit = .unequal("in the memory of a stand-in, \(unequalParts(of: value.value))")
    return false
  }

  mutating func end(at finding: AppFinding) {
    guard crashed == nil else { return }
    var finding = finding
    finding.remark = finding.remark ?? model.crash
    crashed = finding
    limit = .crash
  }

  /// Looks for values of secure fields in the nodes that must not contain them, and makes the graph for claims.
  @usableFromInline
  mutating func endSteps() {
    if !findings.claims.isEmpty { fairGraph = map.fairGraph }
    let secrets = lines.secrets
    for (suspect, finding) in zip(findings.suspects.values, findings.suspectSteps) {
      let node = map.space.states[Int(suspect.target)]
      if mentions(node.state, anyOf: secrets)
        || map.memories[node.memory].mentions(anyOf: secrets)
      {
        findings.record(suspect.property, finding)
      }
    }
  }
}

extension AppSearch {
  /// Sends the actions of a disabled input, which the reducer must refuse.
  @usableFromInline
  mutating func checkRefusals(
    _ input: Input<A.Root.Action>, _ samples: [TypedSample], at index: Int
  ) throws(UsageError) {
    // A refused action changes nothing, so that one run serves all samples.
    var run: AppRun<A>?
    var isTyped = false
    for sample in samples {
      guard let action = input.action(typing: sample.value) else { continue }
      isTyped = true
      guard begins(at: index) else { return }
      let step = map.graph.steps[sample.step]
      var waits = [Duration.zero]
      while let wait = waits.popLast() {
        let answer = try answer(to: action, at: index, after: wait, &run)
        if let acceptance = answer.acceptance {
          return findings.visit(notRefused: step, after: wait, deciding: acceptance, at: index)
        }
        guard answer.readsClock, wait == .zero else { continue }
        if map.space.states[index].isIdle {
          waits = NodeSchedule().trials(waking: []).dropFirst().reversed()
          readings[step.nameInGraph, default: []].formUnion([.zero] + waits)
          refusalReadings.append((index, sample.step))
        } else if findings.unknownRefusals.entries.isEmpty {
          findings.unknownRefusals.insert(.otherTimes, of: sample.step, at: index)
        }
      }
    }
    if !isTyped { noteUntyped(input, at: index, in: \.untypedRefusals) }
  }

  /// The answer of the reducer to the action of a disabled input at a node.
  ///
  /// - Parameters:
  ///   - wait: the time that passes before, at a node without effects in flight.
  ///   - run: a run to the node, once one was needed.
  /// - Returns: the decisions with which it does not refuse the action; `nil` if it always does.
  private mutating func answer(
    to action: A.Root.Action, at index: Int, after wait: Duration, _ run: inout AppRun<A>?
  ) throws(UsageError) -> (acceptance: [Decision]?, readsClock: Bool) {
    let node = map.space.states[index]
    if node.isIdle {
      _ = takeWorldUse()
      let next = try? quiet.state(after: action, in: node.state)
      if !takeWorldUse(), let next {
        return (next == node.state ? nil : [], false)
      }
    } else if let outcome = outcome(of: action, leavingEffectsOf: index) {
      return (outcome.node.state == node.state ? nil : [], false)
    }
    // The reducer may choose. It must refuse the action with every answer.
    var readsClock = false
    var scripts: [[Int]] = [[]]
    while let script = scripts.popLast() {
      let kept = script.isEmpty && wait == .zero ? run : nil
      let own = if let kept { kept } else { try self.run(to: index, deciding: script) }
      run = nil
      if wait > .zero { own.take(.time(wait)) }
      let simulation = own.simulation
      _ = simulation.clock.takeReading()
      let count = simulation.choices.decisionCount
      let isRefused = own.driver.refuses(action)
      let decisions = simulation.choices.decisions.dropFirst(count)
      if simulation.clock.takeReading() != .none { readsClock = true }
      guard isRefused else { return (Array(decisions), readsClock) }
      for (position, decision) in zip(decisions.indices, decisions).dropFirst(script.count) {
        scripts += decision.choice.options.indices.filter { $0 != decision.index }
          .map { decisions[count..<position].map(\.index) + [$0] }
      }
      if decisions.isEmpty, wait == .zero { run = own }
    }
    return (nil, readsClock)
  }
}
