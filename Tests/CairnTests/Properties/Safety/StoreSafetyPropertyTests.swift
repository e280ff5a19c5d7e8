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

/// The rules of a store, without a store.
struct SafetyModel {
  enum Message {
    case send(Int)
    /// Cancels the effects of one `send` of the owner; of all, where `root` is `nil`.
    case cancel(root: Int?)
  }

  private struct Entry {
    let number: Int
    var recipient = Act.Recipient.root
    var isFollowUp = false
  }

  var deferred: [Message] = []
  var wasReleased = false
  var isInspecting = false
  var observationChanged = false
  private(set) var isReducing = false
  private var queue: [Entry] = []
  private var followUps: [Entry] = []
  private var reduced: Set<Int> = []
  private var begun: Set<Int> = []
  private var cancelled: Set<Int> = []
  /// The actions of the owner whose handles were cancelled before they were reduced.
  private var cancelledRoots: Set<Int> = []
  private var mustBegin: Set<Int> = []
  /// The action of the owner that caused an action.
  private var roots: [Int: Int] = [:]
  /// The actions whose effects have an id.
  private var ids: [String: Set<Int>] = [:]
  /// The actions that were reduced by a part that is present.
  private var parts: [Act.Recipient: Set<Int>] = [:]
  private var last: (number: Int, wasInspected: Bool)?

  mutating func addFollowUp(_ number: Int, of action: Act, to recipient: Act.Recipient) {
    roots[number] = root(of: action.number)
    followUps.append(Entry(number: number, recipient: recipient, isFollowUp: true))
  }

  mutating func addReply(_ number: Int, of action: Act) {
    roots[number] = root(of: action.number)
  }

  private func root(of number: Int) -> Int { roots[number] ?? number }

  private func isCaused(_ number: Int, by root: Int?) -> Bool {
    root == nil || self.root(of: number) == root
  }

  /// Queues the follow-ups of the last action, and the messages that were deferred behind them.
  mutating func absorb() {
    queue += followUps.filter { !cancelledRoots.contains(root(of: $0.number)) }
    followUps = []
    for message in deferred {
      switch message {
      case .send(let number): queue.append(Entry(number: number))
      case .cancel(let root):
        queue = queue.filter { !$0.isFollowUp || !isCaused($0.number, by: root) }
        cancelled.formUnion(reduced.filter { isCaused($0, by: root) })
        if let root, queue.contains(where: { $0.number == root }) { cancelledRoots.insert(root) }
      }
    }
    deferred = []
  }

  mutating func willReduce(_ action: Act, _ inspected: Int?) -> String? {
    if isReducing { return "\(action.number) is reduced within a reduction" }
    isReducing = true
    absorb()
    defer {
      reduced.insert(action.number)
      last = (action.number, isInspecting)
      observationChanged = false
    }
    if let violation = violation(ofInspection: inspected) { return violation }
    if let effect = action.effect {
      return cancelled.contains(effect) ? "\(effect) sent an action after its cancellation" : nil
    }
    dropUndelivered()
    guard queue.first?.number == action.number else {
      return "\(action.number) is reduced, and not the first of \(queue.map(\.number))"
    }
    queue.removeFirst()
    return nil
  }

  /// An action for a part that is absent changes nothing.
  private mutating func dropUndelivered() {
    while let first = queue.first, first.recipient != .root, parts[first.recipient] == nil {
      queue.removeFirst()
    }
  }

  mutating func didReduce(_ action: Act) {
    isReducing = false
    let number = action.number
    if cancelledRoots.contains(number) { cancelled.insert(number) }
    guard let place = action.place else { return }
    guard action.recipient == .root else {
      parts[action.recipient]?.insert(number)
      if place == .dismissed { end(.child) }
      return
    }
    if place.hasEffect { mustBegin.insert(number) }
    switch place {
    case .child, .dismissed: parts[.child] = parts[.child] ?? []
    case .row: if parts[.row] == nil { parts[.row] = [] } else { end(.row) }
    case .cancellable: name(number, "id", replacing: true)
    case .debounced: name(number, "pause", replacing: true)
    case .id: name(number, "\(number % 2)", replacing: number % 3 == 0)
    case .debounceID: name(number, "\(number % 2)", replacing: true)
    case .throttleID: name(number, "\(number % 2)", replacing: false)
    case .cancelID: cancelled.formUnion(ids.removeValue(forKey: "\(number % 2)") ?? [])
    default: break
    }
  }

  private mutating func end(_ part: Act.Recipient) {
    cancelled.formUnion(parts.removeValue(forKey: part) ?? [])
  }

  private mutating func name(_ number: Int, _ id: String, replacing: Bool) {
    if replacing { cancelled.formUnion(ids.removeValue(forKey: id) ?? []) }
    ids[id, default: []].insert(number)
  }

  mutating func didBegin(_ action: Act) -> String? {
    absorb()
    begun.insert(action.number)
    return cancelled.contains(action.number)
      ? "an effect of \(action.number) begins after its cancellation" : nil
  }

  mutating func violation(ofReply reply: Int, of action: Act) -> String? {
    absorb()
    return reduced.contains(reply) || cancelled.contains(action.number) || wasReleased
      ? nil : "the reply \(reply) of \(action.number) was lost"
  }

  mutating func violationAtEnd(_ inspected: Int?) -> String? {
    if wasReleased { return nil }
    dropUndelivered()
    if !queue.isEmpty { return "lost: \(queue.map(\.number))" }
    let missing = mustBegin.subtracting(begun).subtracting(cancelled)
    if !missing.isEmpty { return "the effects of \(missing.sorted()) did not begin" }
    return violation(ofInspection: inspected)
  }

  private func violation(ofInspection inspected: Int?) -> String? {
    guard let last, !observationChanged, !wasReleased else { return nil }
    return (inspected == last.number) == last.wasInspected
      ? nil : "\(last.number) was \(last.wasInspected ? "not " : "")inspected"
  }
}
