import Cairn
import CairnModel
import Synchronization
import Testing

/// Claims about runs: what must happen, or hold until it does.
@Suite struct ClaimTests {
  /// A request, its answer, and a person who looks at a clock meanwhile.
  struct Desk: Reducer {
    struct State: Hashable {
      var phase = Phase.open
      var looked = false
    }

    enum Phase { case open, asked, answered, closed }
    enum Action: CaseIterable { case ask, answer, look, close }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .ask: state.phase = .asked
      case .answer: state.phase = .answered
      case .look: state.looked.toggle()
      case .close: state.phase = .closed
      }
      return .none
    }

    static let model = Model(State(), reducer: Desk()) { state in
      switch state.phase {
      case .open: [.ask]
      case .asked: [.look, .answer]
      case .answered: [.close]
      case .closed: []
      }
    }
  }

  typealias Claim = Property<Desk.State, Desk.Action>

  private static let answered: @Sendable (Desk.State) -> Bool = { $0.phase == .answered }
  private static let asked: @Sendable (Desk.State) -> Bool = { $0.phase == .asked }

  /// A claim, the fair actions, and the counterexample: its actions, and the number before its loop.
  typealias Case = (
    claim: Claim, fair: [Desk.Action], actions: [Desk.Action]?, stem: Int?
  )

  static let cases: [Case] = [
    // Nobody has to ask.
    (.eventually("answered", answered), [.answer], [], nil),
    (.eventually("answered", answered), [.ask, .answer], nil, nil),
    (.leadsTo("asked", "answered", asked, then: answered), [.answer], nil, nil),
    // Without fairness, a run can end after the question.
    (.leadsTo("asked", "answered", asked, then: answered), [], [.ask], nil),
    // A person who looks at the clock for ever keeps the answer from nothing, unless only looking is fair.
    (
      .leadsTo("asked", "answered", asked, then: answered), [.look],
      [.ask, .look, .look, .look, .look], 1
    ),
    (.leadsTo("asked", "answered", asked, then: answered), [.look, .answer], nil, nil),
    (
      .leadsTo("answered", "closed", answered, then: { $0.phase == .closed }), [.answer],
      [.ask, .answer], nil
    ),
    // The state in which the claim begins may fulfil it.
    (.leadsTo("answered", "answered", answered, then: answered), [], nil, nil),
    (.until("open", "asked", { $0.phase == .open }, then: asked), [.ask], nil, nil),
    (.until("open", "asked", { $0.phase == .open }, then: asked), [], [], nil),
    // Violated by a state, and not by a run.
    (
      .until("open", "answered", { $0.phase == .open }, then: answered), [.ask, .answer], [.ask],
      nil
    ),
  ]

  @Test(arguments: cases.indices)
  func `a claim holds, or a shortest run shows that it does not`(_ index: Int) throws {
    let (claim, fair, actions, stem) = Self.cases[index]
    let exploration = try Desk.model.fair { fair.contains($0) ? "\($0)" : nil }
      .explore(checking: [claim])
    let verdict = try #require(exploration[claim.name])
    #expect(verdict.isProved == (actions == nil), "\(exploration)")
    #expect(verdict.trace?.actions == actions)
    #expect(verdict.trace?.loop?.lowerBound == stem)
    // Also where SPIN is missing.
    #expect(verdict.isProved == SpinTests.formulas[index].holds)
    #expect(SpinTests.formulas.count == Self.cases.count)
  }

  @Test func `the report shows two rounds of a loop, and what is assumed`() throws {
    let claim = Claim.leadsTo("asked", "answered", Self.asked, then: Self.answered)
    let model = Desk.model.fair { $0 == .look ? "look" : nil }
    #expect(
      try model.explore(checking: [claim]).description == """
        7 states, 7 transitions, depth 4; everything was visited
        asked leads to answered: refuted, by a loop of 2 steps after 1 step
             ClaimTests.Desk.State(phase: .open, looked: false)
          1. .ask  →  ClaimTests.Desk.State(phase: .asked, looked: false)
             the loop:
          2. .look  →  ClaimTests.Desk.State(phase: .asked, looked: true)
          3. .look  →  ClaimTests.Desk.State(phase: .asked, looked: false)
             its second round:
          4. .look  →  ClaimTests.Desk.State(phase: .asked, looked: true)
          5. .look  →  ClaimTests.Desk.State(phase: .asked, looked: false)
        assumed: a fair action that stays possible is taken; no other has to be
        """)
  }

  @Test func `an event that a loop ends again and again need not come`() throws {
    // The answer is possible at every second state: weak fairness does not require it.
    let model = Model<Int, String>(0) { state, action in
      state = action == "answer" ? 9 : 1 - state
    } actions: { state in
      state == 9 ? [] : state == 1 ? ["turn", "answer"] : ["turn"]
    }
    .fair(\.self)
    let verdict = try model.explore(checking: [.eventually("answered") { $0 == 9 }])["answered"]
    #expect(verdict?.trace?.actions == ["turn", "turn", "turn", "turn"])
  }

  @Test func `a claim is about the runs from every start, and its trace begins in the right one`()
    throws
  {
    // 0 and 1 lead to 2, the goal; 3 stays.
    let targets = [[2], [2], [], [3]]
    let claim = Property<Int, Int>.eventually("goal") { $0 == 2 }
    func verdict(_ starts: [Int]) throws -> Verdict<Int, Int>? {
      try Model<Int, Int>(anyOf: starts) { state, action in
        state = action
      } actions: {
        targets[$0]
      }
      .fair { "\($0)" }.explore(checking: [claim])["goal"]
    }
    #expect(try verdict([0, 1, 2])?.isProved == true)
    #expect(try verdict([0, 1, 3])?.trace?.initial == 3)
  }

  @Test func `with a bound, what may happen beyond it is not known`() throws {
    let claim = Claim.leadsTo("asked", "answered", Self.asked, then: Self.answered)
    let model = Desk.model.fair { $0 == .answer ? "answer" : nil }
    for depth in 0...2 {
      let exploration = try model.explore(checking: [claim], within: Bounds(depth: depth))
      guard case .inconclusive(.depth(depth))? = exploration[claim.name] else {
        Issue.record("\(exploration)")
        continue
      }
    }
    let refuted = try Desk.model.explore(checking: [claim], within: Bounds(depth: 2))
    #expect(refuted[claim.name]?.trace?.actions == [.ask])
  }
}

/// The cost of a claim about runs, without the time that a machine takes.
@Suite struct ClaimCostTests {
  @Test func `a claim takes no further step, and lists the actions of each state at most twice`()
    throws
  {
    let steps = Mutex(0)
    let lists = Mutex(0)
    let model = Model<Int, Int>(0) { place, step in
      steps.withLock { $0 += 1 }
      place = (place + step) % 1_000
    } actions: { _ in
      lists.withLock { $0 += 1 }
      return [0, 1]
    }
    .fair { "\($0)" }
    func cost(_ claims: [Property<Int, Int>]) throws -> (steps: Int, lists: Int) {
      steps.withLock { $0 = 0 }
      lists.withLock { $0 = 0 }
      let found = try model.explore(checking: claims, cores: 1)
      #expect(found.states == 1_000 && found.verdicts.allSatisfy { $0.verdict.isProved })
      return (steps.withLock { $0 }, lists.withLock { $0 })
    }
    let without = try cost([])
    let with = try cost([.leadsTo("zero", "half", { $0 == 0 }, then: { $0 == 500 })])
    #expect(with.steps == without.steps && with.lists <= 2 * without.lists, "\(with), \(without)")
  }
}

/// Claims about merged states.
@Suite struct MergedClaimTests {
  /// Workers that each ask, and are answered.
  private static func model(of workers: Int) -> Model<[Int], Int> {
    Model<[Int], Int>([Int](repeating: 0, count: workers)) { state, worker in
      state[worker] = (state[worker] + 1) % 3
    } actions: {
      Array($0.indices)
    }
  }

  private static let claim = Property<[Int], Int>.leadsTo(
    "asked", "none asks", { $0.contains(1) }, then: { !$0.contains(1) })

  @Test
  func
    `fair actions of merged states have one name, or the verdict rests on a loop and is unknown`()
    throws
  {
    let merged = Self.model(of: 3).canonicalized { $0.sorted() }
    let one = try merged.fair { _ in "answer" }.explore(checking: [Self.claim])
    #expect(try Self.model(of: 3).explore().states == 27 && one.states == 10)
    // Two workers ask in turn.
    #expect(one[Self.claim.name]?.isRefuted == true)
    let several = try merged.fair { "answer \($0)" }.explore(checking: [Self.claim])
    guard case .inconclusive(.unknown)? = several[Self.claim.name] else {
      Issue.record("\(several)")
      return
    }
    #expect(several.description.contains("not proved: merged states may exchange fair actions"))
    let still = try merged.fair { $0 == 0 ? "answer" : nil }.explore(checking: [
      .leadsTo("all asked", "all asked", { $0 == [1, 1, 1] }, then: { $0 == [1, 1, 1] })
    ])
    #expect(still.isProved)
  }

  @Test func `a loop of merged states is a real run`() throws {
    let merged = Self.model(of: 2).canonicalized { $0.sorted() }
    let trace = try #require(
      merged.fair { _ in "step" }.explore(checking: [Self.claim])[Self.claim.name]?.trace)
    var state = trace.initial
    for step in trace.steps {
      state[step.action] = (state[step.action] + 1) % 3
      #expect(state == step.state)
    }
    let loop = try #require(trace.loop)
    #expect(trace.steps[loop.lowerBound...].allSatisfy { $0.state.contains(1) })
  }
}

/// Loops in which many fair actions are taken.
@Suite struct LongLoopTests {
  /// A step, with its name.
  private struct Step: Hashable {
    let name: Int
    let target: Int
  }

  @Test(arguments: [1, 2, 6])
  func `a loop turns each switch on and off`(switches: Int) throws {
    let steps = (0..<1 << switches).map { state in
      (0..<switches).map { Step(name: $0, target: state ^ 1 << $0) }
    }
    #expect(try fairLoop(in: steps) == 2 * switches)
  }

  @Test(.timeLimit(.minutes(10)))
  func `the time for a loop is not exponential in the number of fair actions`() throws {
    // Actions that change nothing have four million sets.
    #expect(try fairLoop(in: [(0..<22).map { Step(name: $0, target: 0) }]) == 22)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `a loop of many fair actions is fair`(seed: UInt64) throws {
    var random = RandomNumbers(seed)
    let steps = (0..<300).map { state in
      (0..<14).compactMap { name in
        random.draw(below: 30) == 0
          ? nil : Step(name: name, target: [(state + 1) % 300, random.draw(below: 300)][name % 2])
      }
    }
    #expect(try fairLoop(in: steps) > 0)
  }

  /// The length of the loop of a claim that is never fulfilled. In the loop, each action is taken, or
  /// is not possible at some state.
  private func fairLoop(in steps: [[Step]]) throws -> Int {
    let model = Model<Int, Step>(0) { state, step in
      state = step.target
    } actions: {
      steps[$0]
    }
    .fair { "\($0.name)" }
    let claim = Property<Int, Step>.eventually("fulfilled") { _ in false }
    let trace = try #require(model.explore(checking: [claim])[claim.name]?.trace)
    let loop = try #require(trace.loop)
    var (state, kept) = (trace.initial, Set(0..<22))
    for (index, step) in trace.steps.enumerated() {
      #expect(steps[state].contains(step.action) && step.state == step.action.target)
      state = step.state
      guard loop.contains(index) else { continue }
      kept.formIntersection(steps[state].map(\.name))
      kept.remove(step.action.name)
    }
    #expect(kept.isEmpty)
    #expect(state == trace.steps[loop.upperBound - 1].state)
    #expect(
      loop.lowerBound == 0
        ? trace.initial == state : trace.steps[loop.lowerBound - 1].state == state)
    return loop.count
  }
}
