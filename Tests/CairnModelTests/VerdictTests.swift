import Cairn
import CairnModel
import TestSupport
import Testing

/// Verdicts, with the whole model visited and with bounds.
@Suite struct VerdictTests {
  /// Counts up to ten by ones and twos; at seven it cannot change.
  private static let counting = Model<Int, Int>(0) { state, action in
    state += action
  } actions: { state in
    state == 7 ? [0] : [1, 2].filter { state + $0 <= 10 }
  }

  private func explored(
    _ property: Property<Int, Int>, within bounds: Bounds = Bounds()
  ) throws -> Verdict<Int, Int> {
    try #require(Self.counting.explore(checking: [property], within: bounds)[property.name])
  }

  @Test func `a dead end is a state that nothing changes, unless it is meant as an end`() throws {
    #expect(try explored(.noDeadEnd()).trace?.last == 7)
    #expect(try explored(.noDeadEnd { $0 == 7 }).trace?.last == 10)
    #expect(try explored(.noDeadEnd { $0 == 7 || $0 == 10 }).isProved)
  }

  @Test func `a step is judged by the state before, the action and the state after`() throws {
    let verdict = try explored(
      .step("no step of two from four") { before, action, after in
        #expect(after == before + action)
        return before != 4 || action != 2
      })
    #expect(verdict.trace?.actions == [2, 2, 2])
    #expect(verdict.trace?.last == 6)
    #expect(try explored(.step("up") { $0 <= $2 }).isProved)
  }

  @Test(arguments: [
    (Bounds(depth: 3), Limit.depth(3), 7), (Bounds(states: 4), .states(4), 4),
    (Bounds(time: .zero), .time(.zero), 1),
  ])
  func `a search that reached a bound proves nothing that could fail beyond it`(
    bounds: Bounds, limit: Limit, states: Int
  ) throws {
    let properties: [Property<Int, Int>] = [
      .never("ten") { $0 == 10 }, .reachable("ten at last") { $0 == 10 }, .noDeadEnd(),
      .step("no step to ten") { $2 != 10 }, .alwaysReachable("ten again") { $0 == 10 },
    ]
    let exploration = try Self.counting.explore(checking: properties, within: bounds)
    #expect(exploration.states == states)
    #expect(exploration.limit == limit && !exploration.graph().isComplete)
    for (_, verdict) in exploration.verdicts {
      guard case .inconclusive(limit) = verdict else {
        Issue.record("\(verdict)")
        continue
      }
    }
  }

  @Test(arguments: [1, 200])
  func `after a slow step a search looks at the clock, whatever comes next`(actions: Int) throws {
    // A step that takes all the time, and then 200 quick ones, from its state or from the next ones.
    let time = Duration.milliseconds(20)
    let steps = Counter()
    let model = Model<Int, Int>(0) { state, action in
      if steps.next() == 1 { spend(time) }
      state += action
    } actions: {
      $0 < 200 / actions ? Array(1...actions) : []
    }
    let exploration = try model.explore(within: Bounds(time: time))
    #expect(exploration.limit == .time(time))
    #expect(steps.value <= 2)
  }

  @Test func `findings within a bound are certain`() throws {
    let bounds = Bounds(depth: 4)
    #expect(try explored(.never("eight") { $0 == 8 }, within: bounds).isRefuted)
    #expect(try explored(.reachable("eight") { $0 == 8 }, within: bounds).isProved)
    #expect(try explored(.noDeadEnd(), within: Bounds(depth: 5)).trace?.last == 7)
    #expect(
      try explored(.alwaysReachable("ten") { $0 == 10 }, within: Bounds(depth: 5)).trace?.last
        == 7)
  }

  @Test func `a trace leads to a state that does not equal itself`() throws {
    let model = Model<Double, Double>(0) { state, action in
      state = action
    } actions: {
      $0 < 2 ? [$0 + 1, .nan] : []
    }
    let exploration = try model.explore(checking: [
      .never("no number", \.isNaN), .noDeadEnd { !$0.isNaN },
      .alwaysReachable("two") { $0 == 2 }, .leadsTo("no number", "two", \.isNaN, then: { $0 == 2 }),
    ])
    #expect(exploration.limit == nil)
    for (property, verdict) in exploration.verdicts {
      #expect(verdict.trace?.steps.map(\.state.isNaN) == [true], "\(property)")
    }
    #expect(!exploration.graph().isComplete)
  }

  @Test func `a bound that is not reached changes nothing`() throws {
    let exploration = try Self.counting.explore(within: Bounds(depth: 6, states: 11))
    #expect(exploration.limit == nil)
    #expect(exploration.states == 11)
    #expect(exploration.depth == 5)
  }

  @Test func `the report has the numbers, the verdicts and the traces`() throws {
    let exploration = try Jugs.model.explore(checking: [
      .reachable("two litres") { $0.large == 2 }, .never("a full jug") { $0.large == 5 },
      .reachable("six litres") { $0.large == 6 }, .noDeadEnd(),
    ])
    #expect(
      exploration.description == """
        16 states, 96 transitions, depth 7; everything was visited
        reachable "two litres": proved, in 2 steps
             Jugs.State(small: 0, large: 0)
          1. .fillLarge  →  Jugs.State(small: 0, large: 5)
          2. .pourIntoSmall  →  Jugs.State(small: 3, large: 2)
        never "a full jug": refuted, in 1 step
             Jugs.State(small: 0, large: 0)
          1. .fillLarge  →  Jugs.State(small: 0, large: 5)
        reachable "six litres": refuted
        no dead end: proved
        """)
    #expect(
      try Jugs.model.explore(checking: [.noDeadEnd()], within: Bounds(states: 3)).description == """
        3 states, 6 transitions, depth 1; not everything was visited: the number of 3 states was \
        reached
        no dead end: not proved
        """)
    let one = try Jugs.model.explore(checking: [], within: Bounds(time: .seconds(-1)))
    #expect(
      one.description == """
        1 state, 0 transitions, depth 0; not everything was visited: the time of -1s was over
        """)
    #expect(Limit.time(.seconds(Int64.max)).description.hasSuffix("m was over"))
  }
}

extension Model {
  /// A model without effects.
  ///
  /// - Parameter step: changes a state by an action.
  init(
    _ initial: State, step: @escaping @Sendable (inout State, Action) -> Void,
    actions: @escaping @Sendable (State) -> [Action]
  ) {
    self.init(anyOf: [initial], step: step, actions: actions)
  }

  init(
    anyOf initials: [State], step: @escaping @Sendable (inout State, Action) -> Void,
    actions: @escaping @Sendable (State) -> [Action]
  ) {
    let reducer: @Sendable () -> Reduce<State, Action> = {
      Reduce { state, action in
        step(&state, action)
        return .none
      }
    }
    self.init(anyOf: initials, reducer: reducer(), actions: actions)
  }
}

/// Returns after a time.
func spend(_ time: Duration) {
  let end = ContinuousClock.now + time
  while ContinuousClock.now < end {}
}
