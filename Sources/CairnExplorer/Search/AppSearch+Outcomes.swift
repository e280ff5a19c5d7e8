import Cairn
import CairnApp
import CairnModel
import CairnSimulation

extension AppSearch {
  @usableFromInline
  mutating func starts() throws(UsageError) -> [Outcome] {
    choosesAtLaunch = appSimulation.choices.decisionCount > 0
    return try outcomes(of: nil, from: .path(RunPrefix(start: model.origin))) ?? []
  }

  /// Adds a start, unless it is known. A further path to a known start can violate a property, too.
  @usableFromInline
  mutating func insertStart(_ outcome: Outcome) {
    var outcome = outcome
    let hash = map.identify(&outcome)
    let known = map.space.index(of: outcome.node, hash: hash)
    let index = known ?? map.space.count
    let start = AppGraph.Edge(
      target: UInt32(index), step: map.graph.steps.number(of: .restart),
      nondeterminism: outcome.nondeterminism.map { map.nondeterminism.number(of: $0) } ?? 0,
      startedEffects: outcome.startedEffects)
    if known == nil {
      if !map.space.isSame(outcome.node, outcome.node) {
        end(atUnequal: outcome, by: nil, from: index)
      }
      _ = equalsItself(memory: outcome.node.memory)
      _ = map.space.insert(outcome.node, hash: hash, from: index, upTo: .max)
      if let memory = outcome.ownMemory { map.ownMemories[index] = memory }
      if !outcome.node.isIdle {
        keep(&outcome, at: index)
      } else if outcome.time != .zero {
        map.times[index] = outcome.time
      }
      map.arrivals.append(start)
    }
    let finding = AppFinding(index: index, start: start)
    if let issue = outcome.issue { findings.visit(issue, at: finding) }
    for property in outcome.violated + findings.violated(by: outcome.node.state) {
      findings.record(property, finding)
    }
  }

  @usableFromInline
  mutating func outcomes(
    of step: AppStep, waking wakes: [Int] = [], at index: Int
  ) throws(UsageError) -> [Outcome] {
    let trial = Trial(step: step, index: index, wakes: wakes)
    var outcomes: [Outcome] = []
    if let known = known(step, waking: wakes, at: index) {
      outcomes = known
    } else if let origin = origin(at: index),
      let found = try self.outcomes(of: trial, from: origin)
    {
      outcomes = found
      if case .point = origin, !found.contains(where: \.readsClock) {
        note(found, of: step, waking: wakes, at: index)
      }
    } else {
      if let node = unexpanded[index] { untimed[node.untimed].point = nil }
      outcomes = try self.outcomes(of: trial, from: path(to: index)) ?? []
    }
    return try withLateOnes(distinct(outcomes), of: trial, from: origin(at: index))
  }

  /// The outcomes of a step, and those at later times, if the step reads the clock and at most one step before did
  /// so at a later time. A step without a reading has the same outcomes at every time.
  ///
  /// Without that limit, a state with a time in it would have as many values as there are sums of these times.
  private mutating func withLateOnes(
    _ outcomes: [Outcome], of trial: Trial, from origin: Origin?
  ) throws(UsageError) -> [Outcome] {
    guard limit == nil, outcomes.contains(where: \.readsClock) else { return outcomes }
    let path = path(to: trial.index)
    let origin = origin.flatMap { $0.hasOwnTime ? $0 : nil } ?? path
    let times = origin.schedule.trials(waking: trial.wakes)
    var tried = readings[trial.step.nameInGraph, default: []]
    defer { readings[trial.step.nameInGraph] = tried }
    let least = times.min() ?? .zero
    tried.insert(times[0] - least)
    guard late[trial.index, default: 0] < 2 else { return outcomes }
    func identity(_ outcome: Outcome) -> UntimedOutcome<State> {
      UntimedOutcome(node: outcome.node.untimed, timing: timingForClaims(of: outcome))
    }
    // After a step at a later time, the running timers can have more times.
    var (all, zones) = (outcomes, [UntimedOutcome<State>: [UInt32]]())
    func isNew(_ outcome: Outcome) -> Bool {
      let known = zones[identity(outcome), default: []]
      let zone = map.zones[outcome.node.zone]
      guard !known.contains(where: { map.zones[$0].covers(zone) }) else { return false }
      zones[identity(outcome), default: []].append(outcome.node.zone)
      return true
    }
    for outcome in outcomes { _ = isNew(outcome) }
    for time in times.dropFirst() where limit == nil {
      var later = trial
      later.time = time
      var found = try self.outcomes(of: later, from: origin)
      if found == nil { found = try self.outcomes(of: later, from: path) }
      tried.insert(time - least)
      for var outcome in found ?? []
      where outcome.decides || isNew(outcome) {
        outcome.isLate = true
        all.append(outcome)
      }
    }
    return all
  }

  /// The timers that an outcome keeps, if claims about runs depend on them.
  private func timingForClaims(of outcome: Outcome) -> Timing {
    guard !findings.claims.isEmpty else { return Timing() }
    return Timing(
      sleepers: (outcome.nondeterminism?.timing.sleepers ?? []).map { sleep in
        if case .kept = sleep { sleep } else { .new(.zero) }
      })
  }

  /// The outcomes that lead to distinct nodes, or differ otherwise. For claims about runs, also those that keep other
  /// timers.
  private func distinct(_ outcomes: [Outcome]) -> [Outcome] {
    guard outcomes.count > 1 else { return outcomes }
    var known = KnownOutcomes<State>()
    return outcomes.filter { outcome in
      known.isNew(
        outcome, as: UntimedOutcome(node: outcome.node, timing: timingForClaims(of: outcome)))
    }
  }

  /// Advances time to each set of timers that can fire next together; `false` if a bound is reached.
  @usableFromInline
  mutating func wake(at index: Int) throws(UsageError) -> Bool {
    let schedule = unexpanded[index]?.schedule ?? map.prefix(to: index).schedule
    for wakes in schedule.nextWakes {
      let wait = schedule.delay(until: wakes)
      let step = map.graph.steps.number(of: .time(wait))
      if log != nil, try takesKnownOutcomes(of: step, from: index) { continue }
      for outcome in try outcomes(of: .time(wait), waking: wakes, at: index) {
        guard follow(step, to: outcome, from: index) else { return false }
      }
    }
    return true
  }

  /// The outcome of an input, if its action leaves the effects in flight at a node as they are; `nil` if it
  /// does more. It needs no run.
  @usableFromInline
  mutating func outcome(
    of action: A.Root.Action, leavingEffectsOf index: Int
  ) -> Outcome? {
    let node = map.space.states[index]
    guard let world, let waiting = unexpanded[index],
      case .point(let point, _, _, let isOwn)? = origin(at: index)
    else { return nil }
    _ = world.simulation.takeUse()
    guard let state = point.machine.stateWithoutEffects(after: action), issues.isEmpty,
      isClaimed(action, state, at: index), !world.simulation.takeUse()
    else { return nil }
    var schedule = waiting.schedule
    // The effects continue to sleep. At the input, which may come later, none of them has woken.
    let timing = Timing(
      sleepers: schedule.order.indices.map { .kept($0) }, order: schedule.order)
    schedule.take(timing)
    var outcome = Outcome(
      node: SearchNode(
        state: state, memory: node.memory, inFlight: node.inFlight, zone: node.zone),
      ownMemory: map.ownMemories[index])
    outcome.generations = point.generations
    (outcome.point, outcome.isOwnPoint) = (point.with(state), isOwn)
    outcome.schedule = schedule.present
    outcome.nondeterminism = Nondeterminism(timing: timing)
    if !findings.reductions.isEmpty { outcome.violated = findings.violated(by: state) }
    return outcome
  }

  /// The time of a node without effects in flight, after a step from a node with some.
  func time(
    after step: AppStep, _ nondeterminism: Nondeterminism, from index: Int
  ) -> Duration {
    var path = map.prefix(to: index)
    path.take(step, nondeterminism)
    return path.time
  }

  /// Runs a step under every sequence of decisions, up to a limit of the search; `nil` if an effect in flight
  /// cannot be repeated.
  ///
  /// - Parameter trial: `nil` for the start.
  mutating func outcomes(
    of trial: Trial?, from origin: Origin
  ) throws(UsageError) -> [Outcome]? {
    let orders = OrderSearch(parts, model.reductions)
    var outcomes: [Outcome] = []
    var known = KnownOutcomes<State>()
    while limit == nil, let script = orders.next() {
      if let willStep = model.willStep, !willStep() {
        crash(in: trial, deciding: script)
        break
      }
      guard let run = try run(from: origin, deciding: script.map(\.index), before: trial)
      else { return nil }
      run.checkReductions(
        findings.reductions.isEmpty ? nil : { [findings] in findings.violated(by: $0) })
      if case .path = origin, let trial, !reproduces(run, to: trial.index) {
        unknown.insert(
          .otherState, of: map.graph.steps.number(of: trial.step), at: trial.index)
        break
      }
      let startedEffects = run.startedEffects
      let (simulation, choices) = (run.simulation, run.simulation.choices)
      let (decided, delays) = (choices.decisionCount, choices.delayRanges.count)
      let sleepers = run.asleep
      if trial != nil { _ = issues.takeAll() }
      _ = simulation.clock.takeReading()
      run.violated = []
      run.follow(orders, parts, asleep: sleepers, issues, willStep: model.willStep)
      take(trial, from: origin, in: run)
      let decisions = Array(choices.decisions.dropFirst(decided))
      if let last = run.crash {
        let all = decisions + [last]
        crash(in: trial, deciding: all, of: run.effects(chosenBy: all))
        break
      }
      if orders.isEndless || simulation.isEndless {
        end(
          in: trial, deciding: decisions, of: run.effects(chosenBy: decisions),
          violating: run.violated)
        // Without a repetition there are as many orders as parts.
        if orders.hasTooManyParts || simulation.isEndless { break }
      }
      guard orders.endRun(decisions) else {
        (outcomes, known) = ([], KnownOutcomes())
        continue
      }
      if simulation.isStopped {
        if mustLook { limit = lookForLimit() }
        continue
      }
      let use = simulation.clock.takeReading()
      if use == .usedLate, let trial {
        unknown.insert(
          .otherTimes, of: map.graph.steps.number(of: trial.step), at: trial.index)
      }
      let reading = trial == nil || use == .none ? nil : run.elapsed
      // The state belongs to another path, on which another time has passed.
      if reading != nil, !origin.hasOwnTime { return nil }
      if reading != nil, model.reductions.coversTimes, let trial,
        !map.space.states[trial.index].isIdle
      {
        (readsClock, limit) = (true, .interrupted)
        break
      }
      let after = run.inFlight
      let nondeterminism = Nondeterminism(
        decisions: decisions,
        timing: Timing(
          wakes: trial?.wakes ?? [], from: sleepers, to: after.sleepers,
          drawn: delays, drawing: Array(choices.delayRanges.dropFirst(delays)),
          reading: reading))
      var schedule = origin.schedule
      if trial == nil {
        schedule = NodeSchedule(nondeterminism.timing)
      } else {
        schedule.take(nondeterminism.timing)
      }
      var outcome = outcome(of: run, after, in: schedule.zone)
      outcome.nondeterminism = nondeterminism
      outcome.startedEffects = trial != nil && run.startedEffects > startedEffects
      outcome.issue = issues.takeAll().first
      outcome.violated = Array(Set(run.violated)).sorted()
      noteEffects(of: run, outcome.node.inFlight)
      let hash = map.identify(&outcome)
      let identity = UntimedOutcome(node: outcome.node.untimed, timing: nondeterminism.timing)
      if known.isNew(outcome, as: identity) {
        outcome.nondeterminism?.chosen = run.effects(chosenBy: decisions)
        if !outcome.node.isIdle {
          outcome.schedule = schedule.present
          if model.reductions.forks,
            keepsOwnPoints || untimed[untimed.number(of: &outcome)].point == nil
          {
            outcome.point = run.forkPoint(after)
          }
        } else if case .point(_, _, _, isOwn: let isOwn) = origin, let trial,
          !isOwn || !schedule.hasEarliest,
          map.space.index(of: outcome.node, hash: hash) == nil
        {
          outcome.time = time(after: trial.step, nondeterminism, from: trial.index)
        }
        outcomes.append(outcome)
      }
      // One step can have more outcomes than time allows.
      limit = lookForLimit()
    }
    return outcomes
  }

  /// Records a step without a run whose work does not end.
  @usableFromInline
  mutating func end(in step: UInt32, at index: Int, violating violated: [Int]) {
    end(in: Trial(step: map.graph.steps[step], index: index), deciding: [], violating: violated)
  }

  /// Records a step whose work does not end. An app whose start does not end has no state.
  private mutating func end(
    in trial: Trial?, deciding decisions: [Decision], of chosen: [String?] = [],
    violating violated: [Int]
  ) {
    guard let trial else {
      return end(at: AppFinding(index: 0, remark: "\(UnknownReason.endless)"))
    }
    let edge = edge(of: trial, deciding: decisions, of: chosen, startedEffects: true)
    // A trail takes the path of the node, which does not lead to this time: the step is unknown.
    if trial.isEarlier { return unknown.insert(.otherTimes, of: edge.step, at: trial.index) }
    unknown.insert(.endless, of: edge.step, at: trial.index)
    let finding = AppFinding(
      index: trial.index, edges: [edge], lines: ["# The work of this step never ends."])
    for property in findings.settling + violated { findings.record(property, finding) }
  }

  /// Records the step that crashed. Behind the decisions, there was no choice but that of first answers.
  private mutating func crash(
    in trial: Trial?, deciding decisions: [Decision], of chosen: [String?] = []
  ) {
    guard let trial else { return end(at: AppFinding(index: 0)) }
    let edge = edge(of: trial, deciding: decisions, of: chosen, startedEffects: false)
    let remark = "# The step crashes at an earlier time, to which a longer path leads."
    end(
      at: AppFinding(index: trial.index, edges: [edge], lines: trial.isEarlier ? [remark] : []))
  }

  /// An edge of a step without an outcome.
  private mutating func edge(
    of trial: Trial, deciding decisions: [Decision], of chosen: [String?], startedEffects: Bool
  ) -> AppGraph.Edge {
    let nondeterminism = Nondeterminism(
      decisions: decisions, chosen: chosen,
      timing: Timing(wakes: trial.wakes, reading: trial.time))
    return AppGraph.Edge(
      target: UInt32(trial.index), step: map.graph.steps.number(of: trial.step),
      nondeterminism: map.nondeterminism.number(of: nondeterminism),
      startedEffects: startedEffects)
  }

  private mutating func outcome(
    of run: AppRun<A>, _ inFlight: AppRun<A>.InFlight, in zone: [Bound?]
  ) -> Outcome {
    let memory = run.simulation.memory.snapshot
    let node = SearchNode(
      state: run.driver.state, memory: map.memories.number(of: memory),
      inFlight: inFlight.key.isEmpty ? 0 : map.inFlight.number(of: inFlight.key),
      zone: map.zones.number(of: zone))
    let inMemory = map.generations.found { _ = memory.hashValue }.values
    var outcome = Outcome(
      node: node,
      ownMemory: inMemory.isEmpty ? nil : OwnMemory(contents: memory, generations: inMemory))
    (outcome.generations, outcome.time) = (inFlight.generations, run.time)
    return outcome
  }

  /// Whether a repeated run reaches the same node as the first time.
  private mutating func reproduces(_ run: AppRun<A>, to index: Int) -> Bool {
    let expected = map.space.states[index]
    var outcome = outcome(of: run, run.inFlight, in: map.zones[expected.zone])
    _ = map.identify(&outcome)
    guard !map.space.isSame(outcome.node, expected) else { return true }
    findings.visit(.otherWorld(A.name), at: AppFinding(index: index))
    return false
  }
}

extension RuntimeIssue {
  fileprivate static func otherWorld(_ app: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(app) reached another state when the same steps were repeated.",
      causes: [
        "a stand-in stores something outside the memory of the launch",
        "an effect or the reducer depends on time, randomness or other input from outside",
      ],
      suggestion:
        "store it with `launch.memory.keep(_:)`, and take time and answers from `launch.clock` and"
        + " `launch.choices`.")
  }
}
