import Cairn
import CairnApp
import CairnModel
import CairnSimulation
import CairnTrail

/// An app in a simulation of its own, from a state at rest or from its start, under choices that
/// are written down.
final class AppRun<A: App> {
  typealias State = A.Root.State
  typealias Action = A.Root.Action

  let driver: Driver<A.Root>
  let app: A
  private let simulation: Simulation
  private let log: EffectLog<State, Action>

  /// - Parameter beginning: `nil` for the start of the app.
  init(
    _ setting: AppSetting<A>, from beginning: RunStart<State>?, choices: [Int]
  ) throws(UsageError) {
    simulation = Simulation(exploring: ScriptedChoices(choices))
    app = try setting.launch(in: simulation)
    if let beginning {
      simulation.memory.restore(beginning.memory)
      simulation.move(to: simulation.clock.now.advanced(by: beginning.time))
    }
    log = EffectLog(beginning?.state ?? app.state)
    driver = Driver(app, in: simulation, from: beginning?.state) { [log] in log.note($0, $1) }
  }

  /// Takes a step; what is typed is possible on the screen.
  func take(_ step: AppStep) {
    switch step {
    case .input(let line):
      let screens = driver.screens
      guard case .action(let action, name: _)? = screens.last?.read(line) else { return }
      log.screens = screens.map(\.id)
      driver.send(action)
    case .time(let duration):
      log.screens = []
      simulation.advance(by: duration)
    case .restart:
      log.restart(in: app.state)
      driver.restart()
    case .idle:
      break  // not a step of a search: time passes to the next timer that can fire
    }
  }

  /// What was left open and how it was decided, from the beginning on.
  var draws: [Decision] { simulation.choices.decisions }

  var memory: WorldMemory.Snapshot { simulation.memory.snapshot }

  /// How many effects were started since the beginning.
  var startedEffects: Int { log.origins.count }

  var time: Duration { simulation.clock.now.offset }

  struct Flight {
    /// Without a zone.
    let key: InFlightKey
    /// Who sleeps for a time, in the order of the zone.
    let sleepers: [Asleep]
  }

  /// What is under way; states and actions are numbered by `names`.
  func flight(
    _ names: inout LaunchInterner<State, Action>
  ) -> Flight {
    var flight = InFlightKey()
    var asleep: [Asleep] = []
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
      flight.effects.append(
        EffectKey(
          launch: names.key(of: origin.launch.state, origin.launch.action), place: effect.place,
          isBackground: effect.isBackground, history: simulation.history(of: identity),
          sleepers: count(identity)))
      flight.screens.append(effect.isBackground ? [] : origin.screens)
    }
    flight.throttled = driver.throttledActions.compactMap { number in
      log.launches[number].map { names.key(of: $0.state, $0.action) }
    }
    flight.sleepers = count(nil)
    return Flight(key: flight, sleepers: asleep)
  }
}

/// In which world an app is explored, with which options.
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

  /// The settings of a trail, as its first lines.
  func heading(seed: UInt64?) -> [String] {
    TrailSettings.heading(of: A.self, start: start, seed: seed, options: options)
  }
}
