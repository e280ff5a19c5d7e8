import Cairn
import CairnApp
import CairnModel
import CairnSimulation

// The points from which runs continue, and the runs.
extension AppSearch {
  /// A step that is tried at a node.
  struct Trial {
    let step: AppStep
    let index: Int
    /// The sleepers that wake before it.
    var wakes: [Int] = []
    /// The time of the step; by default, the earliest one.
    var time: Duration?
    /// Whether it begins earlier than the path of the node leads to it.
    var isEarlier = false
  }

  /// The point from which a step is taken.
  enum Origin {
    case node(RunStart<State>)
    /// - Parameter isOwn: whether the path to the node leads to the point, and not only a path to a node that
    ///   differs in its times.
    case point(ForkPoint<State, A.Root.Action>, NodeSchedule, RunStart<State>, isOwn: Bool)
    /// The end of a path, which is repeated.
    case path(RunPrefix<State>)

    /// The schedule of the path before the step.
    var schedule: NodeSchedule {
      switch self {
      case .node: NodeSchedule()
      case .point(_, let schedule, _, isOwn: _): schedule
      case .path(let prefix): prefix.schedule
      }
    }

    /// Whether a step from here can read the clock: the time that passed before is that of the path.
    var hasOwnTime: Bool { if case .point(_, _, _, isOwn: false) = self { false } else { true } }
  }

  /// The point from which runs continue at a node; `nil` if its path has to be repeated.
  func origin(at index: Int) -> Origin? {
    guard model.reductions.forks else { return nil }
    let start = map.start(at: index)
    if map.space.states[index].isIdle { return .node(start) }
    guard let node = unexpanded[index] else { return nil }
    if let point = node.point { return .point(point, node.schedule, start, isOwn: true) }
    guard let point = untimed[node.untimed].point else { return nil }
    return .point(point, node.schedule, start, isOwn: untimed[node.untimed].owner == index)
  }

  func path(to index: Int) -> Origin { .path(map.prefix(to: index)) }

  /// The world in which runs continue.
  mutating func sharedWorld() throws(UsageError) -> AppWorld<A> {
    if let world, world.endRun() { return world }
    // The points belong to the last world.
    untimed.dropPoints()
    for index in unexpanded.keys { unexpanded[index]?.point = nil }
    let new = try AppWorld(model.setting, resume)
    world = new
    return new
  }

  /// The outcomes of a restart, which depend on the memory and on the effects in flight. They are equal for
  /// equal ones, unless the app reads the clock, or stack generations matter.
  @usableFromInline
  mutating func restarted(_ index: Int) throws(UsageError) -> [Outcome] {
    let node = map.space.states[index]
    let key = RestartKey(memory: node.memory, inFlight: node.inFlight)
    // Outcomes with a reading belong to the time of the node.
    var timed = key
    timed.time = map.times[index] ?? .zero
    let isShared =
      map.ownMemories[index] == nil
      && (node.isIdle || model.reductions.forks && node.ids == 0)
    if isShared, let known = restarts[key] ?? restarts[timed] { return known }
    let outcomes = try outcomes(of: .restart, at: index)
    // After two late steps, no later times of this one were tried.
    let isWhole = node.isIdle && late[index, default: 0] < 2
    let readsClock = outcomes.contains(where: \.readsClock)
    if isShared, isWhole || !readsClock { restarts[readsClock ? timed : key] = outcomes }
    return outcomes
  }

  /// A run that has reached a node, with the decisions after that.
  mutating func run(
    to index: Int, deciding script: [Int] = []
  ) throws(UsageError) -> AppRun<A> {
    if let origin = origin(at: index), case .point = origin,
      let run = try self.run(from: origin, deciding: script, before: nil)
    {
      return run
    }
    let prefix = map.prefix(to: index)
    return repeated(
      prefix, prefix.stepsWithWaits.joined(), prefix.script(with: script),
      in: try AppWorld(model.setting, resume))
  }

  func repeated(
    _ prefix: RunPrefix<State>, _ steps: some Sequence<AppStep>, _ choices: ScriptedChoices,
    in world: AppWorld<A>
  ) -> AppRun<A> {
    let run = AppRun(in: world, from: prefix.start, choices, reductions)
    run.noteReadyTasks()
    if prefix.start == nil { run.start() }
    // A reading is settled at the end of its step, as in the search.
    _ = run.simulation.clock.takeReading()
    for step in steps {
      run.take(step)
      _ = run.simulation.clock.takeReading()
    }
    return run
  }

  /// A run that has come to the step; `nil` if an effect in flight cannot be repeated.
  ///
  /// - Parameter trial: `nil` for the start of the app, and to stay at a point.
  mutating func run(
    from origin: Origin, deciding script: [Int], before trial: Trial?
  ) throws(UsageError) -> AppRun<A>? {
    switch origin {
    case .node(let start):
      return AppRun(
        in: try sharedWorld(), from: start, after: trial?.time ?? .zero,
        ScriptedChoices(script), reductions)
    case .point(let point, let schedule, let start, isOwn: _):
      return AppRun(
        in: try sharedWorld(), from: point,
        schedule.departure(waking: trial?.wakes ?? [], at: trial?.time),
        remembering: start.memory, ScriptedChoices(script), reductions)
    case .path(let prefix):
      let world = model.reductions.forks ? try sharedWorld() : try AppWorld(model.setting, resume)
      guard let trial else {
        return AppRun(in: world, from: prefix.start, ScriptedChoices(script), reductions)
      }
      var whole = prefix
      let timing = Timing(wakes: trial.wakes, reading: trial.time)
      whole.take(trial.step, Nondeterminism(timing: timing))
      return repeated(
        prefix, whole.stepsWithWaits.joined().dropLast(), whole.script(with: script), in: world)
    }
  }

  /// Takes a step at the end of a run to it.
  func take(_ trial: Trial?, from origin: Origin, in run: AppRun<A>) {
    switch (trial?.step, origin) {
    case (nil, .path(let prefix)): if prefix.start == nil { run.start() }
    case (.time?, .point(_, let schedule, _, isOwn: _)):
      run.take(.time(schedule.departure(waking: trial?.wakes ?? [], at: trial?.time).wait))
    case (.time?, .path(let prefix)):
      run.take(.time(prefix.times.delay(until: trial?.wakes ?? [], at: trial?.time)))
    case (nil, .node), (nil, .point): break
    case (let step?, _): run.take(step)
    }
  }
}

/// The numbers of the memory of stand-ins and of the effects in flight, on which a restart depends.
struct RestartKey: Hashable {
  let memory: UInt32
  let inFlight: UInt32
  /// The time of the node; `nil` for outcomes that do not depend on it.
  var time: Duration?
}

extension Simulation {
  /// Whether the app has read the clock or memory or made a choice since the last call, outside of effects.
  func takeUse() -> Bool {
    let (reading, seen) = (clock.takeReading(), takeSeen())
    return reading != .none || !seen.values.isEmpty
  }
}
