import Cairn
import CairnApp
import CairnSimulation
import CairnTrail

/// An app in its own simulation, from its start or from a state without effects in flight, under given
/// decisions.
final class AppRun<A: App> {
  typealias State = A.Root.State
  typealias Action = A.Root.Action

  let driver: Driver<A.Root>
  let app: A
  private let simulation: Simulation
  private let log: EffectLog<State, Action>
  private let startTime: Duration

  /// - Parameter start: `nil` for the start of the app.
  init(
    _ setting: AppSetting<A>, from start: RunStart<State>?, choices: ScriptedChoices,
    _ reductions: ReductionInterner<State, Action>
  ) throws(UsageError) {
    simulation = Simulation(exploring: choices)
    startTime = start?.time ?? .zero
    app = try setting.launch(in: simulation)
    if let start {
      simulation.memory.restore(start.memory)
      simulation.move(to: simulation.clock.time.advanced(by: start.time))
    }
    log = EffectLog(start?.state ?? app.state, reductions) { [app] in app.screens(of: $0).map(\.id)
    }
    driver = Driver(app, in: simulation, from: start?.state) { [log] in log.record($0, $1) }
    log.partsRun = { [simulation] in simulation.history(ofEffect: $0).resumptions }
  }

  /// Starts the app.
  func start() { driver.start() }

  /// The decision after which the same search crashed before.
  private(set) var crash: Decision?

  /// The properties that states after reductions have violated.
  var violated: [Int] = []

  /// - Parameter check: the properties that a state after a reduction violates.
  func checkReductions(_ check: ((State) -> [Int])?) {
    log.check = check.map { check in { [unowned self] in violated += check($0) } }
  }

  /// Takes a step. An input must be possible on the screen.
  func take(_ step: AppStep) {
    switch step {
    case .input(let line):
      guard case .action(let action, name: _)? = driver.screens.last?.parse(line) else { return }
      log.isInput = true
      driver.send(action)
    case .time(let duration):
      log.isInput = false
      simulation.advance(by: duration)
    case .restart:
      log.restart(in: app.state)
      driver.restart()
    case .idle:
      break  // not a step of a search: time passes to the next timer that can fire
    }
  }

  /// The state after an action that leaves the effects in flight as they are; `nil` for any other action.
  /// Nothing is changed.
  func stateWithoutEffects(after action: Action) -> State? {
    guard simulation.readyEffects.isEmpty else { return nil }
    _ = simulation.clock.takeReading()
    let state = driver.stateWithoutEffects(after: action)
    return simulation.clock.takeReading() ? nil : state
  }

  /// The ranges of all delays since the start that were drawn.
  var delayRanges: [ClosedRange<Duration>] { simulation.choices.delayRanges }

  /// All decisions since the start.
  var decisions: [Decision] { simulation.choices.decisions }

  var memory: WorldMemory.Snapshot { simulation.memory.snapshot }

  /// The number of effects started since the start.
  var startedEffects: Int { log.origins.count }

  /// The effects started since the start of the app.
  var effectNumbers: Set<Int> { Set(log.origins.keys) }

  /// The inputs of the effects in flight without these.
  func inputs(ofEffectsWithout numbers: Set<Int>) -> [Int] {
    driver.allEffects.compactMap { effect in
      guard !numbers.contains(effect.number), let origin = log.origins[effect.number],
        case .input(let input) = log.source(of: origin, isAwaited: { driver.isAwaited(effect) })
      else { return nil }
      return input
    }
  }

  var time: Duration { simulation.clock.time.offset }

  /// The time since the start of the run, if the app has read the clock since the last call.
  func takeReading() -> Duration? {
    simulation.clock.takeReading() ? time - startTime : nil
  }

  struct InFlight {
    /// Without its zone.
    let key: InFlightKey
    /// The sleepers, in the order of the zone.
    let sleepers: [Asleep]
    /// The stack generations in the reductions that returned the effects, and in their histories.
    let generations: [UInt64]
  }

  /// The effects in flight.
  var inFlight: InFlight {
    var inFlight = InFlightKey()
    var asleep: [Asleep] = []
    var generations: [UInt64] = []
    let allSleepers = simulation.allSleepers
    func count(_ effect: EffectIdentity?) -> SleeperCount {
      let sleepers = allSleepers.filter { $0.effect == effect }
      let timed = sleepers.compactMap { sleeper in
        sleeper.remaining.map {
          Asleep(number: sleeper.number, remaining: $0, drawn: sleeper.drawn)
        }
      }
      asleep += timed
      return SleeperCount(timed: timed.count, endless: sleepers.count - timed.count)
    }
    for effect in driver.allEffects {
      guard let origin = log.origins[effect.number] else { continue }
      let identity = driver.identity(of: effect)
      let key = key(of: identity, origin, count(identity))
      generations += log.generations(of: origin, key)
      inFlight.effects.append(key)
      inFlight.screens.append(effect.isBackground ? [] : log.screens(of: origin))
    }
    for effect in driver.waitingEffects {
      guard let waiting = log.waiting(effect) else { continue }
      generations += waiting.generations
      inFlight.waiting.append(waiting.key)
    }
    inFlight.sleepers = count(nil)
    return InFlight(key: inFlight, sleepers: asleep, generations: generations)
  }

  private func key(
    of effect: EffectIdentity, _ origin: EffectLog<State, Action>.Origin, _ sleepers: SleeperCount
  ) -> EffectKey {
    let source = log.source(of: origin) {
      driver.allEffects.contains { $0.number == effect.number && driver.isAwaited($0) }
    }
    return EffectKey(
      source: source,
      isBackground: origin.isBackground,
      history: simulation.history(of: effect), sleepers: sleepers)
  }

  // MARK: The order of work

  /// Lets `orders` decide the order of the work of the following step.
  ///
  /// - Parameters:
  ///   - asleep: the sleepers before the step.
  ///   - willStep: called before each part that was selected among several; `false` if the same search
  ///     crashed in that part before.
  ///   - issues: the number of runtime issues so far.
  func follow(
    _ orders: OrderSearch<State>, asleep: [Asleep] = [], willStep: (() -> Bool)?,
    issues: @escaping () -> Int
  ) {
    let numbers = Set(asleep.map(\.number))
    let (decided, started) = (decisions.count, startedEffects)
    func surroundings() -> OrderSearch<State>.Surroundings {
      OrderSearch.Surroundings(
        queued: driver.queuedSenders.count, issues: issues(), orderedEvents: log.orderedEvents)
    }
    simulation.scheduler = WorkScheduler { [unowned self] choice, tasks in
      let before = surroundings()
      let isKnown = simulation.storeCount == 1
      let selection = orders.select(
        choice, at: decisions.count - decided, before,
        isKnown ? tasks.map { $0.flatMap(soleTask) } : nil
      ) {
        var situation = situation(choice, asleep: numbers)
        situation?.hasStartedEffects = startedEffects > started
        situation?.issues = before.issues
        situation?.violated = Set(violated)
        return situation
      }
      guard case .option(let index) = selection, choice.options.count > 1, let willStep,
        !willStep()
      else { return selection }
      crash = Decision(choice: choice, index: index)
      return .stop
    } didRun: { [unowned self] interacted in
      if let task = orders.runningTask { compareBehavior(of: task, orders) }
      orders.end(surroundings(), interacted: interacted) { effect in
        !effect.isAwaited || driver.allEffects.contains { $0.number == effect.number }
      }
    }
  }

  /// Reports an effect whose last part has another result than a part of an effect with the same input and
  /// history.
  private func compareBehavior(
    of task: OrderSearch<State>.Task, _ orders: OrderSearch<State>
  ) {
    guard case .input = task.key.source, let origin = log.origins[task.number],
      log.cancelled[task.number] == nil
    else { return }
    // With the answers that the part received, and the values that it read.
    let history = simulation.history(ofEffect: task.number)
    let key = EffectKey(
      source: task.key.source, isBackground: origin.isBackground, history: history,
      sleepers: SleeperCount())
    let sleeps = simulation.allSleepers.filter { $0.effect?.number == task.number }
      .map { sleeper in sleeper.drawn?.range ?? sleeper.remaining.map { $0...$0 } }
    let behavior = PartBehavior(
      sent: driver.queuedActions(ofEffect: task.number).map { log.number(of: $0) }, sleeps: sleeps,
      hasEnded: !driver.allEffects.contains { $0.number == task.number })
    if !orders.parts.isKnown(behavior, of: key) {
      RuntimeIssue.report(.otherBehavior(of: origin.input?.name ?? ""))
    }
  }

  /// Whether the scheduler has stopped the run.
  var isStopped: Bool { simulation.isStopped }

  /// The effect of a task that was not cancelled and has no other task.
  private func soleTask(_ task: ReadyTask) -> OrderSearch<State>.Task? {
    let number = task.effect.number
    guard task.isOnly, log.cancelled[number] == nil, let origin = log.origins[number],
      let effect = driver.allEffects.first(where: { $0.number == number })
    else { return nil }
    let key = key(of: task.effect, origin, SleeperCount())
    return OrderSearch.Task(
      number: number, key: key, generations: log.generations(of: origin, key),
      isAwaited: driver.isAwaited(effect))
  }

  /// The situation; `nil` if some ready work or sleeper belongs to no known effect.
  private func situation(_ choice: ChoicePoint, asleep: Set<Int>) -> Situation<State>? {
    let (ready, sleepers) = (simulation.readyEffects, simulation.allSleepers)
    guard simulation.storeCount == 1, !ready.contains(nil),
      sleepers.allSatisfy({ $0.effect != nil })
    else { return nil }
    var situation = Situation(
      state: driver.state, memory: memory, time: time, options: choice.options.count,
      canWait: choice.options.contains(.later))
    var keys: [Int: Situation<State>.Effect] = [:]
    var generations = log.generations(of: situation.state, situation.memory)
    for effect in driver.allEffects.map(driver.identity) + ready.compactMap(\.self) {
      guard keys[effect.number] == nil else { continue }
      guard let origin = log.origins[effect.number] else { return nil }
      let own = sleepers.filter { $0.effect == effect }
      let key = key(of: effect, origin, SleeperCount())
      generations += log.generations(of: origin, key)
      keys[effect.number] = Situation.Effect(
        key: key, cancelledAfter: log.cancelled[effect.number],
        sleepers: own.map { sleeper in
          Situation.Sleeper(
            number: asleep.contains(sleeper.number) ? sleeper.number : nil,
            remaining: sleeper.remaining)
        })
    }
    situation.effects = driver.allEffects.map { keys[$0.number] }
    situation.ready = ready.map { effect in effect.flatMap { keys[$0.number] } }
    situation.queue = driver.queuedSenders.map { number in number.flatMap { keys[$0] } }
    for effect in driver.waitingEffects {
      guard let waiting = log.waiting(effect) else { return nil }
      generations += waiting.generations
      situation.waiting.append(waiting.key)
    }
    situation.ids = StackGenerations.pattern(of: generations)
    return situation
  }
}

extension RuntimeIssue {
  fileprivate static func otherBehavior(of name: String) -> RuntimeIssue {
    RuntimeIssue(
      "Two effects \"\(name)\" with the same input acted differently.",
      causes: [
        "the operation captures a part of the state",
        "the action that it sends contains such a part",
      ],
      suggestion: "make everything that the effect depends on a part of its `input`.")
  }
}

/// The start and the options of the explored app.
@usableFromInline
struct AppSetting<A: App> {
  @usableFromInline let start: String
  let options: [String]

  @usableFromInline
  func launch(in simulation: Simulation) throws(UsageError) -> A {
    guard A.starts.contains(start) else {
      let known = A.starts.isEmpty ? "none" : A.starts.joined(separator: ", ")
      throw UsageError("\(A.name) has no start \"\(start)\"; it has: \(known)")
    }
    return try A(
      Launch(
        .simulated(start: start), options: OptionValues(options, among: A.options),
        in: simulation))
  }

  /// The first lines of a trail with these settings.
  func heading(choices: [DrawnChoice], delays: [Duration]) -> [String] {
    TrailSettings.heading(
      of: A.self, start: start, choices: choices, delays: delays, options: options)
  }
}
