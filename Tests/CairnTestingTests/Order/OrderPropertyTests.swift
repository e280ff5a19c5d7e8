import Cairn
import CairnSimulation
import CairnTesting
import TestSupport
import Testing

/// Random features pass the same states in a store of a simulation and in a test store, which receives their actions
/// or does not. `SemanticsTests` compares both, and a store of the main actor, with the rules.
@Suite(.timeLimit(.minutes(10))) struct OrderPropertyTests {
  /// Checks the features of many seeds, and reports the first for which `check` returns differences.
  private func forEachFeature(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ check: (RandomFeature, UInt64) -> [String]
  ) {
    for seed in randomSeeds(300) {
      let feature = RandomFeature(seed: seed)
      let text = check(feature, seed).joined(separator: "\n")
      guard text.isEmpty else {
        Issue.record("\(text)\nCAIRN_SEED=\(seed)\n\(feature)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  @Test(arguments: [false, true])
  func `a test store reduces in the order of a simulated store, under a seed, too`(
    isSeeded: Bool
  ) {
    forEachFeature { feature, seed in
      func simulation() -> Simulation { isSeeded ? Simulation(seed: seed) : Simulation() }
      let states = simulated(feature, simulation())
      return exhaustive(feature, simulation(), states) + lenient(feature, simulation(), states)
    }
  }

  @Test func `a test store that nothing is received from reaches the last state`() {
    forEachFeature { feature, _ in
      let states = simulated(feature, Simulation())
      let store = testStore(feature, .off, Simulation())
      for input in feature.inputs { perform(input, on: store) }
      store.finish()
      return difference(
        [store.state], states.suffix(1), of: "a test store that receives nothing")
    }
  }

  // MARK: Drivers

  private func testStore(
    _ feature: RandomFeature, _ exhaustivity: Exhaustivity, _ simulation: Simulation
  ) -> TestStore<RandomFeature.State, Int> {
    TestStore(RandomFeature.State(), exhaustivity: exhaustivity, simulation: simulation) {
      feature.reducer(clock: simulation.clock)
    }
  }

  private func perform(_ input: RandomFeature.Input, on store: TestStore<RandomFeature.State, Int>)
  {
    switch input {
    case .send(let action): store.send(action)
    case .advance(let milliseconds): store.advance(by: .milliseconds(milliseconds))
    }
  }

  /// The state after each input.
  private func simulated(_ feature: RandomFeature, _ simulation: Simulation) -> [RandomFeature
    .State]
  {
    let store = simulation.store(RandomFeature.State()) { feature.reducer(clock: simulation.clock) }
    return feature.inputs.map { input in
      switch input {
      case .send(let action): store.send(action)
      case .advance(let milliseconds): simulation.advance(by: .milliseconds(milliseconds))
      }
      simulation.drain()
      return store.state
    }
  }

  /// The differences of a test that accounts for every action.
  private func exhaustive(
    _ feature: RandomFeature, _ simulation: Simulation, _ states: [RandomFeature.State]
  ) -> [String] {
    let texts = failures {
      let store = testStore(feature, .on, simulation)
      for (input, state) in zip(feature.inputs, states) {
        switch input {
        case .send(let action):
          let step = state.steps.dropFirst(store.state.steps.count).first ?? []
          store.send(action) { $0.take(step) }
        case .advance: perform(input, on: store)
        }
        for step in state.steps.dropFirst(store.state.steps.count) {
          store.receive(step == [-1] ? .dismissal : .where("\(step)") { $0 == step[0] }) {
            $0.take(step)
          }
        }
        store.expect(\.self, state)
      }
      store.finish()
    }
    return texts.isEmpty ? [] : ["exhaustive:"] + texts
  }

  /// The differences of a test store with exhaustivity off.
  private func lenient(
    _ feature: RandomFeature, _ simulation: Simulation, _ states: [RandomFeature.State]
  ) -> [String] {
    let store = testStore(feature, .off, simulation)
    let found = feature.inputs.map { input in
      perform(input, on: store)
      store.skipReceived()
      return store.state
    }
    return difference(found, states, of: "a test store with exhaustivity off")
  }

  private func difference(
    _ found: [RandomFeature.State], _ states: [RandomFeature.State], of driver: String
  ) -> [String] {
    found == states
      ? []
      : ["\(driver) passes\n  \(found.map(\.reduced)), not\n  \(states.map(\.reduced))"]
  }
}

/// A child whose actions return random effects, and its parent. The state contains the list of the reduced
/// actions and dismissals, and therefore shows every state before it.
struct RandomFeature: Sendable, CustomStringConvertible {
  struct State: Equatable {
    /// Actions, -1 for a dismissal that was a step of its own, and -2 for one within the reduction before.
    var reduced: [Int] = []
    /// The child that is presented, again after every dismissal.
    var child: Int? = 0

    var isClosed: Bool { child == nil }

    /// A step is a number, and -2 after it.
    var steps: [[Int]] {
      var steps: [[Int]] = []
      for number in reduced {
        if number == -2, let last = steps.popLast() {
          steps.append(last + [number])
        } else {
          steps.append([number])
        }
      }
      return steps
    }

    mutating func take(_ step: [Int]) {
      for number in step { reduced.append(number) }
      child = step.contains { $0 < 0 } ? reduced.count : child.map { $0 + 1 }
    }
  }

  /// A step of a test.
  enum Input: Sendable {
    case send(Int)
    case advance(milliseconds: Int)
  }

  /// No action returns an effect any more after so many.
  static let longest = 40

  /// The effect of each action.
  let effects: [RandomWork?]
  let inputs: [Input]

  init(seed: UInt64) {
    var random = SeededChoice(seed: seed)
    let count = 2 + random.pick(6)
    effects = (0..<count).map { _ in
      random.pick(4) == 0 ? nil : RandomWork(&random, count)
    }
    inputs =
      (0...random.pick(4)).map { _ in
        random.pick(3) == 0
          ? .advance(milliseconds: random.pick(5) * 10) : .send(random.pick(count))
      } + [.advance(milliseconds: 10_000)]
  }

  var description: String {
    effects.enumerated()
      .map { action, work in "  \(action): " + (work.map { "\($0)" } ?? "none") }
      .joined(separator: "\n") + "\n  inputs: \(inputs)"
  }

  func reducer(clock: any Clock<Duration>) -> some Reducer<State, Int> {
    Reduce<State, Int> { state, action in
      state.reduced.append(action)
      if state.child == nil {
        state.reduced.append(-2)
        state.child = state.reduced.count
      }
      return .none
    }
    .ifLet(\.child, CasePath<Int, Int>({ $0 }, extract: { $0 })) {
      Reduce<Int, Int> { count, action in
        count += 1
        guard count < RandomFeature.longest else { return .none }
        return effects[action]?.effect(clock, unit: .milliseconds(10)) { $0 } ?? .none
      }
    }
    .onChange(of: \.isClosed) { _, _ in
      Reduce { state, _ in
        state.reduced.append(-1)
        state.child = state.reduced.count
        return .none
      }
    }
  }
}
