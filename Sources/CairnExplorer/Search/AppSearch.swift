import Cairn
import CairnApp
import CairnModel
import CairnSimulation

/// A search through an app in progress: breadth first, by every input, by time, and by every outcome
/// of choices that the rules leave open.
///
/// Inlined where the app is known, so that an ordinary step takes as long as in a bare model.
@usableFromInline
struct AppSearch<A: App> {
  @usableFromInline typealias State = A.Root.State
  @usableFromInline typealias Outcome = AppOutcome<State, A.Root.Action>

  @usableFromInline let model: AppModel<A>
  @usableFromInline let bounds: Bounds
  /// Receives the progress from time to time; `false` ends the search.
  @usableFromInline let shouldContinue: (AppProgress) -> Bool
  @usableFromInline var deadline: ContinuousClock.Instant?
  /// The time of the last look at the bounds of time and the caller.
  @usableFromInline var looked = ContinuousClock.now
  /// Runtime issues that the engine reports during the search.
  @usableFromInline let issues = RuntimeIssueLog()
  /// For screens, and for steps that start no effect; its effects never run.
  @usableFromInline let app: A
  @usableFromInline let appSimulation = EffectRecords().simulation()
  @usableFromInline var quiet: QuietSteps<State, A.Root.Action>
  @usableFromInline var map: AppMap<State>
  @usableFromInline var lines: TypedLines
  @usableFromInline let events: Screen<A.Root.Action>
  /// A wrong declaration of the events. Trails that are played fail at their start.
  @usableFromInline let eventIssue: RuntimeIssue?
  @usableFromInline var eventLines: TypedLines
  @usableFromInline var untyped = UntypedInputs()
  /// The disabled inputs of which no sample was accepted at a node.
  var untypedRefusals = UntypedInputs()
  @usableFromInline let reductions: ReductionInterner<State, A.Root.Action>
  @usableFromInline let parts = EffectParts()
  @usableFromInline var findings: AppFindings<State>
  /// The outcomes of a restart, by the memory of stand-ins and the effects in flight.
  var restarts: [RestartKey: [Outcome]] = [:]
  /// The world in which runs continue; `nil` until one is needed.
  var world: AppWorld<A>?
  @usableFromInline let resume: AppWorld<A>.Resume
  /// The nodes with effects in flight, without their zones.
  var untimed = UntimedNodes<State, A.Root.Action>()
  /// The nodes with effects in flight that are not expanded yet.
  @usableFromInline var unexpanded: [Int: UnexpandedNode<State, A.Root.Action>] = [:]
  @usableFromInline var unknown = UnknownSteps()
  /// Whether the launch has made a choice. The app of each run is launched with the first answers, so that nothing is
  /// known of others.
  var choosesAtLaunch = false
  /// Whether a step with effects in flight reads the clock, so that no node covers another one.
  @usableFromInline var readsClock = false
  /// The steps that read the clock, by name, with the times of their trials after the earliest one.
  var readings: [String: Set<Duration>] = [:]
  /// The disabled inputs whose refusal reads the clock, at nodes without effects in flight.
  var refusalReadings: [(index: Int, step: UInt32)] = []
  /// By node: the number of steps on its path that read the clock and were not taken at their earliest time.
  @usableFromInline var late: [Int: Int] = [:]
  /// The names of the effects that were started, background effects aside, for the header of the report.
  @usableFromInline var startedEffects: Set<String> = []
  /// The effects in flight, by their number in the map.
  var effectsInFlight: [UInt32: [AppEffect]] = [:]
  @usableFromInline var meetsDisabledInputs = false
  @usableFromInline var limit: Limit?
  /// The step that crashed when the same search ran before.
  var crashed: AppFinding?
  /// The refuted properties that were passed on, by number.
  var reported: Set<Int> = []
  /// The graph for claims about runs, when the search has ended.
  var fairGraph: FairGraph?
  /// The step to a state that does not equal itself.
  var unequal: AppFinding?
  /// The number of memories of stand-ins that are known to equal themselves.
  @usableFromInline var checkedMemories: UInt32 = 0
  /// The progress, so that another search can continue this one; `nil` if nobody asked for it.
  @usableFromInline var log: ProgressLog?

  @inlinable
  init(
    _ model: AppModel<A>, checking properties: [AppProperty<State>], within bounds: Bounds,
    _ shouldContinue: @escaping (AppProgress) -> Bool
  ) throws(UsageError) {
    self.model = model
    self.bounds = bounds
    self.shouldContinue = shouldContinue
    deadline = bounds.time.map { ContinuousClock.now + $0 }
    findings = AppFindings(properties)
    app = try model.setting.launch(in: appSimulation)
    // Specialized here, where the types are known.
    resume = { $0.store(resuming: $1) }
    quiet = QuietSteps(app.state, .kept(app.reducer))
    map = AppMap(canonicalState: A.canonicalState)
    reductions = ReductionInterner(
      canonicalState: A.canonicalState, collectingBy: map.generations)
    lines = TypedLines(model.samples)
    (events, eventIssue) = Self.declaredEvents
    eventLines = TypedLines(model.samples, as: AppStep.event)
    if !findings.reductions.isEmpty { quiet.passed = [] }
    log = model.progressLog
    if log?.isRepeating == true { deadline = nil }
  }

  @usableFromInline
  static var declaredEvents: (screen: Screen<A.Root.Action>, issue: RuntimeIssue?) {
    let log = RuntimeIssueLog()
    let screen = RuntimeIssue.$reporter.withValue(.init(log.append)) { A.eventScreen }
    return (screen, log.takeAll().first)
  }

  /// Runs the search, and receives the runtime issues that the engine reports meanwhile.
  @inlinable
  mutating func runReporting() throws(UsageError) {
    let reporter = RuntimeIssue.Reporter { [issues] in issues.append($0) }
    let outcome = RuntimeIssue.$reporter.withValue(reporter) {
      map.generations.run {
        Result { () throws(UsageError) in try run() }
      }
    }
    try outcome.get()
  }

  @inlinable
  mutating func run() throws(UsageError) {
    _ = takeWorldUse()
    for outcome in try starts() { insertStart(outcome) }
    if let eventIssue, map.space.count > 0 {
      findings.visit(eventIssue, at: AppFinding(index: 0))
    }
    while limit == nil, map.graph.expanded < map.space.count {
      let level = map.space.level(from: map.graph.expanded)
      if let depth = bounds.depth, map.space.isAtDepth(depth, map.graph.expanded) {
        limit = .depth(depth)
      } else {
        map.space.willExpand(level.lowerBound)
        try expand(level)
      }
    }
    try tryEarlierTimes()
    if parts.hasOtherBehavior { unknown.insert(.otherBehavior, of: nil, at: 0) }
    if reductions.hasFunctions { unknown.insert(.functions, of: nil, at: 0) }
    // Includes the node whose expansion a bound interrupted.
    let end = ContinuousClock.now + Self.pause
    for index in map.graph.locations.count..<map.space.count {
      if mustLook, limit != .interrupted, let other = lookForLimit(), other == .interrupted {
        limit = other
      }
      let isLate = limit == .interrupted && model.crash == nil && ContinuousClock.now >= end
      if !isLate, begins(at: index) {
        _ = visit(index)
      } else {
        leaveOut()
      }
    }
    model.didEndSteps?()
    endSteps()
  }

  @inlinable
  mutating func expand(_ level: Range<Int>) throws(UsageError) {
    for index in level {
      if index.isMultiple(of: 64) || mustLook {
        limit = lookForLimit()
        if limit != nil { return }
      }
      let edges = map.graph.edges.count
      if log != nil { try logNode(index) }
      guard try expand(index) else {
        map.graph.edges.removeSubrange(edges...)
        limit = limit ?? .states(bounds.states)
        return
      }
      if log != nil { try endLoggedNode(index) }
      map.graph.starts.append(map.graph.edges.count)
      if !map.space.states[index].isIdle { unexpanded[index] = nil }
      if model.stopsAtFirst || model.didRefute != nil { reportRefutations() }
      if limit != nil { return }
    }
  }

  /// Leaves the next node unknown: no claim stays open there.
  @usableFromInline
  mutating func leaveOut() {
    map.graph.locations.append(AppGraph.Location(screen: .max, depth: 0))
    for number in findings.claims.indices { findings.claims[number].marks.append(.ends) }
  }

  /// Passes on the refutations since the last call, and ends the search if one is enough.
  @usableFromInline @inline(never)
  mutating func reportRefutations() {
    guard findings.refuted > reported.count else { return }
    if model.stopsAtFirst { limit = .refuted }
    for verdict in takeRefuted() { model.didRefute?(verdict) }
  }

  /// Nodes can take long, and a person who ends the search waits.
  @usableFromInline static var pause: Duration { .milliseconds(100) }

  /// Looks at each node if a crash is to be found again: the search ends at the same node.
  @inlinable var mustLook: Bool {
    model.crash != nil || ContinuousClock.now - looked >= Self.pause
  }

  @usableFromInline
  mutating func lookForLimit() -> Limit? {
    looked = .now
    let progress = AppProgress(
      states: map.space.count, waiting: map.space.count - map.graph.expanded,
      depth: map.space.depth, refuted: findings.refuted)
    let end: Limit? =
      if let deadline, let time = bounds.time, looked >= deadline {
        .time(time)
      } else {
        shouldContinue(progress) ? nil : .interrupted
      }
    if end != nil { model.didEndEarly?() }
    return end
  }

  /// Tries every step from a node; `false` if a bound is reached.
  @inlinable
  mutating func expand(_ index: Int) throws(UsageError) -> Bool {
    if !map.space.states[index].isIdle { takePoint(at: index) }
    let node = map.space.states[index]
    let first = map.graph.edges.count
    guard begins(at: index) else { return false }
    if let screen = visit(index) {
      for case .input(let input) in screen.elements {
        let typed = lines.lines(for: input, &map.graph.steps)
        if input.disabledReason != nil {
          meetsDisabledInputs = true
          if !findings.refusals.isEmpty { try checkRefusals(input, typed, at: index) }
        } else {
          guard try enter(input, typed, in: node, at: index) else { return false }
        }
      }
    }
    if !node.isIdle { guard try wake(at: index) else { return false } }
    guard limit == nil else { return false }
    if !isUnknown(index), !untyped.contains(index),
      map.graph.edges[first...].allSatisfy({ $0.target == index && !$0.isCovered })
    {
      let isWaiting = map.inFlight[node.inFlight].isWaiting
      findings.visit(end: node.state, at: index, isWaiting: isWaiting)
    }
    // An app that only an event leads on from a node has ended there, as events may not come.
    for case .input(let input) in events.elements where input.disabledReason == nil {
      let typed = eventLines.lines(for: input, &map.graph.steps)
      guard try enter(input, typed, isEvent: true, in: node, at: index) else { return false }
    }
    guard limit == nil else { return false }
    guard !model.without.contains(.restarts) else { return true }
    let step = map.graph.steps.number(of: .restart)
    if log != nil, try takesKnownOutcomes(of: step, from: index) { return true }
    for outcome in try restarted(index) {
      guard follow(step, to: outcome, from: index) else { return false }
    }
    return limit == nil
  }

  @inlinable @inline(__always)
  mutating func enter(
    _ input: Input<A.Root.Action>, _ typed: [TypedSample], isEvent: Bool = false,
    in node: SearchNode<State>, at index: Int
  ) throws(UsageError) -> Bool {
    var isTyped = false
    for sample in typed {
      guard let action = input.action(typing: sample.value) else { continue }
      isTyped = true
      guard begins(sample.step, at: index) else { return false }
      if log != nil, try takesKnownOutcomes(of: sample.step, from: index) { continue }
      quiet.passed?.removeAll(keepingCapacity: true)
      let quietStep = node.isIdle ? takeQuietStep(action, sample.step, at: index) : .unknown
      if case .endless = quietStep { continue }
      if case .state(let next) = quietStep {
        var outcome = Outcome(
          node: SearchNode(state: next, memory: node.memory, inFlight: 0),
          ownMemory: map.ownMemories[index])
        if !findings.reductions.isEmpty {
          outcome.violated = ((quiet.passed ?? []) + [next]).flatMap(findings.violated)
        }
        guard follow(sample.step, to: outcome, from: index) else { return false }
      } else if !node.isIdle, let outcome = outcome(of: action, leavingEffectsOf: index) {
        guard follow(sample.step, to: outcome, from: index) else { return false }
      } else {
        for outcome in try outcomes(of: map.graph.steps[sample.step], at: index) {
          guard follow(sample.step, to: outcome, from: index) else { return false }
        }
      }
    }
    if !isTyped { noteUntyped(input, isEvent: isEvent, at: index, in: \.untyped) }
    return true
  }

  @usableFromInline
  enum QuietStep {
    case state(State)
    /// Its follow-ups do not end.
    case endless
    /// It starts an effect, reads the clock or a choice, or has no reducer, which a driver reports.
    case unknown
  }

  /// Takes a step without a run, and records one that does not end.
  @inlinable
  mutating func takeQuietStep(
    _ action: A.Root.Action, _ step: UInt32, at index: Int
  ) -> QuietStep {
    do throws(QuietSteps<State, A.Root.Action>.Obstacle) {
      quiet.meetsUnknownFeature = false
      let next = try quiet.state(after: action, in: map.space.states[index].state)
      let usesWorld = takeWorldUse()
      // A run reports the feature.
      guard issues.isEmpty, !usesWorld, !quiet.meetsUnknownFeature,
        isClaimed(action, next, at: index)
      else { return .unknown }
      return .state(next)
    } catch {
      let usesWorld = takeWorldUse()
      guard case .endlessFollowUps = error, !usesWorld else { return .unknown }
      let violated =
        findings.reductions.isEmpty ? [] : (quiet.passed ?? []).flatMap(findings.violated)
      end(in: step, at: index, violating: violated)
      return .endless
    }
  }

  /// Whether an action is for a reducer, or changes the state of a node.
  @usableFromInline
  func isClaimed(_ action: A.Root.Action, _ next: State, at index: Int) -> Bool {
    next != map.space.states[index].state || quiet.reducer.issueIfUnclaimed(action) == nil
  }

  /// Whether the app has read the clock or memory or made a choice since the last call, outside of a run. Its
  /// result then depends on more than its arguments.
  @usableFromInline
  func takeWorldUse() -> Bool { appSimulation.takeUse() }

  /// Adds a step and the node that it leads to; `false` if the bound on states is reached.
  @inlinable
  mutating func follow(_ step: UInt32, to outcome: Outcome, from index: Int) -> Bool {
    var outcome = outcome
    let hash = map.identify(&outcome)
    var known = map.space.index(of: outcome.node, hash: hash)
    var isCovered = false
    if known == nil, !outcome.node.isIdle, let covering = covering(&outcome) {
      (known, isCovered) = (covering, true)
    }
    let target = known ?? map.space.count
    guard target < bounds.states else { return false }
    if known == nil, !map.space.isSame(outcome.node, outcome.node) {
      end(atUnequal: outcome, by: step, from: index)
      return false
    }
    guard known != nil || equalsItself(memory: outcome.node.memory) else { return false }
    let edge = AppGraph.Edge(
      target: UInt32(target), step: step,
      nondeterminism: outcome.nondeterminism.map { map.nondeterminism.number(of: $0) } ?? 0,
      startedEffects: outcome.startedEffects, isCovered: isCovered,
      changesForm: target == index && map.space.canonicalState != nil
        && outcome.node.state != map.space.states[index].state)
    map.graph.edges.append(edge)
    if known == nil {
      _ = map.space.insert(outcome.node, hash: hash, from: index, upTo: .max)
      map.arrivals.append(edge)
      let lateSteps = late[index, default: 0] + (outcome.isLate ? 1 : 0)
      if lateSteps > 0 { late[target] = lateSteps }
      if outcome.node.isIdle {
        map.times[target] = outcome.time == .zero ? map.times[index] : outcome.time
      } else {
        keep(&outcome, at: target)
      }
      if let memory = outcome.ownMemory { map.ownMemories[target] = memory }
    }
    if !findings.decided.steps.isEmpty || !findings.secrets.isEmpty || outcome.decides {
      judge(edge, to: outcome, from: index)
    }
    if log != nil { logOutcome(outcome, at: target) }
    return true
  }
}
