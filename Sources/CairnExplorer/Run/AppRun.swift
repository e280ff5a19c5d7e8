import Cairn
import CairnApp
import CairnSimulation

/// A run of an app, from its start or from a node of the search, under given decisions.
final class AppRun<A: App> {
  typealias State = A.Root.State
  typealias Action = A.Root.Action

  let driver: Driver<A.Root>
  let app: A
  let simulation: Simulation
  let records: EffectRecords
  let log: EffectLog<State, Action>
  private let startTime: Duration

  /// A run from the start of the app, or from a state without effects in flight, in which some time has passed.
  convenience init(
    in world: AppWorld<A>, from start: RunStart<State>?, after wait: Duration = .zero,
    _ choices: ScriptedChoices, _ reductions: ReductionInterner<State, Action>
  ) {
    let time = start?.time ?? .zero
    world.simulation.beginRun(
      at: time + wait, remembering: start?.memory ?? world.memory, choices)
    let machine = start.map { start in
      var machine = world.machine
      machine.current = start.state
      return machine
    }
    self.init(
      world, machine, in: start?.state ?? world.app.state, nil, reductions, startTime: time)
  }

  /// A run from a node with effects in flight, which repeat their pasts; `nil` if one of them acts
  /// differently.
  convenience init?(
    in world: AppWorld<A>, from point: ForkPoint<State, Action>,
    _ departure: NodeSchedule.Departure, remembering memory: WorldMemory.Snapshot,
    _ choices: ScriptedChoices, _ reductions: ReductionInterner<State, Action>
  ) {
    // A task that does not end when it is cancelled ends its world, and the points in it.
    guard point.simulation == ObjectIdentifier(world.simulation) else { return nil }
    world.simulation.beginRun(
      at: point.startTime + departure.time, remembering: memory, choices)
    self.init(
      world, point.machine, in: point.machine.current, point.log, reductions,
      startTime: point.startTime)
    let store = driver.store
    // One after the other, each effect begins again and repeats its past.
    let isRepeated = point.effects.allSatisfy { effect in
      let (past, sleep) = (effect.past, effect.sleeper.map { departure.sleeps[$0] })
      return store.droppingReplies {
        records.repeatPast(past, until: sleep, in: simulation) { store.beginAgain(past.number) }
      } && store.isRunning(past.number)
    }
    guard isRepeated else { return nil }
    _ = simulation.clock.takeReading()
  }

  private init(
    _ world: AppWorld<A>, _ machine: Machine<State, Action>?, in state: State,
    _ part: EffectLog<State, Action>.Part?, _ reductions: ReductionInterner<State, Action>,
    startTime: Duration
  ) {
    let log = EffectLog(state, reductions, continuing: part) { [app = world.app] in
      app.screens(of: $0).map(\.id)
    }
    (app, simulation, records) = (world.app, world.simulation, world.records)
    (self.log, self.startTime) = (log, startTime)
    driver = Driver(app, in: simulation, from: machine, resume: world.resume) {
      log.didTake($0, $1)
    }
    log.didTake = { [unowned self] in self.log.record($0, $1, of: self) }
  }

  /// Whether something waits for the end of an effect.
  var hasStages: Bool {
    !driver.store.waitingEffects.isEmpty
      || driver.allEffects.contains { driver.store.isAwaited($0.number) }
  }

  func start() {
    forgetSeen()
    log.check?(driver.state)
    driver.start()
  }

  /// Forgets what the app has seen outside of its reducers: in its first state and in its screens.
  private func forgetSeen() {
    _ = takeSeen()
    log.seenByStart = EffectLog.Seen()
  }

  /// What the app has seen outside of effects since the last call.
  func takeSeen() -> EffectLog<State, Action>.Seen {
    let seen = simulation.takeSeen()
    return EffectLog.Seen(values: seen.values, readings: seen.readings)
  }

  /// The effects of the tasks that were ready before the last part of the work of the step, and that of the part.
  private(set) var ready: [EffectIdentity?] = []
  var running: EffectIdentity?
  /// Whether it had a single task before the part.
  var isAlone = false
  /// Whether something starts when it ends.
  var isAwaited = false

  /// Begins a part of the work.
  func beginPart(_ effects: [EffectIdentity?]) {
    ready = effects
    _ = simulation.takeResumed()
  }

  /// The decision after which the same search crashed before.
  var crash: Decision?

  /// The properties that states after reductions have violated.
  var violated: [Int] = []

  func checkReductions(_ check: ((State) -> [Int])?) {
    log.check = check.map { check in { [unowned self] in violated += check($0) } }
  }

  /// Takes a step. An input must be possible on the screen.
  func take(_ step: AppStep) {
    beginPart([])
    log.ended = []
    switch step {
    case .input(let line):
      guard case .action(let action, name: _)? = driver.screens.last?.parse(line) else { return }
      log.isInput = true
      forgetSeen()
      driver.send(action)
    // It comes from outside, and not from a screen.
    case .event(let line):
      guard case .action(let action, name: _) = A.eventScreen.parse(line) else { return }
      log.isInput = false
      forgetSeen()
      driver.receive(action)
    case .time(let duration):
      log.isInput = false
      simulation.advance(by: duration)
    case .restart:
      forgetSeen()
      log.restart(in: app.state)
      // The driver makes the same state, before the first action of the app.
      log.seenByStart = takeSeen()
      driver.restart()
    case .idle:
      break  // not a step of a search: time passes to the next timer that can fire
    }
  }

  /// The effects that decisions have chosen, as text, and `nil` for each other decision; empty if there is none.
  func effects(chosenBy decisions: [Decision]) -> [String?] {
    let texts = decisions.map { decision in
      if case .effect(let number) = decision.choice.options[decision.index] {
        log.origins[number]?.label.text
      } else {
        nil as String?
      }
    }
    return texts.contains { $0 != nil } ? texts : []
  }

  var startedEffects: Int { log.origins.count }

  var time: Duration { simulation.clock.time.offset }

  var elapsed: Duration { time - startTime }

  struct InFlight {
    let key: InFlightKey
    /// The sleepers, in the order of the zone.
    let sleepers: [Asleep]
    /// The stack generations in the reductions that returned the effects, and in their histories.
    let generations: [UInt64]
  }

  /// The point from which other runs continue; `nil` if the effects in flight cannot be repeated.
  func forkPoint(_ inFlight: InFlight) -> ForkPoint<State, Action>? {
    guard inFlight.key.sleepers == SleeperCount(), simulation.storeCount == 1 else { return nil }
    let effects = driver.allEffects.map { effect in
      (
        number: effect.number,
        sleeper: inFlight.sleepers.firstIndex { $0.effect == effect.number }
      )
    }
    guard let pasts = records.pasts(of: effects) else { return nil }
    // Sleepers of one instant wake in the order in which they began to sleep.
    let ordered = pasts.sorted { one, other in
      let numbers = [one, other].map { $0.sleeper.map { inFlight.sleepers[$0].number } ?? .max }
      return numbers[0] < numbers[1]
    }
    let waiting = driver.store.waitingEffects.map { $0.actionNumber }
    return ForkPoint(
      machine: driver.store.machineCopy, effects: ordered,
      log: log.part(of: Set(effects.map { $0.number }), reductions: Set(waiting)),
      startTime: startTime, generations: inFlight.generations, in: ObjectIdentifier(simulation))
  }

  /// The effects in flight, and those that were cancelled and go on: their requests take place.
  var going: [EffectIdentity] {
    let inFlight = driver.allEffects.map(driver.store.identity)
    return inFlight
      + records.alive.filter { log.cancelled[$0.number] != nil && !inFlight.contains($0) }
  }

  /// The sleepers with a deadline, in the order of the zone.
  var asleep: [Asleep] {
    let sleepers = simulation.allSleepers
    let effects: [EffectIdentity?] = going.filter { log.origins[$0.number] != nil }
    return (effects + [nil]).flatMap { effect in
      sleepers.filter { $0.effect == effect }.compactMap { sleeper in
        sleeper.remaining.map {
          Asleep(
            number: sleeper.number, effect: effect?.number, remaining: $0, drawn: sleeper.drawn)
        }
      }
    }
  }

  var inFlight: InFlight {
    var inFlight = InFlightKey()
    var generations: [UInt64] = []
    let allSleepers = simulation.allSleepers
    func count(_ effect: EffectIdentity?) -> SleeperCount {
      let sleepers = allSleepers.filter { $0.effect == effect }
      let timed = sleepers.filter { $0.remaining != nil }
      return SleeperCount(timed: timed.count, endless: sleepers.count - timed.count)
    }
    let shown = driver.store.shownEffects
    for effect in going {
      guard let origin = log.origins[effect.number] else { continue }
      let key = key(of: effect, origin, count(effect))
      generations += log.generations(
        of: effect.number, origin, key, isAwaited: driver.store.isAwaited(effect.number))
      inFlight.effects.append(key)
      // A shielded effect belongs to its feature, and not to the screen of an input.
      // The timer of a throttle belongs to the screen of the effect that it delays.
      let own = shown.first { $0.number == effect.number }
      let isFree = key.isBackground || own?.metadata.isShielded == true
      inFlight.screens.append(
        isFree ? [] : log.screens(of: origin, by: own?.actionNumber ?? origin.number))
    }
    var groups: [Int: Int] = [:]
    for effect in driver.store.waitingEffects {
      let group = groups.number(of: effect.actionNumber)
      guard let waiting = log.waiting(effect, group: group) else { continue }
      generations += waiting.generations
      inFlight.waiting.append(waiting.key)
    }
    let numbers = going.map(\.number).filter { log.origins[$0] != nil }
    inFlight.sequences = driver.store.sequences(around: numbers, &groups)
    inFlight.sleepers = count(nil)
    return InFlight(key: inFlight, sleepers: asleep, generations: generations)
  }

  func key(
    of effect: EffectIdentity, _ origin: EffectLog<State, Action>.Origin,
    _ sleepers: SleeperCount = SleeperCount()
  ) -> EffectKey {
    let number = effect.number
    let own = driver.allEffects.first { $0.number == number }
    let cancellation = log.cancelled[number]
    return EffectKey(
      source: log.source(of: number, origin) {
        driver.store.continuation(of: number, log.interner.number)
      },
      // Nothing waits for a cancelled effect. The timer of a throttle changes whether it is in the background.
      isBackground: cancellation != nil || own?.isBackground ?? origin.label.isBackground,
      history: history(of: records[effect]), sleepers: sleepers,
      cancellation: cancellation ?? .none, isOrphan: own?.metadata.isOrphan == true)
  }

  func history(of record: SearchedEffect?) -> EffectHistory {
    var history = record?.history ?? EffectHistory()
    nameResumers(in: &history)
    return history
  }

  /// Replaces the effects that resumed one by numbers that are equal on all paths.
  private func nameResumers(in history: inout EffectHistory) {
    for index in history.seen.indices {
      guard let resumer = history.seen[index].value as? Resumer else { continue }
      history.seen[index] = AnyID(ResumerNumber(value: number(of: resumer)))
    }
  }

  /// Each is computed once: the histories of two effects that resume each other contain each other.
  private func number(of resumer: Resumer) -> Int {
    var own = resumer.history
    // A cancellation handler runs outside of the parts of its effect. Their number does not tell what it resumes
    // from what an earlier part has resumed.
    let wasCancelled = resumer.cancellation == .none ? 0 : 1
    let key = [
      resumer.effect, own.resumptions, own.seen.count, own.times.count, wasCancelled,
    ]
    if let number = log.resumers[key] { return number }
    nameResumers(in: &own)
    let named = NamedResumer(
      source: log.origins[resumer.effect].map { log.ownSource(of: $0) }, history: own,
      cancellation: resumer.cancellation)
    let number = log.interner.number(of: named)
    log.resumers[key] = number
    return number
  }
}
