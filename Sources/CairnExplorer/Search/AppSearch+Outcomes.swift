import Cairn
import CairnApp
import CairnModel
import CairnSimulation

extension AppSearch {
  /// All outcomes of the start.
  @usableFromInline
  mutating func starts() throws(UsageError) -> [AppOutcome<State>] {
    try outcomes(of: nil, after: RunPrefix(start: model.origin), at: nil)
  }

  /// All outcomes of a step from a node.
  @usableFromInline
  mutating func outcomes(
    of step: AppStep, at index: Int
  ) throws(UsageError) -> [AppOutcome<State>] {
    try outcomes(of: step, after: map.prefix(to: index), at: index)
  }

  /// Advances time to each set of timers that can fire next together; `false` if a bound is reached.
  @usableFromInline
  mutating func wake(at index: Int) throws(UsageError) -> Bool {
    let prefix = map.prefix(to: index)
    for wakes in prefix.schedule.nextWakes {
      let wait = prefix.schedule.delay(until: wakes)
      let step = map.graph.steps.number(of: .time(wait))
      let outcomes = try outcomes(of: .time(wait), waking: wakes, after: prefix, at: index)
      for outcome in outcomes {
        guard follow(step, to: outcome, from: index) else { return false }
      }
    }
    return true
  }

  /// The outcome of an input, if its action leaves the effects in flight at a node as they are; `nil` if it
  /// does more. One run to the node serves all inputs.
  @usableFromInline
  mutating func outcome(
    of action: A.Root.Action, leavingEffectsOf index: Int
  ) throws(UsageError) -> AppOutcome<State>? {
    guard let shared = try sharedRun(to: index),
      let state = shared.run.stateWithoutEffects(after: action), issues.isEmpty
    else { return nil }
    var outcome = shared.outcome
    outcome.node = SearchNode(
      state: state, memory: outcome.node.memory, inFlight: outcome.node.inFlight)
    if !findings.reductions.isEmpty { outcome.violated = findings.violated(by: state) }
    return outcome
  }

  /// A run that has reached a node with effects in flight; `nil` if it reached another one, which the next
  /// run reports.
  private mutating func sharedRun(to index: Int) throws(UsageError) -> SharedRun<A>? {
    guard model.reductions.sharesRuns else { return nil }
    if let shared, shared.index == index { return shared }
    shared = nil
    let run = try run(to: index)
    _ = issues.takeAll()
    let inFlight = run.inFlight
    guard reproduces(run, inFlight, to: index) else { return nil }
    // The effects continue to sleep. At the input, which may come later, none of them has woken.
    var timing = Timing()
    timing.sleepers = inFlight.sleepers.indices.map { .kept($0) }
    let nondeterminism = Nondeterminism(timing: timing)
    var reached = map.prefix(to: index)
    reached.take(.idle, nondeterminism)
    var outcome = outcome(of: run, inFlight, in: reached.schedule.zone)
    outcome.nondeterminism = nondeterminism
    let result = SharedRun(index: index, run: run, outcome: outcome)
    shared = result
    return result
  }

  /// A run that has reached a node.
  func run(to index: Int) throws(UsageError) -> AppRun<A> {
    let prefix = map.prefix(to: index)
    let run = try AppRun(
      model.setting, from: prefix.start, choices: prefix.script(), reductions)
    if prefix.start == nil { run.start() }
    for step in prefix.timedSteps { run.take(step) }
    return run
  }

  /// Notes a step to a known node: the node was found by a path on which another effect has the same input.
  @usableFromInline
  mutating func note(_ edge: AppGraph.Edge, from index: Int, startingInputs inputs: [Int]) {
    guard inputs.contains(where: { inputCounts[$0, default: 0] < 8 }) else { return }
    for input in inputs { inputCounts[input, default: 0] += 1 }
    repeatedInputs.append((index, edge))
  }

  /// Lets time pass after the noted steps. The search has continued the effects of another path; an effect
  /// with an input that captures more has other results here, and is reported.
  @usableFromInline
  mutating func compareInputs() throws(UsageError) {
    for (from, edge) in repeatedInputs where limit == nil {
      var prefix = map.prefix(to: from)
      prefix.take(map.graph.steps[edge.step], map.nondeterminism[edge.nondeterminism])
      var edges = [edge]
      while limit == nil, edges.count <= 8, let last = edges.last,
        let wakes = prefix.schedule.nextWakes.first
      {
        let step = AppStep.time(prefix.schedule.delay(until: wakes))
        let outcomes = try outcomes(
          of: step, waking: wakes, after: prefix, at: Int(last.target))
        guard let first = outcomes.first(where: { $0.issue != nil }) ?? outcomes.first,
          let nondeterminism = first.nondeterminism
        else { break }
        let target = map.space.index(of: first.node)
        // The last edge of a trail may lead to an unknown node: its target is not read.
        let next = AppGraph.Edge(
          target: UInt32(target ?? from), step: map.graph.steps.number(of: step),
          nondeterminism: map.nondeterminism.number(of: nondeterminism), startedEffects: false)
        edges.append(next)
        if let issue = first.issue {
          findings.visit(issue, at: AppFinding(index: from, edges: edges))
        }
        guard target != nil, first.issue == nil else { break }
        prefix.take(step, nondeterminism)
      }
    }
  }

  /// Runs a step under every sequence of decisions, up to a limit of the search, each in its own
  /// simulation.
  ///
  /// - Parameter step: `nil` for the start.
  private mutating func outcomes(
    of step: AppStep?, waking wakes: [Int] = [], after prefix: RunPrefix<State>, at index: Int?
  ) throws(UsageError) -> [AppOutcome<State>] {
    var whole = prefix
    whole.take(step, Nondeterminism(timing: Timing(wakes: wakes)))
    let steps = whole.timedSteps
    let orders = OrderSearch<State>(parts, model.reductions)
    var outcomes: [AppOutcome<State>] = []
    // Whether a run to the node has started effects.
    var nodes: [SearchNode<State>: Bool] = [:]
    while limit == nil, let script = orders.next() {
      if let willStep = model.willStep, !willStep() {
        crash(in: step, deciding: script, waking: wakes, at: index)
        break
      }
      let run = try AppRun(
        model.setting, from: prefix.start, choices: whole.script(with: script.map(\.index)),
        reductions)
      run.checkReductions(
        findings.reductions.isEmpty ? nil : { [findings] in findings.violated(by: $0) })
      if step == nil {
        run.follow(orders, willStep: model.willStep) { [issues] in issues.count }
        if prefix.start == nil { run.start() }
      } else {
        if prefix.start == nil { run.start() }
        steps.dropLast().forEach(run.take)
      }
      let before = run.inFlight
      if let index, !reproduces(run, before, to: index) { break }
      let startedEffects = run.startedEffects
      let effects = run.effectNumbers
      let delays = step == nil ? 0 : run.delayRanges.count
      if step != nil {
        _ = issues.takeAll()
        _ = run.takeReading()
        run.violated = []
        run.follow(orders, asleep: before.sleepers, willStep: model.willStep) { [issues] in
          issues.count
        }
        steps.suffix(1).forEach(run.take)
      }
      let decisions = Array(run.decisions.dropFirst(prefix.choices.count))
      if let last = run.crash {
        crash(in: step, deciding: decisions + [last], waking: wakes, at: index)
        break
      }
      guard orders.endRun(decisions) else {
        (outcomes, nodes) = ([], [:])
        continue
      }
      if run.isStopped { continue }
      let after = run.inFlight
      let sleepers = step == nil ? [] : before.sleepers
      let nondeterminism = Nondeterminism(
        decisions: decisions,
        timing: Timing(
          wakes: wakes, from: sleepers, to: after.sleepers,
          drawn: delays, drawing: Array(run.delayRanges.dropFirst(delays)),
          reading: step == nil ? nil : run.takeReading()))
      var reached = prefix
      reached.take(step, nondeterminism)
      var outcome = outcome(of: run, after, in: reached.schedule.zone)
      outcome.nondeterminism = nondeterminism
      outcome.startedEffects = run.startedEffects > startedEffects
      outcome.inputs = run.inputs(ofEffectsWithout: effects)
      outcome.issue = issues.takeAll().first
      outcome.violated = Array(Set(run.violated)).sorted()
      _ = map.identify(&outcome)
      let known = nodes[outcome.node]
      if outcome.issue != nil || !outcome.violated.isEmpty || known == nil
        || known == false && outcome.startedEffects
      {
        nodes[outcome.node] = known == true || outcome.startedEffects
        outcomes.append(outcome)
      }
      // One step can have more outcomes than time allows.
      limit = reachedLimit
    }
    return outcomes
  }

  /// Records the step that crashed. Behind the decisions, there was no choice but that of first answers.
  private mutating func crash(
    in step: AppStep?, deciding decisions: [Decision], waking wakes: [Int], at index: Int?
  ) {
    guard let index, let step else { return end(at: AppFinding(index: 0)) }
    let nondeterminism = Nondeterminism(decisions: decisions, timing: Timing(wakes: wakes))
    let edge = AppGraph.Edge(
      target: UInt32(index), step: map.graph.steps.number(of: step),
      nondeterminism: map.nondeterminism.number(of: nondeterminism), startedEffects: false)
    end(at: AppFinding(index: index, edges: [edge]))
  }

  private mutating func outcome(
    of run: AppRun<A>, _ inFlight: AppRun<A>.InFlight, in zone: [Bound?]
  ) -> AppOutcome<State> {
    var key = inFlight.key
    key.zone = zone
    let memory = run.memory
    let node = SearchNode(
      state: run.driver.state, memory: map.memories.number(of: memory),
      inFlight: key.isEmpty ? 0 : map.inFlight.number(of: key))
    let inMemory = map.generations.found { _ = memory.hashValue }.values
    return AppOutcome(
      node: node,
      ownMemory: inMemory.isEmpty ? nil : OwnMemory(contents: memory, generations: inMemory),
      generations: inFlight.generations, time: run.time)
  }

  /// Whether a repeated run reaches the same node as the first time.
  private mutating func reproduces(
    _ run: AppRun<A>, _ inFlight: AppRun<A>.InFlight, to index: Int
  ) -> Bool {
    let expected = map.space.states[index]
    var outcome = outcome(of: run, inFlight, in: map.inFlight[expected.inFlight].zone)
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

/// One outcome of a step, under one sequence of decisions.
@usableFromInline
struct AppOutcome<State: Hashable & SendableMetatype> {
  @usableFromInline var node: SearchNode<State>
  @usableFromInline var nondeterminism: Nondeterminism?
  @usableFromInline var startedEffects = false
  /// The inputs of the effects in flight that the step started.
  @usableFromInline var inputs: [Int] = []
  @usableFromInline var issue: RuntimeIssue?
  /// The properties that a state after a reduction has violated.
  @usableFromInline var violated: [Int] = []
  /// The memory of stand-ins, if it contains stack generations.
  @usableFromInline var ownMemory: OwnMemory?
  /// The stack generations that determine how effects in flight continue.
  @usableFromInline var generations: [UInt64]
  /// The time of the clock after the step.
  @usableFromInline var time: Duration

  @inlinable
  init(
    node: SearchNode<State>, ownMemory: OwnMemory?, generations: [UInt64] = [],
    time: Duration = .zero
  ) {
    self.node = node
    self.ownMemory = ownMemory
    self.generations = generations
    self.time = time
  }
}

/// The memory of stand-ins at a node that equals the memory at other nodes, but for stack generations.
@usableFromInline
struct OwnMemory {
  @usableFromInline let contents: WorldMemory.Snapshot
  @usableFromInline let generations: [UInt64]
}

/// A run that has reached a node with effects in flight.
@usableFromInline
struct SharedRun<A: App> {
  let index: Int
  let run: AppRun<A>
  /// The outcome of a step that changes nothing.
  let outcome: AppOutcome<A.Root.State>
}

/// The numbers of the memory of stand-ins and of the effects in flight, on which a restart depends.
@usableFromInline
struct RestartKey: Hashable {
  let memory: UInt32
  let inFlight: UInt32
}
