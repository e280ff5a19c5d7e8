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

  /// - Parameter start: `nil` for the start of the app.
  init(
    _ setting: AppSetting<A>, from start: RunStart<State>?, choices: [Int]
  ) throws(UsageError) {
    simulation = Simulation(exploring: ScriptedChoices(choices))
    app = try setting.launch(in: simulation)
    if let start {
      simulation.memory.restore(start.memory)
      simulation.move(to: simulation.clock.now.advanced(by: start.time))
    }
    log = EffectLog(start?.state ?? app.state) { [app] in app.screens(of: $0).map(\.id) }
    driver = Driver(app, in: simulation, from: start?.state) { [log] in log.record($0, $1) }
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

  /// All decisions since the start.
  var decisions: [Decision] { simulation.choices.decisions }

  var memory: WorldMemory.Snapshot { simulation.memory.snapshot }

  /// The number of effects started since the start.
  var startedEffects: Int { log.origins.count }

  var time: Duration { simulation.clock.now.offset }

  struct InFlight {
    /// Without its zone.
    let key: InFlightKey
    /// The sleepers, in the order of the zone.
    let sleepers: [Asleep]
    /// The stack generations in the reductions that returned the effects, and in their histories.
    let generations: [UInt64]
  }

  /// The effects in flight. `reductions` numbers states and actions.
  func inFlight(
    _ reductions: inout ReductionInterner<State, Action>
  ) -> InFlight {
    var inFlight = InFlightKey()
    var asleep: [Asleep] = []
    var generations: [UInt64] = []
    func count(_ effect: EffectIdentity?) -> SleeperCount {
      let sleepers = simulation.sleepers(of: effect)
      let timed = sleepers.compactMap { sleeper in
        sleeper.remaining.map { Asleep(number: sleeper.number, remaining: $0) }
      }
      asleep += timed
      return SleeperCount(timed: timed.count, endless: sleepers.count - timed.count)
    }
    for effect in driver.allEffects {
      guard let origin = log.origins[effect.number] else { continue }
      let identity = driver.identity(of: effect)
      let history = simulation.history(of: identity)
      let (state, action) = (origin.reduction.state, origin.reduction.action)
      generations += reductions.generations(of: state, action, history)
      inFlight.effects.append(
        EffectKey(
          reduction: reductions.key(of: state, action), position: effect.indexPath,
          isBackground: effect.isBackground, history: history, sleepers: count(identity)))
      inFlight.screens.append(effect.isBackground ? [] : origin.screens)
    }
    for effect in driver.waitingEffects {
      guard let reduction = log.reductions[effect.actionNumber] else { continue }
      generations += reductions.generations(of: reduction.state, reduction.action)
      inFlight.waiting.append(
        WaitingKey(
          reduction: reductions.key(of: reduction.state, reduction.action),
          position: effect.position, cancelled: effect.cancelled))
    }
    inFlight.sleepers = count(nil)
    return InFlight(key: inFlight, sleepers: asleep, generations: generations)
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
  func heading(choices: [DrawnChoice]) -> [String] {
    TrailSettings.heading(of: A.self, start: start, choices: choices, options: options)
  }
}
