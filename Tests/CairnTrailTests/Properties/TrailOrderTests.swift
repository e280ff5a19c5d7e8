import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Foundation
import Testing

/// A played trail, its journal and a simulated store pass the same states.
///
/// `CAIRN_SEED=7 CAIRN_SEQUENCES=1 swift test` repeats the app of a seed that a failure shows.
@Suite(.timeLimit(.minutes(10))) struct TrailOrderTests {
  @Test func `a trail and its journal pass the states of a store`() throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["CAIRN_SEED"].flatMap(UInt64.init) ?? 20_260_114
    let count = environment["CAIRN_SEQUENCES"].flatMap(UInt64.init) ?? 200
    for seed in first..<first + count {
      var generator = SplitMix64(seed: ~seed)
      let inputs =
        (0...Int.random(in: 0...3, using: &generator)).map { _ -> Input in
          let number = Int.random(in: 0...RandomTable.count, using: &generator)
          return number < RandomTable.count ? .action(number) : .seconds(1)
        } + [.seconds(3 * RandomTable.longest)]
      let states = simulated(seed, inputs)
      let (played, journal) = try played(seed, inputs)
      let differs = Comment(rawValue: "CAIRN_SEED=\(seed), \(inputs)")
      let expected: [String] = states.map { $0.reduced.map(String.init).joined() }
      try #require(played == expected, differs)
      let last = try #require(states.last)
      var player = try JournalPlayer<RandomApp>(journal)
      for length in 0...last.reduced.count {
        try #require(player.play(to: length) == nil, differs)
        try #require(player.state.reduced == Array(last.reduced.prefix(length)), differs)
      }
    }
  }

  private enum Input {
    case action(Int)
    case seconds(Int)
  }

  /// The state of a simulated store after each input.
  private func simulated(_ seed: UInt64, _ inputs: [Input]) -> [RandomTable.State] {
    let simulation = Simulation()
    let store = simulation.store(RandomTable.State()) {
      RandomTable(seed: seed, clock: simulation.clock)
    }
    return inputs.map { input in
      switch input {
      case .action(let number):
        store.send(.reduce(number))
        simulation.drain()
      case .seconds(let seconds): simulation.advance(by: .seconds(seconds))
      }
      return store.state
    }
  }

  /// The actions on the screen after each line of a trail, and the journal of the trail.
  private func played(
    _ seed: UInt64, _ inputs: [Input]
  ) throws -> ([String], Journal<RandomTable.Action>) {
    var text = ""
    let lines = inputs.map { input in
      switch input {
      case .action(let number): "> a\(number)"
      case .seconds(let seconds): "@ \(seconds)s"
      }
    }
    let trail = "% width 1000\n% options --table=\(seed)\n" + lines.joined(separator: "\n") + "\n"
    var player = try TrailPlayer<RandomApp>(
      try Trail.parse(trail, file: "random.trail"),
      journal: JournalWriter(coding: ActionCoding()) { text += $0 })
    let played = lines.map { _ in
      player.step()
      return player.screen.compactMap { $0.firstMatch(of: /Reduced: ?(\d*)/)?.1 }.joined()
    }
    player.step()
    try #require(player.failure == nil)
    let journal = try Journal(
      parsing: Array(text.utf8), file: "random.journal", of: RandomApp.self,
      coding: ActionCoding(), secrets: TrailSecrets())
    return (played, journal)
  }
}
