import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import Synchronization

extension Net {
  /// Of app 1161, a search lost the order in which an effect is cancelled before its first part.
  private static let seeds = [
    1, 2, 6, 13, 14, 15, 17, 19, 22, 23, 31, 37, 38, 39, 45, 46, 48, 49, 52, 54, 58, 59, 60, 62, 64,
    67, 69, 76, 78, 80, 84, 85, 87, 90, 92, 100, 101, 103, 106, 112, 113, 114, 122, 125, 126, 127,
    133, 134, 135, 142, 144, 146, 149, 155, 162, 166, 168, 169, 174, 177, 178, 187, 195, 203, 204,
    208, 209, 210, 213, 215, 216, 219, 221, 222, 224, 226, 227, 228, 234, 237, 238, 239, 240, 241,
    246, 251, 257, 262, 266, 272, 276, 278, 286, 288, 292, 293, 296, 297, 299, 302, 303, 304, 307,
    311, 313, 314, 319, 323, 325, 329, 330, 336, 337, 338, 340, 343, 348, 349, 350, 352, 354, 355,
    358, 360, 363, 364, 371, 378, 389, 392, 394, 397, 399, 400, 401, 406, 408, 409, 417, 418, 421,
    422, 424, 430, 435, 440, 442, 447, 449, 450, 452, 457, 459, 462, 463, 474, 481, 487, 488, 489,
    492, 496, 498, 503, 507, 509, 511, 513, 514, 515, 519, 520, 523, 527, 528, 533, 537, 538, 545,
    548, 549, 552, 554, 556, 557, 568, 569, 576, 582, 584, 585, 586, 588, 598, 1161,
  ]

  /// Of apps whose effects have several tasks and streams, and resume each other.
  private static let seedsOfTasks = [
    7001, 7002, 7007, 7009, 7020, 7023, 7025, 7026, 7030, 7036, 7037, 7041, 7053, 7054, 7055, 7057,
    7070, 7072, 7074, 7077, 7078, 7084, 7087, 7092, 7095, 7104, 7105, 7106, 7108, 7122, 7132, 7138,
    7148, 7150, 7152, 7161, 7166, 7169, 7170, 7171, 7172, 7176, 7186, 7191, 7193, 7197, 7201, 7202,
    7203, 7209, 7210, 7216, 7220, 7221, 7222, 7226, 7228, 7231, 7235, 7253,
  ]

  /// A search of a random app with restarts finds what a search without reductions finds, and what happens at random.
  static let wild = Net(name: "random apps with restarts", seeds: seeds + seedsOfTasks) { seed in
    let (found, limit) = try sights(of: seed)
    if let limit { return limit }
    let (expected, plainLimit) = try sights(of: seed, reductions: .none, time: .seconds(1))
    if plainLimit == nil, found != expected {
      return "the searches differ: \(found.symmetricDifference(expected).sorted())"
    }
    return try play(seed).first { !found.contains($0.sight) }.map { "was not found: \($0)" }
  }

  /// What a search sees, and the bound that it met.
  private static func sights(
    of seed: Int, reductions: OrderReductions = OrderReductions(), time: Duration? = nil
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
      ], within: Bounds(states: 500, time: time))
    let hasIssue = exploration.verdicts.contains { $0.property == "no runtime issue" }
    let limit = exploration.limit.map { "\($0)" }
    return (seen.withLock(\.self), limit ?? (hasIssue ? "\(exploration)" : nil))
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
