import Cairn
import CairnModel
import Testing

@testable import benchmarks

/// Models with well-known results.
@Suite struct KnownAnswersTests {
  @Test func `half of the positions of the 8-puzzle can be reached, in 31 moves at most`() throws {
    let exploration = try EightPuzzle.model.explore()
    // 9! / 2 positions.
    #expect(
      [exploration.states, exploration.transitions, exploration.depth] == [181_440, 483_840, 31])
    #expect(exploration.limit == nil)
  }

  @Test func `four litres are measured in six steps`() throws {
    let exploration = try Jugs.model.explore(checking: [
      .reachable("four litres") { $0.large == 4 },
      .always("no jug is overfull") { (0...3).contains($0.small) && (0...5).contains($0.large) },
      .alwaysReachable("both are empty") { $0 == Jugs.State() },
      .reachable("both are half full") { $0 == Jugs.State(small: 1, large: 3) },
    ])
    // One of the jugs is always empty or full: 2 · 4 + 2 · 6 - 4.
    #expect(exploration.states == 16)
    #expect(
      exploration["four litres"]?.trace?.actions == [
        .fillLarge, .pourIntoSmall, .emptySmall, .pourIntoSmall, .fillLarge, .pourIntoSmall,
      ])
    #expect(exploration.verdicts.map { $0.verdict.isProved } == [true, true, true, false])
    #expect(exploration["both are half full"]?.isRefuted == true)
  }

  @Test func `of two processes at most one is inside`() throws {
    let exploration = try Peterson.model(isBroken: false).explore(checking: [
      .never("both are inside", \.bothAreInside),
      .alwaysReachable("the left one is inside") { $0.places[0] == .inside },
      .alwaysReachable("the right one is inside") { $0.places[1] == .inside },
      .step("nobody is thrown out") { before, action, after in
        before.places[1 - action.rawValue] == after.places[1 - action.rawValue]
      },
    ])
    #expect(exploration.isProved)
  }

  @Test func `if they announce themselves too late, both are inside after six steps`() throws {
    let exploration = try Peterson.model(isBroken: true).explore(checking: [
      .never("both are inside", \.bothAreInside)
    ])
    let trace = try #require(exploration["both are inside"]?.trace)
    #expect(exploration["both are inside"]?.isRefuted == true)
    // Three of each process: fewer steps cannot enter.
    #expect(trace.actions == [.left, .right, .right, .right, .left, .left])
    #expect(trace.last.bothAreInside)
  }
}

/// A jug of three litres, one of five, and a tap.
struct Jugs: Reducer {
  struct State: Hashable {
    var small = 0
    var large = 0
  }

  enum Action: CaseIterable {
    case fillSmall, fillLarge, emptySmall, emptyLarge, pourIntoSmall, pourIntoLarge
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fillSmall: state.small = 3
    case .fillLarge: state.large = 5
    case .emptySmall: state.small = 0
    case .emptyLarge: state.large = 0
    case .pourIntoSmall:
      let poured = min(state.large, 3 - state.small)
      state.large -= poured
      state.small += poured
    case .pourIntoLarge:
      let poured = min(state.small, 5 - state.large)
      state.small -= poured
      state.large += poured
    }
    return .none
  }

  static let model = Model(State(), reducer: Jugs()) { _ in Action.allCases }
}

/// Peterson's algorithm: mutual exclusion of two processes with shared memory.
struct Peterson: Reducer {
  struct State: Hashable {
    var places: [Place] = [.outside, .outside]
    var wants = [false, false]
    var turn = 0

    var bothAreInside: Bool { places == [.inside, .inside] }
  }

  enum Place { case outside, announced, waiting, inside }

  /// The process that takes its next step.
  enum Action: Int, CaseIterable { case left, right }

  /// Whether a process announces itself only after it has set the turn: a bug.
  var isBroken = false

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let me = action.rawValue
    let other = 1 - me
    switch state.places[me] {
    case .outside:
      if isBroken { state.turn = other } else { state.wants[me] = true }
      state.places[me] = .announced
    case .announced:
      if isBroken { state.wants[me] = true } else { state.turn = other }
      state.places[me] = .waiting
    case .waiting:
      if !state.wants[other] || state.turn == me { state.places[me] = .inside }
    case .inside:
      state.wants[me] = false
      state.places[me] = .outside
    }
    return .none
  }

  static func model(isBroken: Bool) -> Model<State, Action> {
    Model(State(), reducer: Peterson(isBroken: isBroken)) { _ in Action.allCases }
  }
}
