import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Synchronization

extension Net {
  /// A search of a random app with restarts finds what a search without reductions finds, and what happens at random.
  static let wild = Net(name: "random apps", seeds: Array(1...200)) { seed in
    let (found, limit) = try sights(of: seed)
    if let limit { return limit }
    let (expected, plainLimit) = try sights(of: seed, reductions: .none)
    if plainLimit == nil, found != expected {
      return "the searches differ: \(found.symmetricDifference(expected).sorted())"
    }
    return try play(seed).first { !found.contains($0.sight) }.map { "was not found: \($0)" }
  }

  /// What a search sees, and the bound that it met.
  private static func sights(
    of seed: Int, reductions: OrderReductions = OrderReductions()
  ) throws -> (Set<String>, limit: String?) {
    let seen = Mutex<Set<String>>([])
    var model = AppModel<Wild>(options: ["--seed=\(seed)"])
    (model.without, model.check, model.reductions) = ([.disabled, .delays], .none, reductions)
    let exploration = try model.explore(
      checking: [
        .everyMoment("moments") { moment in
          seen.withLock { _ = $0.insert(text(moment)) }
          return true
        },
        .everyReduction("reductions") { state in
          seen.withLock { _ = $0.insert("\(state)") }
          return true
        },
      ], within: Bounds(states: 500, time: .milliseconds(500)))
    return (seen.withLock(\.self), exploration.limit.map { "\($0)" })
  }

  private static func text(_ moment: AppMoment<Wild.State>) -> String {
    "\(moment.state), remembering \(moment.remembered([Int].self)), at rest: \(moment.isAtRest)"
  }

  /// What happens at random, with the steps before.
  private static func play(_ seed: Int) throws -> [(sight: String, steps: [String])] {
    var random = SplitMix64(seed: UInt64(seed))
    let options = try OptionValues(["--seed=\(seed)"], among: Wild.options)
    var sights: [(sight: String, steps: [String])] = []
    for _ in 0..<60 {
      let simulation = Simulation(seed: random.next())
      let launch = Launch(.simulated(start: ""), options: options, in: simulation)
      var steps: [String] = []
      let driver = Driver(Wild(launch), in: simulation, observer: nil, afterwards: nil) {
        sights.append(("\($0)", steps))
      }
      for _ in 0..<12 {
        let number = Int.random(in: 0..<9, using: &random)
        let inputs = driver.screen.inputs.filter { $0.disabledReason == nil }
        if number == 0 {
          steps.append("restart")
          driver.restart()
        } else if number < 5, let input = inputs.randomElement(using: &random) {
          guard case .action(let action, name: _) = driver.screen.parse(input.name) else {
            fatalError("\(input) was refused")
          }
          steps.append(input.name)
          driver.send(action)
        } else if let next = simulation.nextDeadline {
          let time = simulation.clock.time.duration(to: next)
          let delay = number < 7 ? time : time / 4 * (number - 5)
          steps.append("\(delay)")
          simulation.advance(by: delay)
        }
        sights.append((text(driver.moment(on: driver.screens)), steps))
      }
    }
    return sights
  }
}
