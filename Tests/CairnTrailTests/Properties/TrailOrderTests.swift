import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

/// A played trail, its journal and a simulated store pass the same states.
@Suite(.timeLimit(.minutes(10))) struct TrailOrderTests {
  @Test func `a trail and its journal pass the states of a store`() throws {
    for seed in randomSeeds(200) { try check(seed) }
  }

  private func check(_ seed: UInt64) throws {
    var generator = SplitMix64(seed: ~seed)
    let inputs =
      (0...Int.random(in: 0...3, using: &generator)).map { _ -> Input in
        let number = Int.random(in: 0...2 * RandomApp.count, using: &generator)
        return switch number {
        case 0..<RandomApp.count: .action(number)
        case RandomApp.count..<2 * RandomApp.count: .child(number - RandomApp.count)
        default: .seconds(1)
        }
      } + [.seconds(10_000)]
    let (states, steps) = simulated(seed, inputs)
    let (played, journal) = try played(seed, inputs)
    let differs = Comment(rawValue: "CAIRN_SEED=\(seed), \(inputs)")
    try #require(played == states.map(\.text), differs)
    var player = try JournalPlayer<RandomApp>(journal)
    for (index, state) in steps.enumerated() {
      try #require(player.play(to: index + 1) == nil, differs)
      try #require(player.state == state, differs)
    }
    try #require(journal.count == steps.count, differs)
  }

  private enum Input {
    case action(Int)
    case child(Int)
    case seconds(Int)
  }

  /// The state of a simulated store after each input, and after each step.
  private func simulated(
    _ seed: UInt64, _ inputs: [Input]
  ) -> (inputs: [RandomApp.State], steps: [RandomApp.State]) {
    let simulation = Simulation()
    let store = simulation.store(RandomApp.State()) {
      RandomApp(seed: seed, clock: simulation.clock)
    }
    var steps: [RandomApp.State] = []
    let observation = store.observe { [unowned store] event in
      if event.step != nil { steps.append(store.untrackedState) }
    }
    defer { observation.cancel() }
    let states = inputs.map { input in
      switch input {
      case .action(let number): store.send(.reduce(number))
      case .child(let number): store.send(store.state.childAction(number))
      case .seconds(let seconds): simulation.advance(by: .seconds(seconds))
      }
      simulation.drain()
      return store.state
    }
    return (states, steps)
  }

  /// The actions on the screen after each line of a trail, and the journal of the trail.
  private func played(
    _ seed: UInt64, _ inputs: [Input]
  ) throws -> ([String], Journal<RandomApp.Action>) {
    var text = ""
    let lines = inputs.map { input in
      switch input {
      case .action(let number): "> a\(number)"
      case .child(let number): "> b\(number)"
      case .seconds(let seconds): "@ \(seconds)s"
      }
    }
    let trail = "% width 1000\n% options --table=\(seed)\n" + lines.joined(separator: "\n") + "\n"
    var player = try TrailPlayer<RandomApp>(
      try Trail.parse(trail, file: "random.trail"),
      journal: JournalWriter(coding: ActionCoding()) { text += $0 })
    let played = lines.map { _ in
      player.step()
      return player.screen.compactMap { $0.firstMatch(of: /Reduced: .*child: \w+/)?.0 }.joined()
    }
    player.step()
    try #require(player.failure == nil)
    let journal = try Journal(
      parsing: Array(text.utf8), file: "random.journal", of: RandomApp.self,
      coding: ActionCoding(), secrets: TrailSecrets())
    return (played, journal)
  }
}
