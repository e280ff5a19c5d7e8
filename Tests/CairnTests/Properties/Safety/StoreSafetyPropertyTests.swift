import Cairn
import CairnSimulation
import Foundation
import TestSupport
import Testing

/// Values of users that use the store in their `deinit`, in every place that can hold one, against a
/// model of the rules.
@Suite(.timeLimit(.minutes(10))) struct StoreSafetyPropertyTests {
  @Test func `values that use the store in their deinit break no rule`() {
    expect(
      Property<SafetyUse>(longest: 12, { .random(&$0, Place.allCases) }) {
        operations throws(Violation) in
        let census = Census()
        do {
          let simulation = Simulation()
          let world = World(census, simulation)
          RuntimeIssue.$reporter.withValue(.init { _ in }) {
            for operation in operations { world.perform(operation, simulation) }
            simulation.advance(by: .seconds(20))
            world.compare()
            world.releaseAll()
            simulation.advance(by: .seconds(20))
          }
          if let violation = world.violation { throw Violation(violation) }
        }
        try require(census.number, 0, "the tokens alive after the end are")
      })
  }

  /// The test resumes the effects, in a random order.
  @MainActor @Test(.bothWaysOfStarting)
  func `values that use a store of the main actor break no rule while effects suspend`()
    async throws
  {
    let property = Property<SafetyUse>(
      longest: 12, { .random(&$0, Place.onMainActor) }, holds: { _ in })
    for seed in sequenceSeeds(2_000) {
      let operations = property.operations(from: seed)
      guard await violation(of: operations) != nil else { continue }
      var shortest = operations
      for index in operations.indices.reversed() {
        var shorter = shortest
        shorter.remove(at: index)
        if await violation(of: shorter) != nil { shortest = shorter }
      }
      guard let violation = await violation(of: shortest) else { continue }
      Issue.record(
        "\(Counterexample(seed: seed, length: operations.count, operations: shortest, violation: violation))"
      )
      return
    }
  }

  @MainActor private func violation(of operations: [SafetyUse]) async -> Violation? {
    let census = Census()
    var violation: String?
    do {
      let world = World(census)
      await RuntimeIssue.$reporter.withValue(.init { _ in }) {
        for operation in operations {
          world.perform(operation, nil)
          await world.settle()
          world.checkReading()
        }
        while world.resume(0, .nothing) { await world.settle() }
        world.compare()
        world.releaseAll()
        await world.settle()
        while world.resume(0, .nothing) { await world.settle() }
      }
      violation = world.violation
    }
    if violation == nil, census.number != 0 { violation = "\(census.number) tokens are alive" }
    return violation.map { Violation($0) }
  }
}

enum SafetyUse {
  case send(Place, Habit, followUps: Int, thenCancel: Bool)
  case cancel, drain
  /// Resumes suspended effects, or advances the clock.
  case resume([Int], Habit)

  static func random(_ random: inout SeededChoice, _ places: [Place]) -> SafetyUse {
    let habit = Habit.allCases[random.pick(Habit.allCases.count)]
    switch random.pick(12) {
    case 0: return .cancel
    case 1: return .drain
    case 2...4: return .resume((0...random.pick(3)).map { _ in random.pick(8) }, habit)
    default:
      let place = places[random.pick(places.count)]
      return .send(
        place, habit, followUps: random.pick(4) / 2,
        thenCancel: random.isOne(in: 8))
    }
  }
}

extension World {
  fileprivate func perform(_ use: SafetyUse, _ simulation: Simulation?) {
    switch use {
    case .send(let place, let habit, let followUps, let thenCancel):
      send(place, habit, followUps: followUps, thenCancel: thenCancel)
    case .cancel: cancel()
    case .drain:
      simulation?.drain()
      store?.drain()
    case .resume(let indices, let habit):
      guard simulation == nil else {
        simulation?.advance(by: .seconds(1))
        break
      }
      for index in indices { resume(index, habit) }
    }
    checkReading()
  }
}
