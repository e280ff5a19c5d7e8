import Cairn
import CairnModel
import Foundation
import TestSupport
import Testing

/// A search on several cores equals the search on one core.
@Suite struct CoresTests {
  /// All positions of a lock with several dials of ten digits.
  private static func lock(dials: Int) -> Model<[UInt8], Int> {
    Model<[UInt8], Int>(Array(repeating: 0, count: dials)) { state, dial in
      state[dial] = (state[dial] + 1) % 10
    } actions: {
      Array($0.indices)
    }
  }

  private static let properties: [Property<[UInt8], Int>] = [
    .never("all are at three") { $0.allSatisfy { $0 == 3 } }, .noDeadEnd(),
    .reachable("all are at nine") { $0.allSatisfy { $0 == 9 } },
    .step("the first stays below eight") { _, dial, state in dial != 0 || state[0] < 8 },
    .alwaysReachable("all are at zero") { $0.allSatisfy { $0 == 0 } },
  ]

  private func expectSame<State, Action>(
    _ model: Model<State, Action>, _ properties: [Property<State, Action>] = [],
    within bounds: Bounds = Bounds(), cores: Int
  ) throws where State: Sendable {
    let one = try model.explore(checking: properties, within: bounds, cores: 1)
    let several = try model.explore(checking: properties, within: bounds, cores: cores)
    #expect(several.allStates == one.allStates)
    #expect(several.description == one.description)
    #expect(several.limit == one.limit)
  }

  @Test(arguments: [0, 1, 2, 3, 8, Int.max])
  func `any number of cores finds the same in the same order`(cores: Int) throws {
    try expectSame(Self.lock(dials: 4), Self.properties, cores: cores)
  }

  @Test(arguments: [
    Bounds(depth: 0), Bounds(depth: 6), Bounds(depth: 36), Bounds(states: 1), Bounds(states: 63),
    Bounds(states: 4_321), Bounds(states: 9_999), Bounds(states: 10_000),
    Bounds(depth: 12, states: 5_000),
  ])
  func `a bound is met by the same state`(bounds: Bounds) throws {
    try expectSame(Self.lock(dials: 4), Self.properties, within: bounds, cores: 2)
  }

  @Test func `no step starts after the time limit`() throws {
    let bounds = Bounds(time: .zero)
    let exploration = try Self.lock(dials: 4).explore(within: bounds, cores: 2)
    #expect(exploration.states == 1)
    #expect(exploration.limit == .time(.zero))
  }

  @Test(arguments: [1, 2])
  func `after a slow step no core searches to the end`(cores: Int) throws {
    let time = Duration.milliseconds(20)
    let model = Model<Int, Int>(anyOf: Array(0..<128)) { state, _ in
      if state == 5 { spend(time) }
      state += 128
    } actions: {
      $0 < 128 ? [0] : []
    }
    #expect(try model.explore(within: Bounds(time: time), cores: cores).limit == .time(time))
  }

  @Test func `levels that are narrow, wide and narrow again are merged in order`() throws {
    // Up to 200 side by side, in waves.
    let model = Model<[Int], Int>([0, 0]) { state, action in
      state = [state[0] + 1, action]
    } actions: { state in
      let width = [1, 3, 200, 150, 70, 64, 63, 2][state[0] % 8]
      return state[0] < 60 ? (0..<width).map { ($0 * 37 + state[1]) % width } : []
    }
    try expectSame(model, [.noDeadEnd(), .reachable("an end") { $0[0] == 60 }], cores: 3)
  }

  @Test func `many starts are searched on many cores as on one`() throws {
    let model = Model<Int, Int>(anyOf: Array(stride(from: 0, to: 2_000, by: 7))) { state, action in
      state = (state * action + 1) % 20_011
    } actions: { _ in
      [2, 3, 5]
    }
    try expectSame(model, [.reachable("goal") { $0 == 19_999 }], cores: 4)
    let graphs = try [1, 4].map { cores in
      try model.explore(cores: cores).graph(state: { "\($0)" }, action: { "\($0)" })
    }
    #expect(graphs[0] == graphs[1])
  }

  @Test(arguments: [Int.max, 9_000], [false, true])
  func `claims about runs have the same verdicts, although some states have no step`(
    states: Int, isFair: Bool
  ) throws {
    let model = Model<Int, Int>(0) { state, next in
      state = next
    } actions: { number in
      (0..<[3, 2, 1, 0, 4, 0, 3][number % 7]).map { (number * 31 + $0 * 17 + 7) % 20_011 }
    }
    // Most states are at levels of more than a thousand.
    let properties: [Property<Int, Int>] =
      [.eventually("a great one") { $0 > 19_000 }, .alwaysReachable("the start") { $0 == 0 }]
      + [12_345, 15_001, 17_778].map { first in
        .leadsTo("\(first)", "even", { $0 == first }, then: { $0 != first && $0 % 2 == 0 })
      }
    try expectSame(
      isFair ? model.fair { $0 % 2 == 0 ? nil : "next" } : model, properties,
      within: Bounds(states: states), cores: 2)
  }

  @Test(arguments: [1, 2])
  func `a successor is hashed once, and compared if it is known`(cores: Int) throws {
    let uses = Uses()
    let model = Model<Counted, Int>(Counted(value: [0, 0, 0, 0], uses: uses)) { state, dial in
      state.value[dial] = (state.value[dial] + 1) % 10
    } actions: {
      Array($0.value.indices)
    }
    let exploration = try model.explore(cores: cores)
    let (states, steps) = (exploration.states, exploration.transitions)
    #expect(uses.hashes.value == 1 + steps)
    // Few of 10,000 states have equal 32 bits of their hash.
    let known = steps - (states - 1)
    #expect((known...known + 20).contains(uses.comparisons.value))
  }

  /// A state that counts how often it is hashed and compared.
  private struct Counted: Hashable {
    var value: [UInt8]
    let uses: Uses

    static func == (one: Self, other: Self) -> Bool {
      _ = one.uses.comparisons.next()
      return one.value == other.value
    }

    func hash(into hasher: inout Hasher) {
      _ = uses.hashes.next()
      hasher.combine(value)
    }
  }

  private final class Uses: Sendable {
    let hashes = Counter()
    let comparisons = Counter()
  }

  @Test func `of merged states the same one is kept`() throws {
    let model = Self.lock(dials: 4).canonicalized { $0.sorted() }
    try expectSame(model, [.reachable("all are at five") { $0 == [5, 5, 5, 5] }], cores: 2)
    #expect(try model.explore(cores: 2).states == 715)
  }

  @Test(arguments: [1, 3])
  func `runtime issues of a reducer reach the reporter of the caller`(cores: Int) throws {
    let reports = Counter()
    let issue = RuntimeIssue("a mistake", causes: [], suggestion: "correct it")
    let model = Model<Int, Int>(0) { state, action in
      RuntimeIssue.report(issue)
      state = state * 2 + action
    } actions: {
      $0 < 1_000 ? [1, 2] : []
    }
    let steps = try RuntimeIssue.$reporter.withValue(.init { _ in _ = reports.next() }) {
      try model.explore(cores: cores).transitions
    }
    #expect(steps == 2_000 && reports.value == steps)
  }

  /// The reducer is made for the search, and for each core.
  @Test func `all cores take part by default`() throws {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    #expect(try reducersMade { try $0.explore(cores: 1) } == 1)
    #expect(try reducersMade { try $0.explore(cores: 3) } == 4)
    #expect(try reducersMade { try $0.explore() } == (cores == 1 ? 1 : cores + 1))
  }

  @Test func `states with references are searched on one core by default`() throws {
    let made = Counter()
    let model = Model([0], reducer: reducer(made) { [$0] }) { $0 == [0] ? Array(1...64) : [] }
    #expect(try model.explore().states == 65)
    #expect(made.value == 1)
    #expect(try model.explore(cores: 3).states == 65)
    #expect(made.value == 5)
  }

  @Test func `without a wide level one core is used`() throws {
    #expect(try reducersMade(width: 63) { try $0.explore(cores: 3) } == 1)
  }

  private func reducersMade(
    width: Int = 64, _ explore: (Model<Int, Int>) throws -> Exploration<Int, Int>
  ) throws -> Int {
    let made = Counter()
    let model = Model(0, reducer: reducer(made) { $0 }) { $0 == 0 ? Array(1...width) : [] }
    #expect(try explore(model).states == width + 1)
    return made.value
  }

  private func reducer<State>(
    _ made: Counter, _ state: @escaping (Int) -> State
  ) -> Reduce<State, Int> {
    _ = made.next()
    return Reduce { current, action in
      current = state(action)
      return .none
    }
  }
}
