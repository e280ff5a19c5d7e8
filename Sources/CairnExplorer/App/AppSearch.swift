import Cairn
import CairnDump
import CairnScreen
import CairnSimulation
import CairnTrail

/// A search through an app under way: breadth first, by everything that can be typed, by time and
/// by every way that things left open can go.
final class AppSearch<A: App> {
  typealias State = A.Root.State

  let model: AppModel<A>
  let bounds: Bounds
  /// Told now and then how far the search has come; `false` ends it.
  private let goesOn: (AppProgress) -> Bool
  private let deadline: ContinuousClock.Instant?
  let samples: AppSamples
  /// What the engine finds wrong with the app meanwhile.
  let mistakes = MistakeLog()
  /// For screens and for steps that start nothing; its effects never run.
  let app: A
  var quiet: QuietSteps<State, A.Root.Action>
  var map: AppMap<State>
  var names = LaunchNames<State, A.Root.Action>()
  var findings: AppFindings<State>
  /// What a restart leads to, by what stand-ins remember.
  private var restarts: [UInt32: [AppOutcome<State>]] = [:]
  /// The names of the secure fields so far.
  private(set) var secureFields: Set<String> = []
  private(set) var limit: Limit?

  init(
    _ model: AppModel<A>, checking properties: [AppProperty<State>], within bounds: Bounds,
    _ goesOn: @escaping (AppProgress) -> Bool
  ) throws(UsageError) {
    self.model = model
    self.bounds = bounds
    self.goesOn = goesOn
    deadline = bounds.time.map { ContinuousClock.now + $0 }
    samples = AppSamples(model.samples)
    findings = AppFindings(properties)
    app = try model.setting.launch(in: Simulation())
    quiet = QuietSteps(app.state, app.reducer)
    map = AppMap(representative: A.representative)
  }

  func run() throws(UsageError) {
    for outcome in try outcomes(of: nil, at: nil) { insertStart(outcome) }
    while limit == nil, map.expanded < map.space.count {
      let level = map.expanded..<map.space.count
      if let depth = bounds.depth, map.space.levels.count > depth {
        limit = .depth(depth)
      } else {
        try expand(level)
        if map.space.count > level.upperBound { map.space.levels.append(level.upperBound) }
      }
    }
    // The one that could not be left in every way was visited.
    for index in map.places.count..<map.space.count { visit(index) }
  }

  private func expand(_ level: Range<Int>) throws(UsageError) {
    for index in level {
      if index.isMultiple(of: 64) {
        limit = reachedLimit
        if limit != nil { return }
      }
      let edges = map.edges.count
      guard try expand(index) else {
        map.edges.removeSubrange(edges...)
        limit = .states(bounds.states)
        return
      }
      map.starts.append(map.edges.count)
    }
  }

  private var reachedLimit: Limit? {
    if let deadline, let time = bounds.time, ContinuousClock.now >= deadline { return .time(time) }
    let progress = AppProgress(
      states: map.space.count, waiting: map.space.count - map.expanded,
      depth: map.space.levels.count - 1)
    return goesOn(progress) ? nil : .interrupted
  }

  /// Leaves a situation in every way; `false` if that would find more than may be.
  private func expand(_ index: Int) throws(UsageError) -> Bool {
    let situation = map.space.states[index]
    let screens = visit(index)
    let first = map.edges.count
    for input in screens.last?.inputs ?? [] {
      let lines = samples.lines(for: input)
      guard input.disabledReason == nil else {
        if findings.seeksRefusals { try refuse(lines, at: index) }
        continue
      }
      for (line, action) in lines {
        if situation.isAtRest, let next = quiet.state(after: action, in: situation.state),
          mistakes.isEmpty
        {
          let outcome = AppOutcome(
            situation: Situation(state: next, memory: situation.memory, flight: 0))
          guard follow(.input(line), to: outcome, from: index) else { return false }
        } else {
          let outcomes = try outcomes(of: .input(line), at: index)
          for outcome in outcomes where !follow(.input(line), to: outcome, from: index) {
            return false
          }
        }
      }
    }
    if let wake = map.flights[situation.flight].nextWake {
      for outcome in try outcomes(of: .time(wake), at: index)
      where !follow(.time(wake), to: outcome, from: index) {
        return false
      }
    }
    if map.edges[first...].allSatisfy({ $0.target == index }) {
      findings.visit(end: situation.state, at: index)
    }
    guard model.restarts else { return true }
    for outcome in try restarted(index) where !follow(.restart, to: outcome, from: index) {
      return false
    }
    return true
  }

  /// What a restart leads to. Where nothing is under way, only what stand-ins remember matters.
  private func restarted(_ index: Int) throws(UsageError) -> [AppOutcome<State>] {
    let situation = map.space.states[index]
    if situation.isAtRest, let known = restarts[situation.memory] { return known }
    let outcomes = try outcomes(of: .restart, at: index)
    if situation.isAtRest { restarts[situation.memory] = outcomes }
    return outcomes
  }

  /// Notes which screen a situation shows, and judges it; the screens.
  @discardableResult
  private func visit(_ index: Int) -> [Screen<A.Root.Action>] {
    let situation = map.space.states[index]
    let screens = app.screens(of: situation.state)
    map.places.append(
      AppMap.Place(
        screen: map.screens.number(of: screens.last?.id ?? ""), depth: UInt32(screens.count)))
    findings.visit(situation.state, at: index)
    for input in screens.last?.inputs ?? [] where input.isSecure { secureFields.insert(input.name) }
    if !situation.isAtRest {
      let ids = screens.map(\.id)
      let isLeaked = map.flights[situation.flight].screens.contains { origin in
        !origin.isEmpty
          && (ids.count < origin.count || ids[origin.count - 1] != origin[origin.count - 1])
      }
      if isLeaked { findings.visit(leakAt: index) }
    }
    return screens
  }

  private func follow(
    _ step: StepName, to outcome: AppOutcome<State>, from index: Int
  ) -> Bool {
    let hash = map.space.hash(of: outcome.situation)
    let known = map.space.index(of: outcome.situation, hash: hash)
    let target = known ?? map.space.count
    guard target < bounds.states else { return false }
    let edge = AppMap<State>.Edge(
      target: UInt32(target), step: map.steps.number(of: step),
      draws: outcome.draws.isEmpty ? 0 : map.draws.number(of: outcome.draws),
      startedEffects: outcome.startedEffects)
    map.edges.append(edge)
    if known == nil {
      _ = map.space.insert(outcome.situation, hash: hash, from: index, upTo: .max)
      map.arrivals.append(edge)
    }
    if findings.seeksSteps {
      findings.visit(
        map.space.states[index].state, step.trailStep, outcome.situation.state,
        edge: AppFinding(node: index, edge: map.edges.count - 1)
      ) { holdsSecret(outcome) }
    }
    if let mistake = outcome.mistake {
      findings.visit(mistake, at: AppFinding(node: index, edge: map.edges.count - 1))
    }
    return true
  }

  private func insertStart(_ outcome: AppOutcome<State>) {
    let hash = map.space.hash(of: outcome.situation)
    let index = map.space.count
    guard map.space.index(of: outcome.situation, hash: hash) == nil else { return }
    _ = map.space.insert(outcome.situation, hash: hash, from: index, upTo: .max)
    map.arrivals.append(
      AppMap.Edge(
        target: UInt32(index), step: map.steps.number(of: .restart),
        draws: map.draws.number(of: outcome.draws), startedEffects: outcome.startedEffects))
    if let mistake = outcome.mistake { findings.visit(mistake, at: AppFinding(node: index)) }
  }

  /// Whether something that was typed into a secure field is still there.
  private func holdsSecret(_ outcome: AppOutcome<State>) -> Bool {
    let memory = map.memories[outcome.situation.memory]
    return samples.secrets(of: secureFields).contains { text in
      mentions(outcome.situation.state, text) || memory.mentions(text)
    }
  }
}
